package io.strait.measure.forecast;

/**
 * What is expected, and the interval that holds what comes in nine of ten cases.
 *
 * @param value of the next measurement, or the mean over the time asked for
 * @param low at least 0
 * @param high at least {@code value}
 */
public record Forecast(double value, double low, double high) {}

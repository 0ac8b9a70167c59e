package io.strait.measure.link;

/**
 * A fitted figure with its 95 % interval.
 *
 * @param value may be infinite
 */
public record Parameter(double value, double low, double high) {}

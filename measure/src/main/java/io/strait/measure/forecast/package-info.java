/**
 * What a measured series will do next: forecasts of values that are never negative, such as
 * bandwidth, latency, availability and the time of a task, each with a 90 % interval.
 *
 * <p>A {@link io.strait.measure.forecast.Forecaster} takes values one at a time and always has a
 * forecast of the next value, or of the mean over the next seconds. Inside, a {@link
 * io.strait.measure.forecast.Battery} of simple forecasters speaks first, a {@link
 * io.strait.measure.forecast.Mixer} weighs what they say by their errors so far, beginning with
 * what is known of such series ({@link io.strait.measure.forecast.Habit}), and a {@link
 * io.strait.measure.forecast.Band} learns how far off that was. {@link
 * io.strait.measure.forecast.Chooser} takes the forecaster with the least error so far, as the
 * Network Weather Service did; it is there for comparison.
 *
 * <h2>Files</h2>
 *
 * <p>{@link io.strait.measure.forecast.TimeSeries} reads files of comma-separated values. The first
 * line is {@code seconds} and the name of the value, which ends with its unit: {@code
 * seconds,mbit_per_s}. Every further line is a time, later than that of the line before, and a
 * value of zero or more. Lines that are empty or begin with # are passed over.
 *
 * <p>Must not know: what is measured and how, grids, planning.
 */
@NullMarked
package io.strait.measure.forecast;

import org.jspecify.annotations.NullMarked;

/**
 * Series of measurements beside a grid file: what a network or a host was worth, over time.
 *
 * <p>The series of {@code grid.yaml} lie in the folder {@code grid.series}, one file each. The name
 * of a file says what its values are and where they belong in the grid: {@code QUANTITY@PLACE.csv},
 * such as {@code bandwidth@east-west.csv}, {@code available@es1.csv} or {@code
 * task-time@es1@srmsd.csv}; see {@link io.strait.measure.series.SeriesName}. A file is a {@link
 * io.strait.measure.forecast.TimeSeries}: a line of titles, then lines of seconds since 1970 and a
 * value. Lines are only ever appended, each with one call; a last line without its end does not
 * count and is removed before the next is written. A file that grows too long is replaced by its
 * newer part. While one process writes, the file {@code .lock} of the folder is locked.
 *
 * <p>{@link io.strait.measure.series.SeriesFolder} reads and writes them, {@link
 * io.strait.measure.series.SeriesClock} gives times that never go back, {@link
 * io.strait.measure.series.CpuShare} measures what of this machine is free.
 *
 * <p>Must not know: grids, planning, kinds of application.
 */
@NullMarked
package io.strait.measure.series;

import org.jspecify.annotations.NullMarked;

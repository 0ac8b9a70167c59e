package io.strait.measure.series;

import io.strait.measure.forecast.TimeSeries;

/**
 * A series with its name.
 *
 * @param series with values in the quantity's own unit
 */
public record StoredSeries(SeriesName name, TimeSeries series) {
  public int count() {
    return series.values().length;
  }

  public double lastValue() {
    return series.values()[count() - 1];
  }

  public double lastSeconds() {
    return series.seconds()[count() - 1];
  }
}

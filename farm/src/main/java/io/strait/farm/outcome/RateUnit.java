package io.strait.farm.outcome;

import io.strait.view.page.CurveChart;
import io.strait.view.page.Show;

/** The unit of time in which a rate has digits before the point. */
public enum RateUnit {
  SECOND("tasks/s", 1),
  MINUTE("tasks/min", 60),
  HOUR("tasks/h", 3600),
  DAY("tasks/d", 86_400);

  public final String label;
  private final double seconds;

  RateUnit(String label, double seconds) {
    this.label = label;
    this.seconds = seconds;
  }

  public static RateUnit of(double perSecond) {
    for (var unit : values()) {
      if (perSecond * unit.seconds >= 5) {
        return unit;
      }
    }
    return DAY;
  }

  public CurveChart.Scale scale() {
    return new CurveChart.Scale(label, 1 / seconds);
  }

  public String show(double perSecond) {
    return Show.number(perSecond * seconds);
  }
}

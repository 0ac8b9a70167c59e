package io.strait.view.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A time axis from zero, in pixels, with ticks at round numbers of a unit that suits its span.
 *
 * @param span seconds from the left end to the right one
 */
public record TimeAxis(double span, double left, double width) {
  private static final Unit[] UNITS = {
    new Unit("d", 86400),
    new Unit("h", 3600, 0.5, 1, 2, 3, 6, 12),
    new Unit("min", 60, 0.5, 1, 2, 5, 10, 15, 30),
    new Unit("s", 1),
    new Unit("ms", 1e-3),
    new Unit("us", 1e-6),
    new Unit("ns", 1e-9),
  };

  private static final int TICKS = 12;

  /** A unit with the steps that suit it; where none does, those of decimal numbers. */
  private record Unit(String name, double seconds, double... steps) {}

  public TimeAxis {
    if (!(span > 0)) {
      span = 1; // nothing happened: any span will do
    }
  }

  public double x(double seconds) {
    return left + width * (seconds / span);
  }

  private Unit chosen() {
    for (var unit : UNITS) {
      if (span >= 3 * unit.seconds) {
        return unit;
      }
    }
    return UNITS[UNITS.length - 1];
  }

  public String unit() {
    return chosen().name;
  }

  /** A tick at so many pixels, with its number. */
  public record Tick(double x, String label) {}

  public List<Tick> ticks() {
    var unit = chosen();
    double units = span / unit.seconds;
    double step = step(unit, units / TICKS);
    var ticks = new ArrayList<Tick>();
    for (int i = 0; i * step <= units * (1 + 1e-9); i++) {
      var label = new BigDecimal(i * step).round(new MathContext(9)).stripTrailingZeros();
      ticks.add(new Tick(x(i * step * unit.seconds), label.toPlainString()));
    }
    return ticks;
  }

  private static double step(Unit unit, double least) {
    for (double step : unit.steps) {
      if (step >= least) {
        return step;
      }
    }
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}

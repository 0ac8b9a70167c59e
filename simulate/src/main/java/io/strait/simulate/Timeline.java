package io.strait.simulate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A quantity that is constant between points in time, such as the free share of a CPU or the
 * bandwidth of a gap. Before the first point it has the first value, after the last the last one.
 */
public final class Timeline {
  private final double[] times;
  private final double[] values;

  /**
   * @param times when the values begin; rising
   * @param values not negative; the last one must be above zero, so that work always ends
   */
  public Timeline(double[] times, double[] values) {
    if (times.length == 0 || times.length != values.length) {
      throw new IllegalArgumentException(
          "a timeline must have as many values as times, and at least one");
    }
    for (int i = 0; i < times.length; i++) {
      if (!(values[i] >= 0) || (i > 0 && !(times[i] > times[i - 1]))) {
        throw new IllegalArgumentException("times must rise and values must not be negative");
      }
    }
    if (!(values[values.length - 1] > 0)) {
      throw new IllegalArgumentException("the last value must be above zero");
    }
    this.times = times.clone();
    this.values = values.clone();
  }

  public double at(double time) {
    return values[segment(time)];
  }

  /**
   * When an amount of work is done that begins at {@code start} and proceeds at this timeline's
   * values.
   */
  public double finish(double start, double amount) {
    int i = segment(start);
    double now = start;
    double left = amount;
    while (i + 1 < times.length) {
      double possible = values[i] == 0 ? 0 : (times[i + 1] - now) * values[i];
      if (values[i] > 0 && possible >= left) {
        break;
      }
      left -= possible;
      now = times[++i];
    }
    return left == 0 ? now : now + left / values[i];
  }

  private int segment(double time) {
    int found = Arrays.binarySearch(times, time);
    return found >= 0 ? found : Math.max(0, -found - 2);
  }

  /** This timeline with the value 0 during the intervals. */
  public Timeline without(Intervals down) {
    var points = new java.util.TreeSet<Double>();
    for (double t : times) {
      points.add(t);
    }
    for (int i = 0; i < down.count(); i++) {
      points.add(down.start(i));
      points.add(down.end(i));
    }
    points.add(Math.min(0, points.first()));
    var newTimes = points.stream().mapToDouble(t -> t).toArray();
    var newValues =
        Arrays.stream(newTimes).map(t -> down.contains(t) ? 0 : values[segment(t)]).toArray();
    return new Timeline(newTimes, newValues);
  }

  /** When the value is 0. */
  public Intervals zeros() {
    var zero = IntStream.range(0, times.length).filter(i -> values[i] == 0).toArray();
    return new Intervals(
        Arrays.stream(zero).mapToDouble(i -> i == 0 ? 0 : times[i]).toArray(),
        Arrays.stream(zero).mapToDouble(i -> times[i + 1]).toArray());
  }

  public static Timeline constant(double value) {
    return new Timeline(new double[] {0}, new double[] {value});
  }
}

package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.util.ArrayList;
import java.util.List;

/**
 * The rate of a transfer that goes on until it is known well enough.
 *
 * <p>The second half of the time counts, in windows of equal length. The first half has the slow
 * start of TCP and what a network lets through in a burst. The rate is steady when the median of
 * the windows is narrow and the halves of the second half agree. Feed it with what has arrived; it
 * knows no clock.
 */
public final class SteadyRate {
  private static final int WINDOWS = 8;

  private record Point(double seconds, double bytes) {}

  private final double narrow;
  private final List<Point> points = new ArrayList<>();

  /**
   * @param narrow how wide half of the interval may be, as a share of the rate
   */
  public SteadyRate(double narrow) {
    this.narrow = narrow;
  }

  /** So many bytes in all have arrived so many seconds after the first. */
  public void add(double seconds, double bytes) {
    points.add(new Point(seconds, bytes));
  }

  /** Whether it is known well enough, after so many seconds. */
  public boolean isSteady(double least) {
    if (points.isEmpty() || points.getLast().seconds() < least || points.size() < 4 * WINDOWS) {
      return false;
    }
    double end = points.getLast().seconds();
    double one = between(0.5 * end, 0.75 * end);
    double two = between(0.75 * end, end);
    return Math.abs(one - two) <= 2 * narrow * Math.max(one, two)
        && interval().relative() <= narrow;
  }

  /** The rate so far in bytes per second, with its interval. */
  public MedianInterval interval() {
    double end = points.isEmpty() ? 0 : points.getLast().seconds();
    if (points.stream().filter(point -> point.seconds() > 0.5 * end).count() < 2 * WINDOWS) {
      // Between so few points windows would look alike.
      return new MedianInterval(between(0.5 * end, end), Double.NaN, Double.NaN);
    }
    var rates = new double[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      rates[i] = between(end * (0.5 + 0.5 * i / WINDOWS), end * (0.5 + 0.5 * (i + 1) / WINDOWS));
    }
    return MedianInterval.of(rates);
  }

  /** What had arrived at which time, if the first came at this one. */
  FlowCurve curve(long firstNanos) {
    return FlowCurve.of(
        points.stream().mapToLong(at -> firstNanos + Math.round(1e9 * at.seconds())).toArray(),
        points.stream().mapToDouble(Point::bytes).toArray());
  }

  private double between(double from, double to) {
    return to > from ? (bytes(to) - bytes(from)) / (to - from) : 0;
  }

  /** The bytes that had arrived at a time, between points in proportion. */
  private double bytes(double seconds) {
    var before = new Point(0, 0);
    for (var point : points) {
      if (point.seconds() >= seconds) {
        double share =
            point.seconds() > before.seconds()
                ? (seconds - before.seconds()) / (point.seconds() - before.seconds())
                : 1;
        return before.bytes() + share * (point.bytes() - before.bytes());
      }
      before = point;
    }
    return before.bytes();
  }
}

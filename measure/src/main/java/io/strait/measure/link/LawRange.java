package io.strait.measure.link;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a law holds: the longest row of sizes whose ends are within {@link #WITHIN} of it, while at
 * most {@link #OUTLIERS} of the sizes between are not. Laws of set-up times and one bandwidth do
 * not hold everywhere if the bandwidth itself falls, such as that of messages which no longer fit
 * into a cache.
 *
 * @param off how many sizes of the row are not within the law
 * @param points the sizes of the row, ascending
 * @param elsewhere the errors of all others
 */
record LawRange(List<SizePoint> points, int off, List<Double> elsewhere) {
  static final double WITHIN = 0.1;
  private static final double OUTLIERS = 0.1;

  LawRange {
    points = List.copyOf(points);
    elsewhere = List.copyOf(elsewhere);
  }

  /** Of a law and the sizes to which it was fitted; null if it holds for none. */
  static @Nullable LawRange of(FittedLink fit) {
    var series = fit.points();
    var errors = series.stream().mapToDouble(fit::error).toArray();
    int bestFrom = 0;
    int bestTo = 0;
    int bestOff = 0;
    for (int from = 0; from < errors.length; from++) {
      int off = 0;
      for (int to = from; to < errors.length && isNear(errors[from]); to++) {
        off += isNear(errors[to]) ? 0 : 1;
        int count = to - from + 1;
        if (isNear(errors[to]) && off <= OUTLIERS * count && count > bestTo - bestFrom) {
          bestFrom = from;
          bestTo = to + 1;
          bestOff = off;
        }
      }
    }
    if (bestTo == 0) {
      return null;
    }
    int first = bestFrom;
    int end = bestTo;
    return new LawRange(
        series.subList(first, end),
        bestOff,
        IntStream.range(0, errors.length)
            .filter(i -> i < first || i >= end)
            .mapToObj(i -> errors[i])
            .toList());
  }

  private static boolean isNear(double error) {
    return Math.abs(error) <= WITHIN;
  }

  int from() {
    return points.getFirst().bytes();
  }

  int to() {
    return points.getLast().bytes();
  }

  /** Whether it has all sizes. */
  boolean isAll() {
    return elsewhere.isEmpty();
  }

  /** The errors elsewhere. */
  DoubleStream errors() {
    return elsewhere.stream().mapToDouble(Double::doubleValue);
  }
}

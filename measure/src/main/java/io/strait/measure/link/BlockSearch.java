package io.strait.measure.link;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the size of blocks by the drops of throughput just beyond their ends (paper porting, figure
 * 3).
 *
 * <p>Where a series has both {@code p} and {@code p + 1} bytes, the time between them is a step. A
 * block size and its set-up time explain the steps if messages of its multiples make one, as far as
 * the noise lets it be seen, and few other messages do. A block whose only visible step is spoilt
 * stays unseen.
 */
final class BlockSearch {
  /** A step can be seen from so many standard deviations of its noise on. */
  private static final double SIGNIFICANT = 4;

  /** A step can be seen from such a share of the message's time on. */
  private static final double LEAST_STEP = 0.04;

  /** The share of ends of blocks that must be steps, and of steps that must be ends of blocks. */
  private static final double AGREEING = 0.5;

  /** The time that one more byte takes. */
  private record Step(int bytes, double seconds, double noise, double whole) {
    boolean shows(double setup) {
      return setup > SIGNIFICANT * noise && setup > LEAST_STEP * whole;
    }
  }

  private final List<Step> steps = new ArrayList<>();

  /** Looks at a series by ascending size. */
  BlockSearch(List<SizePoint> points) {
    for (int i = 0; i + 1 < points.size(); i++) {
      var point = points.get(i);
      var next = points.get(i + 1);
      if (next.bytes() == point.bytes() + 1) {
        steps.add(
            new Step(
                point.bytes(),
                beyond(points, i) - point.seconds().value(),
                Math.hypot(point.seconds().deviation(), next.seconds().deviation()),
                point.seconds().value()));
      }
    }
  }

  /** The lesser time of the two sizes after one: a step stays, a single slow size does not. */
  private static double beyond(List<SizePoint> points, int index) {
    double next = points.get(index + 1).seconds().value();
    return index + 2 < points.size()
        ? Math.min(next, points.get(index + 2).seconds().value())
        : next;
  }

  /** The sizes that blocks may have. */
  List<Integer> candidates() {
    return steps.stream().map(Step::bytes).toList();
  }

  /** Whether blocks of a size with a set-up time explain the steps. */
  boolean explains(int block, double setup) {
    int ends = 0;
    int jumps = 0;
    int both = 0;
    for (var step : steps) {
      if (step.shows(setup)) {
        boolean end = step.bytes % block == 0;
        boolean jump = step.seconds > 0.5 * setup;
        ends += end ? 1 : 0;
        jumps += jump ? 1 : 0;
        both += end && jump ? 1 : 0;
      }
    }
    return both > 0 && both >= AGREEING * ends && both >= AGREEING * jumps;
  }
}

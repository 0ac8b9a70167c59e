package io.strait.measure.grid.topology;

import io.strait.measure.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The rate of a network that several flows share, from what they get at once.
 *
 * <p>Flows are offered a little more than the network is thought to carry, so that it is full and
 * few bytes are sent in vain. Flows that get all that they are offered did not fill it: then more
 * is offered. What disturbs flows makes them less, so the best two attempts count, as soon as they
 * agree. If each thing is to be measured once, the first that filled the network counts.
 */
final class SharedRate {
  private static final int MOST_ATTEMPTS = 5;

  /** By what share two attempts agree. */
  private static final double AGREED = 0.03;

  /** What is offered of what the network is thought to carry. */
  private static final double OVER = 1.15;

  /** Flows that got this share of what was offered may not have filled the network. */
  private static final double ALL = 0.95;

  private static final double MORE = 1.6;

  private final Experiments experiments;
  private final List<Flow> flows;
  private final double alone;
  private final boolean isOnce;
  private final List<MedianInterval> seen = new ArrayList<>();
  private double expected;
  private int attempts;
  private long bytes;
  private double seconds;

  /**
   * @param flows that fill their ways
   * @param expected what the network is thought to carry; NaN if nobody knows
   * @param isOnce whether nothing is measured again to know it better
   */
  SharedRate(Experiments experiments, List<Flow> flows, double expected, boolean isOnce) {
    this.experiments = experiments;
    this.flows = List.copyOf(flows);
    this.alone = flows.stream().mapToDouble(Flow::alone).sum();
    this.expected = expected;
    this.isOnce = isOnce;
  }

  /** The bytes of all attempts. */
  long bytes() {
    return bytes;
  }

  /** The seconds of all attempts. */
  double seconds() {
    return seconds;
  }

  /** What the flows got already while they filled their ways. */
  void add(Together once) {
    add(once, Flow.FILLS);
  }

  private void add(Together once, double share) {
    double sum = once.sum().median();
    if (!(sum > 0)) {
      return;
    }
    if (share < Flow.FILLS && sum > ALL * share * alone) {
      expected = MORE * sum;
      seen.clear(); // they had the same limit
      return;
    }
    seen.add(once.sum());
    seen.sort(Comparator.comparingDouble(MedianInterval::median).reversed());
    expected = seen.getFirst().median();
  }

  private boolean isAgreed() {
    return seen.size() > 1 && seen.get(1).median() >= (1 - AGREED) * seen.get(0).median();
  }

  private boolean isKnown() {
    return isOnce ? !seen.isEmpty() : isAgreed();
  }

  /** Measures it if it is not known yet; the median is NaN if that cannot be done. */
  MedianInterval measure() throws IOException {
    while (attempts++ < MOST_ATTEMPTS && !isKnown()) {
      double share =
          Double.isNaN(expected) ? Flow.FILLS : Math.min(Flow.FILLS, OVER * expected / alone);
      var once = experiments.together(flows.stream().map(flow -> flow.offering(share)).toList());
      bytes += once.bytes();
      seconds += once.seconds();
      add(once, share);
      if (isOnce && Double.isNaN(once.sum().median())) {
        break;
      }
    }
    if (seen.isEmpty()) {
      return new MedianInterval(Double.NaN, Double.NaN, Double.NaN);
    }
    var best = seen.getFirst();
    var other = seen.get(Math.min(1, seen.size() - 1));
    double rate = isAgreed() ? 0.5 * (best.median() + other.median()) : best.median();
    // Together they get no less than one of them alone.
    rate = Math.max(rate, flows.stream().mapToDouble(Flow::alone).max().orElse(0));
    return new MedianInterval(
        rate,
        Math.min(rate, Math.min(low(best), low(other))),
        Math.max(rate, Math.max(high(best), high(other))));
  }

  private static double low(MedianInterval of) {
    return Double.isNaN(of.low()) ? of.median() : of.low();
  }

  private static double high(MedianInterval of) {
    return Double.isNaN(of.high()) ? of.median() : of.high();
  }
}

package io.strait.farm.simulate;

import io.strait.simulate.EventQueue;
import java.util.List;

/**
 * What a master expects of all its children together: how long they take for so many tasks. A child
 * is on average in the middle of a task; its next result comes after one and a half times what it
 * takes, and others at its rate.
 */
public final class Expectation {
  /** Nobody knows. */
  public static final Expectation NONE = new Expectation(0, 0, new double[0]);

  /** Tasks to look ahead for each child; then all together are as fast as their rates say. */
  private static final int AHEAD = 16;

  private static final int MOST_AHEAD = 1 << 16;

  private final double rate;
  private final double inWork;
  private final double[] ends;

  private Expectation(double rate, double inWork, double[] ends) {
    this.rate = rate;
    this.inWork = inWork;
    this.ends = ends;
  }

  /**
   * What is to be expected of children.
   *
   * @param total tasks per second that they do together at most; 0 if nobody knows
   */
  public static Expectation of(double total, List<Delivery> children) {
    var latency = new double[children.size()];
    var rate = new double[children.size()];
    for (int i = 0; i < latency.length; i++) {
      latency[i] = children.get(i).latency();
      rate[i] = children.get(i).rate();
    }
    return of(total, latency, rate, latency.length);
  }

  /** The same, of the first so many. */
  static Expectation of(double total, double[] latency, double[] rate, int children) {
    if (!(total > 0) || children == 0) {
      return NONE;
    }
    double inWork = 0;
    double sum = 0;
    var results = new EventQueue(); // of children that are in the middle of a task each
    for (int c = 0; c < children; c++) {
      inWork += latency[c] * rate[c];
      sum += rate[c];
      results.add(TaskPool.LAST * latency[c], c);
    }
    double together = Math.min(total, sum);
    var ends = new double[(int) Math.min(MOST_AHEAD, 64 + (long) AHEAD * children)];
    for (int i = 0; i < ends.length; i++) {
      double first = i == 0 ? 0 : ends[0] + i / together;
      int child = (int) results.take();
      ends[i] = Math.max(first, results.time());
      results.add(results.time() + 1 / rate[child], child);
    }
    return new Expectation(together, inWork, ends);
  }

  /** Tasks per second; 0 if unknown. */
  public double rate() {
    return rate;
  }

  /** Whether anybody knows. */
  public boolean isKnown() {
    return rate > 0;
  }

  /** Tasks that children have where nobody has more than he is at work on. */
  double inWork() {
    return inWork;
  }

  /** Seconds until so many tasks are done; infinite if nobody knows. */
  double seconds(double tasks) {
    if (!isKnown()) {
      return Double.POSITIVE_INFINITY;
    }
    int whole = (int) Math.clamp(Math.ceil(tasks), 1, ends.length);
    return ends[whole - 1] + Math.max(0, tasks - ends.length) / rate;
  }
}

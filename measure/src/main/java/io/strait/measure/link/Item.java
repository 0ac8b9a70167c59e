package io.strait.measure.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Streams or round trips of one size: how many messages a batch has, and the batches so far. */
final class Item {
  /** A batch lasts at least so many times as long as an order without messages. */
  private static final double OVERHEADS = 4;

  private final Meter meter;
  private final boolean back;
  private final int size;
  private final Overhead overhead;
  private final double share;
  private final long most;
  private final List<Batch> batches = new ArrayList<>();
  private long count = 1;

  /**
   * @param back whether messages go there and back
   * @param overhead of a batch
   * @param share seconds that a batch may take
   * @param most bytes of a batch, unless it must have more to last longer than an order
   */
  Item(Meter meter, boolean back, int size, Overhead overhead, double share, long most) {
    this.meter = meter;
    this.back = back;
    this.size = size;
    this.overhead = overhead;
    this.share = share;
    this.most = most;
  }

  /** The seconds that a batch must take, so that the order does not matter. */
  static double least(boolean back, Overhead overhead) {
    return back ? 0 : OVERHEADS * overhead.seconds();
  }

  private double target() {
    return Math.max(share, least(back, overhead));
  }

  boolean back() {
    return back;
  }

  int size() {
    return size;
  }

  /** The bytes of a batch. */
  long bytes() {
    return (back ? 2L : 1L) * size * count;
  }

  private Batch send() throws IOException {
    return back ? meter.roundTrips(size, count) : meter.stream(size, count);
  }

  /**
   * Sends one more batch. If it was too short, those that follow are longer and the shorter ones no
   * longer count: the first batches may have been slow for other reasons.
   */
  void measure() throws IOException {
    var batch = send();
    batches.add(batch);
    batches.removeIf(other -> 2 * other.messages() < count);
    if (batch.seconds() < 0.5 * target()) {
      grow(batch);
    }
  }

  /** Finds how many messages fill a batch. The last trial counts. */
  void fill() throws IOException {
    var batch = send();
    while (batch.seconds() < 0.6 * target() && grow(batch)) {
      batch = send();
    }
    batches.add(batch);
  }

  /** Lets batches have more messages, at most eight times as many; whether they may. */
  private boolean grow(Batch batch) {
    double target = target();
    double per = Math.max(seconds(batch), target / (8.0 * count));
    long cheap = most / ((back ? 2L : 1L) * size);
    long next =
        Math.min(
            (long) Math.ceil(target / per),
            Math.max(cheap, (long) Math.ceil(least(back, overhead) / per)));
    boolean grows = next > count;
    count = Math.max(count, next);
    return grows;
  }

  /** An empty order takes a round trip; that of round trips travels with the first of them. */
  private double seconds(Batch batch) {
    double order = back ? 0 : overhead.seconds();
    return Math.max(batch.seconds() - order, 0.1 * batch.seconds()) / batch.messages();
  }

  /** Seconds per message. */
  Estimate seconds() {
    return Estimate.of(batches.stream().mapToDouble(this::seconds).toArray());
  }

  /** The share of the time in which an end computes, over the better half of the batches. */
  double share(ToDoubleFunction<Batch> cpu) {
    var better =
        batches.stream()
            .sorted(Comparator.comparingDouble(this::seconds))
            .limit((batches.size() + 1) / 2)
            .toList();
    double busy = better.stream().mapToDouble(cpu).sum();
    return Math.clamp(busy / better.stream().mapToDouble(Batch::seconds).sum(), 0.0, 1.0);
  }

  /** Whether the interval is at most so wide, as a share. */
  boolean isDone(double interval) {
    return seconds().isNarrow(interval);
  }
}

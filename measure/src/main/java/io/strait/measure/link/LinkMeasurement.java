package io.strait.measure.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message benchmark of paper porting, from the measuring end.
 *
 * <p>All sizes take turns, in batches of some milliseconds, until each has a narrow interval or the
 * budget is used up. So what else the machines do hits all sizes alike. The time of an order
 * without messages is subtracted from that of a batch.
 */
public final class LinkMeasurement {
  /**
   * So many batches of every item fit into the time: short ones, some of which nothing disturbs.
   */
  private static final double BATCHES = 80;

  /** A message that takes a greater share of the time is left out. */
  private static final double LARGEST_SHARE = 0.05;

  private static final double WARM_UP_SHARE = 0.05;
  private static final int ORDERS = 9;
  private static final int WARM_UP_BYTES = 1 << 14;

  private final Meter meter;
  private final Overhead overhead;
  private final Budget budget;
  private final Runnable second;
  private final long start = System.nanoTime();
  private long lastSecond;

  private LinkMeasurement(Meter meter, Budget budget, Runnable second) {
    this.meter = meter;
    this.overhead = new Overhead(meter);
    this.budget = budget;
    this.second = second;
  }

  /**
   * Measures a line with a {@link Probe} at its other end.
   *
   * @param ladder null for the usual one, or a thin one on a link with a long latency
   * @param over what the line is, such as {@code TCP}
   * @param second is called about once a second
   * @throws LinkException if the probe is lost
   */
  public static LinkSeries run(
      Line line, @Nullable Ladder ladder, Budget budget, String over, Runnable second)
      throws IOException {
    try (var meter = new Meter(line)) {
      var series = new LinkMeasurement(meter, budget, second).measure(ladder, over);
      meter.end();
      return series;
    }
  }

  private LinkSeries measure(@Nullable Ladder given, String over) throws IOException {
    measureOverhead();
    var ladder = given == null ? Ladder.usual() : given;
    if (given == null
        && 2 * Item.least(false, overhead) * ladder.streams().size() > 0.5 * budget.seconds()) {
      ladder = Ladder.thin();
    }
    while (elapsed() < WARM_UP_SHARE * budget.seconds()) {
      meter.stream(WARM_UP_BYTES, 16);
      meter.roundTrips(WARM_UP_BYTES, 1);
    }
    overhead.forget();
    measureOverhead();
    var left = new ArrayList<Integer>();
    var items = begin(ladder, given == null ? left : null);
    var end = rounds(items);
    return new LinkSeries(
        points(items),
        over,
        new LinkSeries.Cost(left, meter.bytes(), elapsed(), meter.contention(), end));
  }

  private double elapsed() {
    double elapsed = (System.nanoTime() - start) * 1e-9;
    if ((long) elapsed > lastSecond) {
      lastSecond = (long) elapsed;
      second.run();
    }
    return elapsed;
  }

  private void measureOverhead() throws IOException {
    for (int i = 0; i < ORDERS && (i == 0 || elapsed() < 0.2 * budget.seconds()); i++) {
      overhead.measure();
    }
  }

  /**
   * Finds the batch of every item, from small to large.
   *
   * @param left takes the sizes that would take too long; null if every size is wanted
   */
  private List<Item> begin(Ladder ladder, @Nullable List<Integer> left) throws IOException {
    double share = budget.seconds() / (BATCHES * ladder.items());
    long most = (long) (budget.bytes() / (BATCHES * ladder.items()));
    var items = new ArrayList<Item>();
    double rate = 0;
    for (int size : ladder.streams()) {
      for (boolean back : new boolean[] {false, true}) {
        if (back && !ladder.roundTrips().contains(size)) {
          continue;
        }
        double slowest = rate > 0 ? (back ? 2.0 : 1.0) * size / rate : 0;
        if (left != null
            && (slowest > LARGEST_SHARE * budget.seconds()
                || meter.bytes() + trials(size, most, rate * Item.least(back, overhead))
                    > budget.bytes()
                || elapsed() > budget.seconds())) {
          if (!back) {
            left.add(size);
          }
          continue;
        }
        var item = new Item(meter, back, size, overhead, share, most);
        item.fill();
        items.add(item);
        rate = back ? rate : size / item.seconds().value();
      }
    }
    return items;
  }

  /** The bytes of all trials of a size, at most. */
  private static double trials(int size, long most, double least) {
    return 2 * Math.max(2.0 * size, Math.max((double) most, least));
  }

  private LinkSeries.End rounds(List<Item> items) throws IOException {
    boolean poor = false;
    while (true) {
      overhead.measure();
      boolean idle = true;
      for (var item : items) {
        if (item.isDone(budget.interval())) {
          continue;
        }
        if (elapsed() >= budget.seconds()) {
          return LinkSeries.End.TIME;
        }
        if (meter.bytes() + item.bytes() > budget.bytes()) {
          poor = true;
          continue;
        }
        item.measure();
        idle = false;
      }
      if (idle) {
        return poor ? LinkSeries.End.BYTES : LinkSeries.End.NARROW;
      }
    }
  }

  private static List<SizePoint> points(List<Item> items) {
    var points = new ArrayList<SizePoint>();
    for (var item : items) {
      if (!item.back()) {
        @Nullable Estimate roundTrip =
            items.stream()
                .filter(other -> other.back() && other.size() == item.size())
                .findFirst()
                .map(Item::seconds)
                .orElse(null);
        points.add(
            new SizePoint(
                item.size(),
                item.seconds(),
                roundTrip,
                item.share(Batch::cpuHere),
                item.share(Batch::cpuThere)));
      }
    }
    return points;
  }
}

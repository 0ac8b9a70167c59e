package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.simulate.GatewayPolicy;
import java.util.HashMap;
import java.util.Map;

/**
 * Says which of a gateway's workers are too slow to get a task near the end of the run: what it
 * takes for one, each has shown or the plan says; how long there is work, the parent tells.
 */
final class SlowWorkers {
  /** Workers that are known by the plan at most. */
  private static final int MOST = 1 << 20;

  private final Children children;

  /** Seconds for a task by the plan, by name. */
  private final Map<String, Double> planned = new HashMap<>();

  private boolean knowsEnd;
  private long end;
  private long stuckSince = Long.MAX_VALUE;

  SlowWorkers(Children children) {
    this.children = children;
  }

  /**
   * The parent has told how long there is work.
   *
   * @param left milliseconds; the largest number if nobody knows
   */
  void told(int left, long now) {
    knowsEnd = left < Integer.MAX_VALUE;
    end = now + left * 1_000_000L;
  }

  /** The parent has told how long workers take. */
  void told(Message.Paces paces) {
    for (int i = 0; i < paces.micros().length && planned.size() < MOST; i++) {
      planned.put(paces.workers().get(i), 1e-6 * paces.micros()[i]);
    }
  }

  /** Seconds that a worker takes: as it told, or by the plan before; 0 if nobody knows. */
  private double pace(Child worker, long now) {
    return worker.hasTold()
        ? worker.pace(now)
        : planned.getOrDefault(worker.name, worker.pace(now));
  }

  /**
   * Whether they must compute all the same, for nobody else does. Others may be about to ask: this
   * must have been so for a while.
   */
  boolean areNeeded(boolean isStuck, long patience, long now) {
    if (!isStuck) {
      stuckSince = Long.MAX_VALUE;
      return false;
    }
    stuckSince = Math.min(stuckSince, now);
    return now - stuckSince >= patience;
  }

  /** Whether the run would only wait for a worker, as {@link GatewayPolicy#isTooSlow} says. */
  boolean contains(Child worker, long now) {
    double pace = pace(worker, now);
    if (!knowsEnd || !worker.isWorker() || pace == 0) {
      return false;
    }
    double seconds = seconds(worker, now);
    double left = Math.max(0, end - now) * 1e-9;
    // Of many workers the fastest is looked for near the end only, and where one is fast enough.
    return GatewayPolicy.isTooSlow(seconds, left, 0)
        && (GatewayPolicy.isTooSlow(seconds, left, pace) || isAnyFaster(seconds, left, now));
  }

  /**
   * How many tasks that wait for workers will be computed before the run is over; the largest
   * number if nobody knows.
   */
  int inTime(long now) {
    double left = Math.max(0, end - now) * 1e-9;
    long tasks = 0;
    for (var worker : children.all()) {
      if (worker.isThere()) {
        double pace = pace(worker, now);
        if (!knowsEnd || !worker.isWorker() || pace == 0) {
          return Integer.MAX_VALUE;
        }
        double busy = worker.holding.isEmpty() ? 0 : 1e-9 * (worker.nextResult() - now);
        double free = left - Math.max(0, worker.isUnknown() ? pace : busy);
        tasks += Math.max(1, worker.cores) * (long) Math.max(0, free / pace);
      }
    }
    return (int) Math.min(Integer.MAX_VALUE, tasks);
  }

  private boolean isAnyFaster(double seconds, double left, long now) {
    for (var other : children.all()) {
      double its = pace(other, now);
      if (other.isThere()
          && !other.isOff
          && other.isWorker()
          && its > 0
          && GatewayPolicy.isTooSlow(seconds, left, its)) {
        return true;
      }
    }
    return false;
  }

  /** Seconds until a worker would have computed a task that it gets now. */
  double seconds(Child worker, long now) {
    double pace = pace(worker, now);
    return new Delivery(pace, Math.max(1, worker.cores) / pace).seconds(worker.holding.size());
  }
}

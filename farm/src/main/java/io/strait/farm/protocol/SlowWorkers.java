package io.strait.farm.protocol;

import io.strait.farm.simulate.Delivery;
import io.strait.farm.simulate.GatewayPolicy;

/**
 * Says which of a gateway's workers are too slow to get a task near the end of the run: what it
 * takes for one, each has shown; how long there is work, the parent tells.
 */
final class SlowWorkers {
  private final Children children;
  private boolean knowsEnd;
  private long end;

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

  /** Whether the run would only wait for a worker. */
  boolean contains(Child worker, GatewayPolicy policy, long now) {
    if (!knowsEnd || !worker.isWorker() || worker.isUnknown()) {
      return false;
    }
    double fastest = worker.measured;
    double rate = 0;
    for (var other : children.all()) {
      if (other.isThere() && other.isWorker() && !other.isUnknown()) {
        fastest = Math.min(fastest, other.measured);
        rate += rate(other);
      }
    }
    double seconds = new Delivery(worker.measured, rate(worker)).seconds(worker.holding.size());
    return policy.isTooSlow(seconds, Math.max(0, end - now) * 1e-9, rate, fastest);
  }

  private static double rate(Child worker) {
    return Math.max(1, worker.cores) / worker.measured;
  }
}

package io.strait.farm.law;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.time.Duration;
import java.util.Collection;

/** The equations of <em>Master/slave computing on the Grid</em>. */
public final class Placement {
  private Placement() {}

  /** placement (1): the application's rate is the sum of its slaves' rates. */
  public static Rate appRate(Collection<Rate> slaveRates) {
    double sum = 0;
    for (var rate : slaveRates) {
      sum += rate.perSecond();
    }
    return new Rate(sum);
  }

  /** placement (2): seconds that the application takes. */
  public static double execTime(long tasks, double appRate) {
    return tasks / appRate;
  }

  /** placement (6), (7): tasks per second of a processor that is free in part. */
  public static Rate workRate(Fraction available, Duration taskTime) {
    return new Rate(available.ofOne() / (taskTime.toNanos() / 1e9));
  }

  /** placement (8): tasks per second of a network. */
  public static Rate networkRate(Bandwidth bandwidth, Bytes taskTransfer) {
    return Tuning.maxPerf(bandwidth, 1, taskTransfer);
  }
}

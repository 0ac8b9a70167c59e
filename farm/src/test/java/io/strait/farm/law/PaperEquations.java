package io.strait.farm.law;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.time.Duration;
import java.util.Collection;

/**
 * Equations of papers tuning and placement whose work the planner's flows do: to compare with the
 * numbers that the papers print.
 */
final class PaperEquations {
  private PaperEquations() {}

  /**
   * tuning (1), (4): the rate at which computing and communicating take equally long, {@code TPut *
   * Oper / Comm}.
   *
   * @param throughput of the network
   * @param tasks done while {@code volume} is communicated
   * @param volume communicated for these tasks
   */
  static Rate maxPerf(Bandwidth throughput, double tasks, Bytes volume) {
    if (volume.count() == 0) {
      return new Rate(Double.POSITIVE_INFINITY);
    }
    return new Rate(throughput.bytesPerSecond() * tasks / volume.count());
  }

  /** tuning (2): what a cluster can contribute. */
  static Rate estPerf(Rate available, Rate maxLan, Rate maxInet) {
    return new Rate(
        Math.min(available.perSecond(), Math.min(maxLan.perSecond(), maxInet.perSecond())));
  }

  /**
   * tuning (5): the rate that a gap carries when {@code s} results are combined before they cross
   * it.
   */
  static Rate maxPerfInet(int s, Bandwidth throughput, Bytes volume) {
    return maxPerf(throughput, s, volume);
  }

  /**
   * The bytes that cross a gap per task when {@code s} results are combined there: every input, but
   * only one result in {@code s}. tuning (5) divides the input too, which matters only where inputs
   * are large.
   */
  static double gapVolume(Bytes input, Bytes output, int s) {
    return input.count() + output.count() / s;
  }

  /**
   * The smallest number of results to combine so that the gap carries the available rate, from
   * {@link #gapVolume}; 0 where the inputs alone are too much.
   */
  static int smallestAggregation(Rate available, Bandwidth throughput, Bytes input, Bytes output) {
    double room = throughput.bytesPerSecond() / available.perSecond() - input.count();
    if (output.count() == 0) {
      return room >= 0 ? 1 : 0;
    }
    if (!(room > 0)) {
      return 0;
    }
    double s = Math.ceil(output.count() / room * (1 - 1e-12));
    return s > Integer.MAX_VALUE ? 0 : Math.max(1, (int) s);
  }

  /** placement (1): the application's rate is the sum of its slaves' rates. */
  static Rate appRate(Collection<Rate> slaveRates) {
    double sum = 0;
    for (var rate : slaveRates) {
      sum += rate.perSecond();
    }
    return new Rate(sum);
  }

  /** placement (6), (7): tasks per second of a processor that is free in part. */
  static Rate workRate(Fraction available, Duration taskTime) {
    return new Rate(available.ofOne() / (taskTime.toNanos() / 1e9));
  }

  /** placement (8): tasks per second of a network. */
  static Rate networkRate(Bandwidth bandwidth, Bytes taskTransfer) {
    return maxPerf(bandwidth, 1, taskTransfer);
  }
}

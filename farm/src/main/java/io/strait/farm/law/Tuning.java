package io.strait.farm.law;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Rate;

/** The equations of <em>Tuning application in a multi-cluster environment</em>. */
public final class Tuning {
  private Tuning() {}

  /**
   * tuning (1), (4): the rate at which computing and communicating take equally long, {@code TPut *
   * Oper / Comm}.
   *
   * @param throughput of the network
   * @param tasks done while {@code volume} is communicated
   * @param volume communicated for these tasks
   */
  public static Rate maxPerf(Bandwidth throughput, double tasks, Bytes volume) {
    if (volume.count() == 0) {
      return new Rate(Double.POSITIVE_INFINITY);
    }
    return new Rate(throughput.bytesPerSecond() * tasks / volume.count());
  }

  /** tuning (2): what a cluster can contribute. */
  public static Rate estPerf(Rate available, Rate maxLan, Rate maxInet) {
    return new Rate(
        Math.min(available.perSecond(), Math.min(maxLan.perSecond(), maxInet.perSecond())));
  }

  /**
   * tuning (3), left: the share of the available performance that is used; NaN where there is none.
   */
  public static double estimatedEfficiency(double estimated, double available) {
    return available == 0 ? Double.NaN : estimated / available;
  }

  /** tuning (3), right: how many times the local cluster's performance; NaN where that is none. */
  public static double estimatedSpeedup(double estimated, double local) {
    return local == 0 ? Double.NaN : estimated / local;
  }

  /**
   * tuning (5): the rate that a gap carries when {@code s} results are combined before they cross
   * it.
   */
  public static Rate maxPerfInet(int s, Bandwidth throughput, Bytes volume) {
    return maxPerf(throughput, s, volume);
  }

  /**
   * The bytes that cross a gap per task when {@code s} results are combined there: every input, but
   * only one result in {@code s}. tuning (5) divides the input too, which matters only where inputs
   * are large.
   */
  public static double gapVolume(Bytes input, Bytes output, int s) {
    return input.count() + output.count() / s;
  }

  /**
   * The smallest number of results to combine so that the gap carries the available rate, from
   * {@link #gapVolume}; 0 where the inputs alone are too much.
   */
  public static int smallestAggregation(
      Rate available, Bandwidth throughput, Bytes input, Bytes output) {
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

  /** Precision of an estimate: the smaller of estimate and measurement over the larger. */
  public static double precision(double estimated, double measured) {
    return Math.min(estimated, measured) / Math.max(estimated, measured);
  }
}

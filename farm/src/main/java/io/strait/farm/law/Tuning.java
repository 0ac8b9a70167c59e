package io.strait.farm.law;

/** The equations of <em>Tuning application in a multi-cluster environment</em>. */
public final class Tuning {
  private Tuning() {}

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

  /** Precision of an estimate: the smaller of estimate and measurement over the larger. */
  public static double precision(double estimated, double measured) {
    return Math.min(estimated, measured) / Math.max(estimated, measured);
  }
}

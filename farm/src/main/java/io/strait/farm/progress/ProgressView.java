package io.strait.farm.progress;

import java.util.List;

/**
 * How far a run is, as people want to see it. Rates are per second of the run's own clock, and
 * times are seconds of it.
 *
 * @param finished tasks done or failed for good
 * @param failed those that failed for good
 * @param rate tasks per second lately
 * @param promised rate of the plan; NaN if it promised none
 * @param left until the end at the present pace; infinite if nothing is done, or comes any more
 * @param total from the start of this master to the end at the present pace
 * @param planned that total by the plan; NaN if there is none
 * @param realLeft seconds of real time that are left; NaN if the run's clock is the real one
 * @param stalled for how long nothing has come, if that is unusual; else 0
 */
record ProgressView(
    int tasks,
    int finished,
    int failed,
    double rate,
    double promised,
    double left,
    double total,
    double planned,
    double realLeft,
    double stalled,
    List<ClusterView> clusters) {

  /**
   * One cluster.
   *
   * @param workers that are connected; -1 where only its gateway knows
   * @param planned workers; 0 if it is not in the plan
   * @param finished tasks that it has done since the master was started
   * @param estimated rate of the plan; NaN if it promised none
   * @param in bytes per second from it
   * @param out bytes per second to it
   * @param failures tasks that it reported as failed, also if they were tried again
   * @param silent for how long nothing was heard from it, if it is cut off or that is unusual
   */
  record ClusterView(
      String name,
      int workers,
      int planned,
      State state,
      int finished,
      double rate,
      double estimated,
      double in,
      double out,
      int failures,
      double silent) {

    /** What is wrong with it; empty if nothing is. */
    String mark() {
      var failed = failures == 0 ? "" : failures == 1 ? "1 failure" : failures + " failures";
      return switch (state) {
        case HERE ->
            silent > 0
                ? "silent for %s%s"
                    .formatted(ProgressText.whole(silent), failed.isEmpty() ? "" : ", " + failed)
                : failed;
        case AWAITED -> "not here yet";
        case CUT_OFF ->
            "cut off for %s%s"
                .formatted(ProgressText.whole(silent), failed.isEmpty() ? "" : ", " + failed);
      };
    }
  }

  /** Whether nobody is left who can be heard, though somebody was. */
  boolean isCutOff() {
    return clusters.stream().anyMatch(c -> c.state == State.CUT_OFF)
        && clusters.stream().noneMatch(c -> c.state == State.HERE);
  }

  /** Whether any node of a cluster is connected. */
  enum State {
    AWAITED,
    HERE,
    CUT_OFF
  }
}

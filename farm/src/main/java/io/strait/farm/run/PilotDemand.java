package io.strait.farm.run;

/**
 * How many workers of a cluster are wanted, as a function of what is left to do.
 *
 * <ul>
 *   <li>As many as the plan says, unless what is left keeps fewer busy. What other clusters hold is
 *       not for this one; should they lose it, it waits again, and so do workers here.
 *   <li>More only for a deadline that would be missed at the present rate, and only if all of the
 *       plan's run, none waits, and the site has cores to spare. Every cluster then grows by the
 *       factor that the whole run lacks, as far as it has hosts.
 *   <li>Those that came beyond the plan stay as long as there is work for them.
 * </ul>
 *
 * @param planned workers of the plan
 * @param most those that the cluster has hosts for
 * @param cores of a worker
 */
record PilotDemand(int planned, int most, int cores) {
  /** A deadline that is missed by less than this share is none to spend money on. */
  private static final double SLACK = 0.02;

  /**
   * How a run and a cluster stand.
   *
   * @param waiting tasks that nobody holds
   * @param held tasks that the cluster holds
   * @param left tasks of the run that are not done
   * @param rate tasks per second that the whole run does now; 0 if unknown
   * @param secondsLeft to the deadline; infinite if there is none
   * @param running workers of the cluster
   * @param queued those that wait to be started
   * @param idleCores that the site has to spare; 0 if unknown
   */
  record Load(
      int waiting,
      int held,
      int left,
      double rate,
      double secondsLeft,
      int running,
      int queued,
      int idleCores) {
    Load withIdleCores(int count) {
      return new Load(waiting, held, left, rate, secondsLeft, running, queued, count);
    }

    /** How many times faster the run must become to be done in time; at most 1 if it will be. */
    private double lack() {
      return rate > 0 && secondsLeft > 0 ? left / (rate * secondsLeft) : 0;
    }
  }

  /** How many are wanted. */
  int wanted(Load load) {
    int busy = Math.ceilDiv(load.waiting + load.held, cores);
    int now = load.running + load.queued;
    int wanted = Math.max(planned, now);
    if (mayGrow(load)) {
      int more = (int) Math.ceil(load.running * Math.min(most, load.lack() - 1));
      wanted = Math.max(wanted, now + Math.min(more, load.idleCores / cores));
    }
    return Math.min(Math.min(wanted, most), busy);
  }

  /** Whether more than planned would be wanted if the site had cores to spare. */
  boolean mayGrow(Load load) {
    return load.waiting > 0
        && load.queued == 0
        && load.running >= planned
        && load.running < most
        && load.lack() > 1 + SLACK;
  }
}

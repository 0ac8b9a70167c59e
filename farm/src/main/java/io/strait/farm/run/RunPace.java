package io.strait.farm.run;

/**
 * Tasks per second that a run does with the workers that it has now: counted anew whenever workers
 * come or go, and unknown until each of their cores has had time for two tasks.
 */
final class RunPace {
  /** Less than this says nothing. */
  private static final double SHORTEST = 30;

  private static final int ROUNDS = 2;

  private int workers = -1;
  private int from;
  private double since;
  private double rate;

  /**
   * Looks at a run.
   *
   * @param connected workers
   * @param cores of all of them
   * @param finished tasks
   * @param seconds since the master was started
   */
  void look(int connected, int cores, int finished, double seconds) {
    if (connected != workers) {
      workers = connected;
      from = finished;
      since = seconds;
      rate = 0;
    } else if (seconds - since >= SHORTEST && finished - from >= ROUNDS * cores) {
      rate = (finished - from) / (seconds - since);
    }
  }

  /** 0 if it is unknown. */
  double perSecond() {
    return rate;
  }
}

package io.strait.farm.pace;

/**
 * When a worker asks for its next tasks: just before it needs them, where a message and its answer
 * are quick; sooner and for more where they take long. A task that waits at a slow worker while
 * others have nothing to do is the longest end of a run.
 */
public final class AskingAhead {
  /** A round trip that takes less than this part of a task is quick. */
  private static final double QUICK = 0.1;

  /** What a task may wait at a worker for its turn, as a part of the time that one takes. */
  private static final double EARLY = 0.02;

  /** What a busy machine's attention may cost, as a part of the time that a task takes. */
  private static final double MOST_EARLY = 0.1;

  private AskingAhead() {}

  /**
   * Tasks to have beyond those that are being computed.
   *
   * @param rate tasks per second of all cores
   * @param roundTrip seconds
   */
  public static int tasks(double rate, int cores, double roundTrip) {
    double tasks = rate * roundTrip;
    return tasks < QUICK * cores ? 0 : Throughput.twice(tasks);
  }

  /**
   * Whether a gateway asks for tasks just before its workers need them: they do less than half of
   * one each during a round trip.
   *
   * @param rate tasks per second of all workers
   * @param hands tasks that they compute at a time
   * @param roundTrip seconds
   */
  public static boolean isJustInTime(double rate, int hands, double roundTrip) {
    return Throughput.prefetch(rate, roundTrip) <= hands;
  }

  /**
   * Seconds before the end of a task at which to ask for the next.
   *
   * @param task seconds that one takes
   * @param roundTrip seconds
   * @param attention seconds that a machine may be late
   */
  public static double lead(double task, double roundTrip, double attention) {
    return Math.max(Math.clamp(attention, EARLY * task, MOST_EARLY * task), 2 * roundTrip);
  }
}

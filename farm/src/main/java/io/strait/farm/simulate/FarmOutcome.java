package io.strait.farm.simulate;

/**
 * What came of a simulated run.
 *
 * @param makespan seconds until the last result was done with
 * @param tasksOf how many tasks every worker computed and delivered
 * @param busyOf seconds that every worker computed, over its cores
 * @param networks use of every network server, see {@link #lan} and {@link #gap}
 * @param master use of the master
 * @param lost how many times a task was lost and handed out again
 * @param events how many events the engine went through
 */
public record FarmOutcome(
    double makespan,
    int[] tasksOf,
    double[] busyOf,
    Use[] networks,
    Use master,
    long lost,
    long events) {

  /**
   * Use of a FIFO server.
   *
   * @param busy seconds that it served
   * @param waited seconds that messages waited for it, added up
   * @param messages how many it served
   */
  public record Use(double busy, double waited, long messages) {}

  /**
   * The server of a LAN, towards the workers (0) or the master (1); both are one where it is half
   * duplex.
   */
  public static int lan(int cluster, int direction) {
    return 2 * cluster + direction;
  }

  /** The server of a gap, as {@link #lan}. */
  public static int gap(int clusters, int gap, int direction) {
    return 2 * clusters + 2 * gap + direction;
  }
}

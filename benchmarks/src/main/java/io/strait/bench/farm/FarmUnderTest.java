package io.strait.bench.farm;

import java.util.List;

/**
 * A farm that is up and can be measured: its processes are started when it is made and ended when
 * it is closed. Every method measures once, within about a second, and checks the results it gets;
 * the first call may be slower than later ones. What a farm cannot do is not a number.
 */
public interface FarmUnderTest extends AutoCloseable {
  /** Bytes of a bulk result. */
  int BULK_BYTES = 2_310_244;

  /** Tasks that are submitted one after another for {@link #latency}. */
  int LATENCY_TASKS = 200;

  /** Short, in lower case: it becomes part of the names of cases. */
  String name();

  /** What it was run with, where there was a choice. */
  default String setting() {
    return "";
  }

  /**
   * Tasks per second that take and return a number, from the first submission to the last result.
   */
  default double noopRate() {
    return Double.NaN;
  }

  /** How many tasks {@link #noopRate} computes, 0 where nobody asks for the CPU time of one. */
  default int noopTasks() {
    return 0;
  }

  /**
   * Of {@link #LATENCY_TASKS} tasks, each submitted when the result of the one before is there.
   * Ours hands tasks out ahead: what counts there is how long a worker was free, and how long a
   * result was on its way.
   */
  default Latency latency() {
    return Latency.UNKNOWN;
  }

  /** Results of {@link #BULK_BYTES} per second, as they arrive in the memory of the master. */
  default double bulkRate() {
    return Double.NaN;
  }

  /** How many results {@link #bulkRate} brings, 0 where nobody asks for the CPU time of one. */
  default int bulkTasks() {
    return 0;
  }

  /** Tasks per second that start a process each, one that does nothing, two at a time. */
  default double commandRate() {
    return Double.NaN;
  }

  /** Its processes, for their memory; none where they do not live long enough to be asked. */
  default List<Long> processes() {
    return List.of();
  }

  @Override
  void close();
}

package io.strait.farm.simulate;

/** Gets to know everything that takes time in a simulated run, as it is decided. */
public interface Timings {
  /** A worker computes a task on one of its cores. */
  void computed(int worker, int core, int task, double start, double end);

  /** A message on a network server, see {@link FarmOutcome#lan} and {@link FarmOutcome#gap}. */
  void transferred(int server, double start, double end, boolean result);

  /** Results have come to the master. */
  default void arrived(int count, double at) {}

  /** The master takes a result in. */
  void processed(int count, double start, double end);

  /** A task is lost because its host failed. */
  default void lost(int worker, int task, double at) {}
}

package io.strait.farm.run;

/** Gateways and workers that belong to a run. */
public interface FarmNodes extends AutoCloseable {
  /** Lets them finish what has begun and leave. */
  void drain();

  /** Says what is wrong with them, in a line; empty if nothing is. */
  String trouble();

  /** Learns how the run stands, now and then. */
  default void look(FarmStatus status) {}

  /** No more than so many workers of a cluster are needed from now on. */
  default void limit(String cluster, int workers) {}

  /** The run ends before all is done: those that leave from now on are not replaced. */
  default void replaceNobody() {}

  /** Whether none of them is left and none will be started again. */
  boolean isOver();

  @Override
  void close();
}

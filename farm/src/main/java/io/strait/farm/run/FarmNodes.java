package io.strait.farm.run;

/** Gateways and workers that belong to a run. */
public interface FarmNodes extends AutoCloseable {
  /** Sends them home: they finish what has begun. */
  void drain();

  /** Says what is wrong with them, in a line; empty if nothing is. */
  String trouble();

  /** Whether nobody of them is left, nor will come again. */
  boolean isOver();

  @Override
  void close();
}

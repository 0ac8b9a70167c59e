package io.strait.farm.task;

/**
 * Adds results up. The outcome does not depend on the order or the grouping of what is added, to
 * the last bit. Not safe for use by several threads.
 */
public interface Reducer {
  /** Adds the result of one task. */
  void add(byte[] result);

  /** Adds what {@link #partial} of another reducer of the same kind gave. */
  void merge(byte[] partial);

  /** All that was added so far, in a form that another reducer can merge. */
  byte[] partial();

  /** The outcome, in the form of a task's result. */
  byte[] result();

  /** Forgets everything. */
  void clear();
}

package io.strait.run.store;

/**
 * A durable log of records, as the state machines see it. What is appended is not safe until the
 * owner is told so, which happens some time after {@link #sync}. Records keep their order.
 */
public interface Disk {
  /** Appends a record and returns its position; positions grow. Never blocks on the medium. */
  long append(byte kind, byte[] record);

  /** Asks that everything appended so far becomes durable; the owner is told when it is. */
  void sync();

  /** Reads a record that was appended, durable or not, and not released. */
  byte[] read(long position);

  /** The record is not needed any more. It may still be there after a restart. */
  void release(long position);

  /** All records before this position are not needed any more. */
  void releaseBefore(long position);
}

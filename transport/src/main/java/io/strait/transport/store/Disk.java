package io.strait.transport.store;

import java.util.Arrays;

/**
 * A durable log of records, as the state machines see it. What is appended is not safe until the
 * owner is told so, which happens some time after {@link #sync}. Records keep their order.
 */
public interface Disk {
  /** Appends a record and returns its position; positions grow. Never blocks on the medium. */
  long append(byte kind, byte[] record);

  /** The same for a record in two pieces, which are not copied. */
  default long append(byte kind, byte[] head, byte[] rest) {
    var record = Arrays.copyOf(head, Math.addExact(head.length, rest.length));
    System.arraycopy(rest, 0, record, head.length, rest.length);
    return append(kind, record);
  }

  /**
   * The same for a record whose rest lies in several buffers, which stay as they are until the
   * owner is told that the record is durable.
   */
  default long append(byte kind, byte[] head, Scattered rest) {
    var record = Arrays.copyOf(head, Math.addExact(head.length, rest.length()));
    rest.copyTo(record, head.length);
    return append(kind, record);
  }

  /** Asks that everything appended so far becomes durable; the owner is told when it is. */
  void sync();

  /** Reads a record that was appended, durable or not, and not released. */
  byte[] read(long position);

  /** The record is not needed any more. It may still be there after a restart. */
  void release(long position);

  /** All records before this position are not needed any more. */
  void releaseBefore(long position);
}

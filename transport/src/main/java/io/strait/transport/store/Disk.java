package io.strait.transport.store;

import java.util.Arrays;

/**
 * A durable log of records, as state machines see it. A record is safe only when its owner is told
 * so, some time after {@link #sync}. Records keep their order.
 */
public interface Disk {
  /** Appends a record and returns its position. Positions grow. Never waits for the disk. */
  long append(byte kind, byte[] record);

  /** Appends a record in two pieces, which are not copied. */
  default long append(byte kind, byte[] head, byte[] rest) {
    var record = Arrays.copyOf(head, Math.addExact(head.length, rest.length));
    System.arraycopy(rest, 0, record, head.length, rest.length);
    return append(kind, record);
  }

  /**
   * Appends a record whose rest lies in several buffers. They must not change until the owner is
   * told that the record is durable.
   */
  default long append(byte kind, byte[] head, Scattered rest) {
    var record = Arrays.copyOf(head, Math.addExact(head.length, rest.length()));
    rest.copyTo(record, head.length);
    return append(kind, record);
  }

  /** Asks for everything appended so far to become durable. The owner is told when it is. */
  void sync();

  /** Reads a record that was not released, durable or not. */
  byte[] read(long position);

  /** Releases a record that is no longer needed. It may still be there after a restart. */
  void release(long position);

  /** Releases all records before a position. */
  void releaseBefore(long position);

  /** The bytes for which there is room, as far as known; 0 while nothing can be written. */
  default long room() {
    return Long.MAX_VALUE;
  }
}

package io.strait.transport.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The headers of records and segments. Only one thread may use an instance. */
final class RecordFrame {
  /** The length of a record's header. */
  static final int RECORD = 9;

  /** The length of a segment's header. */
  static final int SEGMENT = 20;

  private static final long MAGIC = 0x7374726169740001L;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer scratch = ByteBuffer.allocate(16);

  private static final byte[] NONE = new byte[0];

  /** The bytes that a payload takes in a segment, with its header. */
  static long length(byte[] payload) {
    return length(NONE, payload, Scattered.NONE);
  }

  /** The bytes that a payload in pieces takes in a segment, with its header. */
  static long length(byte[] head, byte[] rest, Scattered more) {
    return RECORD + (long) head.length + rest.length + more.length();
  }

  /** The checksum of a record. */
  int checksum(long position, byte kind, byte[] payload) {
    return checksum(position, kind, NONE, payload, Scattered.NONE);
  }

  /** Begins with the checksum of a record: all but its payload. */
  private void begin(long position, byte kind, int length) {
    scratch.clear().putLong(position).putInt(length).put(kind);
    crc.reset();
    crc.update(scratch.array(), 0, scratch.position());
  }

  private int checksum(long position, byte kind, byte[] head, byte[] rest, Scattered more) {
    begin(position, kind, head.length + rest.length + more.length());
    crc.update(head, 0, head.length);
    crc.update(rest, 0, rest.length);
    for (var buffer : more.buffers()) {
      crc.update(buffer.duplicate().rewind());
    }
    return (int) crc.getValue();
  }

  /**
   * Puts the header of a record.
   *
   * @param whole whether with its checksum; otherwise {@link #add} and {@link #completeRecord}
   *     follow
   */
  void putRecord(
      ByteBuffer target,
      long position,
      byte kind,
      byte[] head,
      byte[] rest,
      Scattered more,
      boolean whole) {
    int length = head.length + rest.length + more.length();
    target.putInt(length);
    if (whole) {
      target.putInt(checksum(position, kind, head, rest, more));
    } else {
      begin(position, kind, length);
      target.putInt(0);
    }
    target.put(kind);
  }

  /** Adds bytes of a payload to the checksum. */
  void add(ByteBuffer bytes, int from, int length) {
    crc.update(bytes.duplicate().limit(from + length).position(from));
  }

  /** Puts the checksum into the header at an index. */
  void completeRecord(ByteBuffer target, int header) {
    target.putInt(header + Integer.BYTES, (int) crc.getValue());
  }

  /** Puts the header of a segment. */
  void putSegment(ByteBuffer target, long base) {
    scratch.clear().putLong(MAGIC).putLong(base);
    crc.reset();
    crc.update(scratch.array(), 0, 16);
    target.put(scratch.array(), 0, 16).putInt((int) crc.getValue());
  }

  /** Whether these bytes are the header of the segment with this base. */
  boolean isSegment(byte[] head, long base) {
    ByteBuffer expected = ByteBuffer.allocate(SEGMENT);
    putSegment(expected, base);
    return expected.flip().equals(ByteBuffer.wrap(head));
  }
}

package io.strait.run.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The frames around records and at the head of segments. Not safe for several threads. */
final class Frame {
  /** The bytes before the payload of a record. */
  static final int RECORD = 9;

  /** The bytes before the first record of a segment. */
  static final int SEGMENT = 20;

  private static final long MAGIC = 0x7374726169740001L;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer scratch = ByteBuffer.allocate(16);

  /** The bytes that a payload takes in a segment. */
  static long length(byte[] payload) {
    return RECORD + (long) payload.length;
  }

  /** The checksum of a record. */
  int checksum(long position, byte kind, byte[] payload) {
    scratch.clear().putLong(position).putInt(payload.length).put(kind);
    crc.reset();
    crc.update(scratch.array(), 0, scratch.position());
    crc.update(payload, 0, payload.length);
    return (int) crc.getValue();
  }

  /** Puts what comes before the payload. */
  void putRecord(ByteBuffer target, long position, byte kind, byte[] payload) {
    target.putInt(payload.length).putInt(checksum(position, kind, payload)).put(kind);
  }

  /** Puts the head of a segment. */
  void putSegment(ByteBuffer target, long base) {
    scratch.clear().putLong(MAGIC).putLong(base);
    crc.reset();
    crc.update(scratch.array(), 0, 16);
    target.put(scratch.array(), 0, 16).putInt((int) crc.getValue());
  }

  /** Whether these bytes are the head of the segment with this base. */
  boolean isSegment(byte[] head, long base) {
    ByteBuffer expected = ByteBuffer.allocate(SEGMENT);
    putSegment(expected, base);
    return expected.flip().equals(ByteBuffer.wrap(head));
  }
}

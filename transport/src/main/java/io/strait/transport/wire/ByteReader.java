package io.strait.transport.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads a message. Even if the message is damaged, nothing is read or allocated past its end. */
public final class ByteReader {
  private final ByteBuffer in;

  public ByteReader(byte[] bytes, int from, int end) {
    in = ByteBuffer.wrap(bytes, from, end - from);
  }

  private void need(int bytes) {
    if (in.remaining() < bytes) {
      throw new IllegalArgumentException(
          "a message that is %d bytes too short".formatted(bytes - in.remaining()));
    }
  }

  public int u8() {
    need(1);
    return in.get() & 0xff;
  }

  public long i64() {
    need(8);
    return in.getLong();
  }

  public int number() {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = u8();
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        if (value > Integer.MAX_VALUE) {
          break;
        }
        return (int) value;
      }
    }
    throw new IllegalArgumentException("a number that is too large");
  }

  /** The number of items that follow, if each takes at least so many bytes. */
  public int count(int least) {
    int count = number();
    if (count > in.remaining() / least) {
      throw new IllegalArgumentException(
          "a message with %d items, expected at most %d".formatted(count, in.remaining() / least));
    }
    return count;
  }

  public byte[] bytes() {
    int length = number();
    need(length);
    var bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Skips bytes that are preceded by their length, and returns the length. */
  public int skip() {
    int length = number();
    need(length);
    in.position(in.position() + length);
    return length;
  }

  /** The whole array, including bytes before the start. */
  public byte[] array() {
    return in.array();
  }

  /** The index of the next byte. */
  public int position() {
    return in.position();
  }

  public String text(int longest) {
    var bytes = bytes();
    if (bytes.length > longest) {
      throw new IllegalArgumentException(
          "a text of %d bytes, expected at most %d".formatted(bytes.length, longest));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

package io.strait.run.wire;

import io.strait.run.farm.IdSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Bytes that are being read; whatever they are, nothing is read or allocated beyond their end. */
final class ByteReader {
  private final ByteBuffer in;

  ByteReader(byte[] bytes, int from, int end) {
    in = ByteBuffer.wrap(bytes, from, end - from);
  }

  private void need(int bytes) {
    if (in.remaining() < bytes) {
      throw new IllegalArgumentException(
          "a message that ends %d bytes too early".formatted(bytes - in.remaining()));
    }
  }

  int u8() {
    need(1);
    return in.get() & 0xff;
  }

  long i64() {
    need(8);
    return in.getLong();
  }

  int number() {
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

  /** The number of things that follow, each of which takes at least so many bytes. */
  int count(int least) {
    int count = number();
    if (count > in.remaining() / least) {
      throw new IllegalArgumentException("%d things, expected fewer".formatted(count));
    }
    return count;
  }

  byte[] bytes() {
    int length = number();
    need(length);
    var bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Passes over bytes with their length before them, and returns that. */
  int skip() {
    int length = number();
    need(length);
    in.position(in.position() + length);
    return length;
  }

  /** All bytes, also those before where reading began. */
  byte[] array() {
    return in.array();
  }

  /** Where reading is. */
  int position() {
    return in.position();
  }

  String text(int longest) {
    var bytes = bytes();
    if (bytes.length > longest) {
      throw new IllegalArgumentException("a text of %d bytes".formatted(bytes.length));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  IdSet ids() {
    int count = count(2);
    var ranges = new int[2 * count];
    long before = -1;
    for (int i = 0; i < count; i++) {
      long first = before + 1 + number();
      long last = first + number();
      if (last >= Integer.MAX_VALUE) {
        throw new IllegalArgumentException("task %d, expected a smaller one".formatted(last));
      }
      ranges[2 * i] = (int) first;
      ranges[2 * i + 1] = (int) last;
      before = last;
    }
    return IdSet.ofRanges(ranges);
  }
}

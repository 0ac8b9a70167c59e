package io.strait.farm.task;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link PackedWriter} wrote, or what somebody claims to be that: every length is
 * checked before it is used, and what is wrong is an {@link IllegalArgumentException}.
 */
final class PackedReader {
  private final byte[] bytes;
  private final String what;
  private int at;

  /**
   * @param what the bytes are, for messages
   */
  PackedReader(byte[] bytes, String what) {
    this(bytes, 0, what);
  }

  /** Reads from a byte on that is not the first. */
  PackedReader(byte[] bytes, int at, String what) {
    this.bytes = bytes;
    this.at = at;
    this.what = what;
  }

  int u8() {
    if (at == bytes.length) {
      throw error("ends at byte %d, expected more".formatted(at));
    }
    return bytes[at++] & 0xff;
  }

  long number(long most) {
    int start = at;
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int next = u8();
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        if (value > most) {
          throw error("has %d at byte %d, expected at most %d".formatted(value, start, most));
        }
        return value;
      }
    }
    throw error("has an endless number at byte %d".formatted(start));
  }

  /** A number of things that take at least a byte each. */
  int count(int most) {
    int start = at;
    int count = (int) number(most);
    if (count > remaining()) {
      throw error(
          "announces %d things at byte %d, expected at most the %d bytes that are left"
              .formatted(count, start, remaining()));
    }
    return count;
  }

  byte[] bytes(int most) {
    int length = count(most);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  String text(int most) {
    int start = at;
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(most))).toString();
    } catch (CharacterCodingException e) {
      throw error("has a text at byte %d that is not UTF-8".formatted(start));
    }
  }

  int at() {
    return at;
  }

  int remaining() {
    return bytes.length - at;
  }

  void end() {
    if (remaining() > 0) {
      throw error("has %d bytes too many at byte %d".formatted(remaining(), at));
    }
  }

  IllegalArgumentException error(String problem) {
    return new IllegalArgumentException(what + " " + problem);
  }
}

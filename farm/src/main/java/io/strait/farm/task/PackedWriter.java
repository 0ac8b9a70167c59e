package io.strait.farm.task;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes numbers, texts and bytes one after the other, as {@link PackedReader} reads them. */
final class PackedWriter {
  private byte[] out = new byte[64];
  private int size;

  PackedWriter u8(int value) {
    room(1);
    out[size++] = (byte) value;
    return this;
  }

  /** A number of zero or more, seven bits per byte, lowest first. */
  PackedWriter number(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("%d is below zero".formatted(value));
    }
    long rest = value;
    while (rest >= 0x80) {
      u8((int) rest | 0x80);
      rest >>>= 7;
    }
    return u8((int) rest);
  }

  PackedWriter bytes(byte[] value) {
    number(value.length);
    room(value.length);
    System.arraycopy(value, 0, out, size, value.length);
    size += value.length;
    return this;
  }

  PackedWriter text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private void room(int more) {
    if (more > out.length - size) {
      int least = Math.addExact(size, more);
      out = Arrays.copyOf(out, Math.max(least, (int) Math.min(Integer.MAX_VALUE - 8, 2L * size)));
    }
  }

  byte[] toBytes() {
    return Arrays.copyOf(out, size);
  }
}

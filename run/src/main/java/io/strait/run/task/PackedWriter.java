package io.strait.run.task;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers, texts and bytes one after the other, as {@link PackedReader} reads them. */
final class PackedWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  PackedWriter u8(int value) {
    out.write(value);
    return this;
  }

  /** A number of zero or more, seven bits per byte, lowest first. */
  PackedWriter number(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("%d is below zero".formatted(value));
    }
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) rest | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  PackedWriter bytes(byte[] value) {
    number(value.length);
    out.writeBytes(value);
    return this;
  }

  PackedWriter text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  int size() {
    return out.size();
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}

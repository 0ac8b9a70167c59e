package io.strait.transport.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a message into an array that grows as needed. */
public final class ByteWriter {
  private byte[] bytes;
  private ByteBuffer view;
  private int size;

  public ByteWriter(int expected) {
    bytes = new byte[expected];
    view = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
      view = ByteBuffer.wrap(bytes);
    }
  }

  public ByteWriter u8(int value) {
    room(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public ByteWriter i64(long value) {
    room(8);
    view.putLong(size, value);
    size += 8;
    return this;
  }

  /** A number of 0 or more, in one to five bytes. */
  public ByteWriter number(int value) {
    room(5);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[size++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  public ByteWriter bytes(byte[] value) {
    number(value.length);
    room(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  public ByteWriter piece(Piece piece) {
    number(piece.length());
    room(piece.length());
    piece.copyTo(bytes, size);
    size += piece.length();
    return this;
  }

  public ByteWriter text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  public int size() {
    return size;
  }

  /** The array. The first {@link #size} bytes are the message. */
  public byte[] array() {
    return bytes;
  }

  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }
}

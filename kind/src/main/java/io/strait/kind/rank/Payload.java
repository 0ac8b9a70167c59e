package io.strait.kind.rank;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of messages between a master and its ranks: little-endian numbers. */
public final class Payload {
  public static final byte[] EMPTY = {};

  private Payload() {}

  public static byte[] longs(long... numbers) {
    var bytes = new byte[8 * numbers.length];
    wrap(bytes).asLongBuffer().put(numbers);
    return bytes;
  }

  public static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

package io.strait.realign.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** What the master of a realignment and its ranks say to each other over the hub. */
final class RealignWords {
  /** Rank to master: what it has already, as keys of {@link FileLedger}. */
  static final byte HAVE = 1;

  /** Rank to master: it has come to a gate; the kind of it, and how long it took. */
  static final byte ARRIVE = 2;

  /** Rank to master: bytes that are where they belong. */
  static final byte PROGRESS = 3;

  /** Rank to master: it has done all, and how; see {@link #result}. */
  static final byte DONE = 4;

  /** Master to rank: how to run; see {@link Begin}. */
  static final byte BEGIN = 10;

  /** Master to rank: what others have already of what it would send. */
  static final byte OTHERS = 11;

  /** Master to rank: all have come to the gate. */
  static final byte OPEN = 12;

  /** Master to rank: all ranks are done. */
  static final byte END = 13;

  private RealignWords() {}

  /**
   * How to run.
   *
   * @param renumbered whether with the plan's numberings, or in natural order
   * @param scale of emulated networks; 0 for none
   * @param folder for what a rank keeps; empty for memory
   */
  record Begin(boolean renumbered, Buffers buffers, double scale, String folder) {
    byte[] bytes() {
      byte[] name = folder.getBytes(StandardCharsets.UTF_8);
      var bytes = new byte[36 + name.length];
      wrap(bytes)
          .putInt(renumbered ? 1 : 0)
          .putInt(buffers.payload())
          .putInt(buffers.lanAhead())
          .putInt(buffers.gateAhead())
          .putInt(buffers.gapAhead())
          .putLong(buffers.parts())
          .putDouble(scale)
          .put(name);
      return bytes;
    }

    static Begin of(byte[] bytes) {
      var from = wrap(bytes);
      return new Begin(
          from.getInt() != 0,
          new Buffers(from.getInt(), from.getInt(), from.getInt(), from.getInt(), from.getLong()),
          from.getDouble(),
          new String(bytes, 36, bytes.length - 36, StandardCharsets.UTF_8));
    }
  }

  static byte[] keys(Collection<Long> keys) {
    var bytes = new byte[8 * keys.size()];
    var to = wrap(bytes);
    for (long key : keys) {
      to.putLong(key);
    }
    return bytes;
  }

  static Set<Long> keys(byte[] bytes) {
    var keys = new HashSet<Long>();
    var from = wrap(bytes);
    while (from.remaining() >= 8) {
      keys.add(from.getLong());
    }
    return keys;
  }

  static byte[] arrive(Gate.Kind kind, long nanos) {
    var bytes = new byte[12];
    wrap(bytes).putInt(Arrays.asList(Gate.Kind.values()).indexOf(kind)).putLong(nanos);
    return bytes;
  }

  static byte[] number(long number) {
    var bytes = new byte[8];
    wrap(bytes).putLong(number);
    return bytes;
  }

  static byte[] result(RankResult result) {
    var bytes = new byte[4 * 8 + 8 * 8 + 1];
    wrap(bytes)
        .putDouble(result.packSeconds())
        .putDouble(result.waitSeconds())
        .putDouble(result.unpackSeconds())
        .putDouble(result.fileSeconds())
        .putLong(result.sentBytes())
        .putLong(result.receivedBytes())
        .putLong(result.forwardedBytes())
        .putLong(result.memoryBytes())
        .putLong(result.interior())
        .putLong(result.external())
        .putLong(result.interiorBytes())
        .putLong(result.externalBytes())
        .put((byte) (result.verified() ? 1 : 0));
    return bytes;
  }

  static RankResult result(int rank, byte[] bytes) {
    var from = wrap(bytes);
    return new RankResult(
        rank,
        from.getDouble(),
        from.getDouble(),
        from.getDouble(),
        from.getDouble(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.get() != 0);
  }

  static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

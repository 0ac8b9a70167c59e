package io.strait.realign.run;

import io.strait.kind.rank.Payload;
import io.strait.realign.outcome.RankResult;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The messages between the master of a realignment and its ranks, by their kind. */
final class RealignMessages {
  /** Rank to master: what it has already, as keys of {@link FileLedger}. */
  static final byte HAVE = 1;

  /** Rank to master: it has come to a barrier; what it did before, and how long that took. */
  static final byte ARRIVE = 2;

  /** Rank to master: bytes that are where they belong. */
  static final byte PROGRESS = 3;

  /** Rank to master: it has done all, and how; see {@link #result}. */
  static final byte DONE = 4;

  /** Master to rank: how to run; see {@link Begin}. */
  static final byte BEGIN = 10;

  /** Master to rank: what others have already of what it would send. */
  static final byte OTHERS = 11;

  /** Master to rank: all have come to the barrier. */
  static final byte OPEN = 12;

  /** Master to rank: all ranks are done. */
  static final byte END = 13;

  private RealignMessages() {}

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
      Payload.wrap(bytes)
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
      var from = Payload.wrap(bytes);
      return new Begin(
          from.getInt() != 0,
          new Buffers(from.getInt(), from.getInt(), from.getInt(), from.getInt(), from.getLong()),
          from.getDouble(),
          new String(bytes, 36, bytes.length - 36, StandardCharsets.UTF_8));
    }
  }

  static byte[] keys(Collection<Long> keys) {
    return Payload.longs(keys.stream().mapToLong(key -> key).toArray());
  }

  static Set<Long> keys(ByteBuffer from) {
    var keys = new HashSet<Long>();
    while (from.remaining() >= 8) {
      keys.add(from.getLong());
    }
    return keys;
  }

  static byte[] arrive(Barrier.Kind kind, long nanos) {
    var bytes = new byte[12];
    Payload.wrap(bytes).putInt(Arrays.asList(Barrier.Kind.values()).indexOf(kind)).putLong(nanos);
    return bytes;
  }

  static byte[] result(RankResult result) {
    var times = result.times();
    var volume = result.volume();
    var messages = result.messages();
    var bytes = new byte[4 * 8 + 8 * 8 + 1];
    Payload.wrap(bytes)
        .putDouble(times.packing())
        .putDouble(times.waiting())
        .putDouble(times.unpacking())
        .putDouble(times.files())
        .putLong(volume.sent())
        .putLong(volume.received())
        .putLong(volume.forwarded())
        .putLong(volume.memory())
        .putLong(messages.interior())
        .putLong(messages.external())
        .putLong(messages.interiorBytes())
        .putLong(messages.externalBytes())
        .put((byte) (result.verified() ? 1 : 0));
    return bytes;
  }

  static RankResult result(int rank, ByteBuffer from) {
    return new RankResult(
        rank,
        new RankResult.Times(
            from.getDouble(), from.getDouble(), from.getDouble(), from.getDouble()),
        new RankResult.Volume(from.getLong(), from.getLong(), from.getLong(), from.getLong()),
        new RankResult.Messages(from.getLong(), from.getLong(), from.getLong(), from.getLong()),
        from.get() != 0);
  }
}

package io.strait.stencil.run;

import io.strait.kind.rank.Payload;
import io.strait.stencil.file.Strategy;
import java.nio.ByteBuffer;
import java.util.List;

/** The messages between the master of a stencil and its ranks, by their kind. */
final class StencilMessages {
  /** Rank to master: an iteration and the largest change in it. */
  static final byte CHANGED = 1;

  /** Rank to master: an iteration, where the bytes belong in the rank's cells, and the bytes. */
  static final byte CELLS = 2;

  /** Rank to master: it can start. */
  static final byte READY = 3;

  /** Rank to master: the iteration that it has done. */
  static final byte PROGRESS = 4;

  /** Rank to master: it has done all, and how; see {@link #done}. */
  static final byte DONE = 5;

  /** Master to rank: how to run; see {@link Begin}. */
  static final byte BEGIN = 10;

  /** Master to rank: where the bytes belong in the whole domain, and the bytes. */
  static final byte WHOLE = 11;

  /** Master to rank: start. */
  static final byte START = 12;

  /** Master to rank: the iteration up to which it may compute, and the last one. */
  static final byte PERMIT = 13;

  /** Master to rank: all ranks are done. */
  static final byte END = 14;

  /** Bytes of cells in one message. */
  static final int CHUNK = 256 << 10;

  private StencilMessages() {}

  /**
   * How to run.
   *
   * @param scale of paced computing; 0 for none
   * @param first the iteration to begin with
   * @param whole bytes of cells that follow; 0 to begin as the program says
   */
  record Begin(
      Strategy strategy,
      int band,
      int depth,
      double scale,
      long first,
      long permitted,
      long last,
      long whole) {
    byte[] bytes() {
      var bytes = new byte[52];
      Payload.wrap(bytes)
          .putInt(List.of(Strategy.values()).indexOf(strategy))
          .putInt(band)
          .putInt(depth)
          .putDouble(scale)
          .putLong(first)
          .putLong(permitted)
          .putLong(last)
          .putLong(whole);
      return bytes;
    }

    static Begin of(byte[] bytes) {
      var from = Payload.wrap(bytes);
      return new Begin(
          List.of(Strategy.values()).get(from.getInt()),
          from.getInt(),
          from.getInt(),
          from.getDouble(),
          from.getLong(),
          from.getLong(),
          from.getLong(),
          from.getLong());
    }
  }

  static byte[] done(StencilOutcome.Rank rank) {
    var bytes = new byte[24 + rank.meter().bytes()];
    var to = Payload.wrap(bytes);
    to.putLong(rank.memory()).putLong(rank.lateNanos()).putDouble(rank.settledSeconds());
    rank.meter().write(to);
    return bytes;
  }

  static StencilOutcome.Rank done(int rank, ByteBuffer from) {
    long memory = from.getLong();
    long late = from.getLong();
    double settled = from.getDouble();
    return new StencilOutcome.Rank(rank, Meter.read(from), memory, late, settled);
  }
}

package io.strait.program.run;

import io.strait.kind.rank.Payload;
import io.strait.program.run.RankFigures.PartFigures;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** The messages between the master of a program and its ranks, by their kind. */
final class ProgramMessages {
  /** Rank to master: it can start. */
  static final byte READY = 1;

  /** Rank to master: units that it has done. */
  static final byte PROGRESS = 2;

  /** Rank to master: some of the bytes of its figures, see {@link #figures}. */
  static final byte FIGURES = 3;

  /** Rank to master: it has done all, and all its figures are sent. */
  static final byte DONE = 4;

  /** Master to rank: how to run; see {@link Begin}. */
  static final byte BEGIN = 10;

  /** Master to rank: start. */
  static final byte START = 11;

  /** Master to rank: all ranks are done. */
  static final byte END = 12;

  /** The most bytes of figures in one message. */
  static final int CHUNK = 256 << 10;

  private ProgramMessages() {}

  /**
   * How to run.
   *
   * @param candidate of the plan, by name
   * @param folder where programs may leave results
   */
  record Begin(double scale, String candidate, String folder) {
    byte[] bytes() {
      var name = candidate.getBytes(StandardCharsets.UTF_8);
      var path = folder.getBytes(StandardCharsets.UTF_8);
      var bytes = new byte[12 + name.length + path.length];
      Payload.wrap(bytes).putDouble(scale).putInt(name.length).put(name).put(path);
      return bytes;
    }

    static Begin of(byte[] bytes) {
      var from = Payload.wrap(bytes);
      double scale = from.getDouble();
      var name = new byte[from.getInt()];
      from.get(name);
      var path = new byte[from.remaining()];
      from.get(path);
      return new Begin(
          scale,
          new String(name, StandardCharsets.UTF_8),
          new String(path, StandardCharsets.UTF_8));
    }
  }

  static byte[] figures(RankFigures rank) {
    int size = 4;
    for (var part : rank.parts()) {
      size += 44 + 8 * (part.begins().length + part.ends().length);
    }
    var bytes = new byte[size];
    var to = Payload.wrap(bytes).putInt(rank.parts().size());
    for (var part : rank.parts()) {
      to.putInt(part.part())
          .putLong(part.units())
          .putLong(part.busy())
          .putLong(part.cpu())
          .putLong(part.sent());
      to.putInt(part.begins().length).putInt(part.ends().length);
      for (long each : part.begins()) {
        to.putLong(each);
      }
      for (long each : part.ends()) {
        to.putLong(each);
      }
    }
    return bytes;
  }

  static RankFigures figures(int rank, ByteBuffer from) {
    var parts = new ArrayList<PartFigures>();
    int count = from.getInt();
    for (int i = 0; i < count; i++) {
      int part = from.getInt();
      long units = from.getLong();
      long busy = from.getLong();
      long cpu = from.getLong();
      long sent = from.getLong();
      var begins = new long[from.getInt()];
      var ends = new long[from.getInt()];
      for (int j = 0; j < begins.length; j++) {
        begins[j] = from.getLong();
      }
      for (int j = 0; j < ends.length; j++) {
        ends[j] = from.getLong();
      }
      parts.add(new PartFigures(part, units, busy, cpu, sent, begins, ends));
    }
    return new RankFigures(rank, parts);
  }
}

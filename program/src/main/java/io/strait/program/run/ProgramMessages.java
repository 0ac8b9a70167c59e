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

  /** Rank to master: a line for people. */
  static final byte SAID = 5;

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
   * @param hasNetworks whether ranks are joined by the grid's networks
   * @param candidate of the plan, by name
   * @param promised units in a second that the plan promises; 0 for none
   * @param folder where programs may leave results
   */
  record Begin(
      double scale, boolean hasNetworks, double promised, String candidate, String folder) {
    byte[] bytes() {
      var name = candidate.getBytes(StandardCharsets.UTF_8);
      var path = folder.getBytes(StandardCharsets.UTF_8);
      var bytes = new byte[21 + name.length + path.length];
      Payload.wrap(bytes)
          .putDouble(scale)
          .put((byte) (hasNetworks ? 1 : 0))
          .putDouble(promised)
          .putInt(name.length)
          .put(name)
          .put(path);
      return bytes;
    }

    static Begin of(byte[] bytes) {
      var from = Payload.wrap(bytes);
      double scale = from.getDouble();
      boolean hasNetworks = from.get() != 0;
      double promised = from.getDouble();
      var name = new byte[from.getInt()];
      from.get(name);
      var path = new byte[from.remaining()];
      from.get(path);
      return new Begin(
          scale,
          hasNetworks,
          promised,
          new String(name, StandardCharsets.UTF_8),
          new String(path, StandardCharsets.UTF_8));
    }
  }

  static byte[] figures(RankFigures rank) {
    int size = 4;
    for (var part : rank.parts()) {
      size += 52 + 8 * (part.begins().size() + part.ends().size());
    }
    var bytes = new byte[size];
    var to = Payload.wrap(bytes).putInt(rank.parts().size());
    for (var part : rank.parts()) {
      to.putInt(part.part())
          .putLong(part.units())
          .putLong(part.busy())
          .putLong(part.late())
          .putLong(part.cpu())
          .putLong(part.sent());
      to.putInt(part.begins().size()).putInt(part.ends().size());
      put(part.begins(), to);
      put(part.ends(), to);
    }
    return bytes;
  }

  private static void put(Instants instants, ByteBuffer to) {
    for (int i = 0; i < instants.size(); i++) {
      to.putLong(instants.get(i));
    }
  }

  private static Instants instants(int size, ByteBuffer from) {
    var nanos = new long[size];
    for (int i = 0; i < size; i++) {
      nanos[i] = from.getLong();
    }
    return Instants.of(nanos);
  }

  static RankFigures figures(int rank, ByteBuffer from) {
    var parts = new ArrayList<PartFigures>();
    int count = from.getInt();
    for (int i = 0; i < count; i++) {
      int part = from.getInt();
      long units = from.getLong();
      long busy = from.getLong();
      long late = from.getLong();
      long cpu = from.getLong();
      long sent = from.getLong();
      int begun = from.getInt();
      int ended = from.getInt();
      var begins = instants(begun, from);
      parts.add(new PartFigures(part, units, busy, late, cpu, sent, begins, instants(ended, from)));
    }
    return new RankFigures(rank, parts);
  }
}

package io.strait.program.run;

import io.strait.kind.rank.Payload;
import io.strait.kind.rank.RankMaster;
import io.strait.kind.rank.RankProtocol;
import io.strait.program.plan.Machine;
import io.strait.transport.fabric.Delays;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** How the master of a program leads ranks that are processes. */
public final class ProgramProtocol implements RankProtocol<ProgramOutcome> {
  private final Wiring wiring;
  private final ProgramMessages.Begin begin;
  private final Consumer<String> say;
  private final List<ByteArrayOutputStream> figures;
  private final long[] progress;

  /**
   * @param scale how many times faster than life the grid is emulated; 0 for no emulation
   * @param hasNetworks whether ranks are joined by the grid's networks, so that only hosts are
   *     emulated
   * @param promised units in a second that the plan promises; 0 for none
   * @param candidate of the plan, by name
   * @param folder where programs may leave results
   * @param say takes a line for people
   */
  public ProgramProtocol(
      Wiring wiring,
      double scale,
      boolean hasNetworks,
      double promised,
      String candidate,
      String folder,
      Consumer<String> say) {
    this.wiring = wiring;
    this.begin = new ProgramMessages.Begin(scale, hasNetworks, promised, candidate, folder);
    this.say = say;
    this.figures = wiring.machines().stream().map(each -> new ByteArrayOutputStream()).toList();
    this.progress = new long[figures.size()];
    // Ranks on which no unit ends say nothing of how far it is.
    Arrays.fill(progress, Long.MAX_VALUE);
    for (var part : wiring.parts()) {
      if (wiring.isLast(part)) {
        progress[part.rank()] = 0;
      }
    }
  }

  @Override
  public List<String> hosts() {
    return wiring.machines().stream().map(Machine::name).toList();
  }

  @Override
  public Delays delays() {
    return Delays.NONE; // ranks emulate the grid themselves
  }

  @Override
  public void begin(RankMaster<ProgramOutcome> master) {
    master.sendAll(ProgramMessages.BEGIN, begin.bytes());
  }

  @Override
  public void start(RankMaster<ProgramOutcome> master) {
    master.begins();
    master.sendAll(ProgramMessages.START, Payload.EMPTY);
  }

  @Override
  public boolean received(
      RankMaster<ProgramOutcome> master, int rank, byte kind, ByteBuffer payload) {
    switch (kind) {
      case ProgramMessages.READY -> master.prepared();
      case ProgramMessages.PROGRESS -> progress[rank] = payload.getLong();
      case ProgramMessages.FIGURES -> {
        var bytes = new byte[payload.remaining()];
        payload.get(bytes);
        figures.get(rank).writeBytes(bytes);
      }
      case ProgramMessages.SAID -> say.accept(StandardCharsets.UTF_8.decode(payload).toString());
      case ProgramMessages.DONE -> master.done();
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  public ProgramOutcome finish(RankMaster<ProgramOutcome> master) {
    master.sendAll(ProgramMessages.END, Payload.EMPTY);
    return ProgramOutcome.of(
        IntStream.range(0, figures.size())
            .mapToObj(
                rank ->
                    ProgramMessages.figures(rank, Payload.wrap(figures.get(rank).toByteArray())))
            .toList(),
        wiring.flow().app().units());
  }

  @Override
  public long progress() {
    long least = Arrays.stream(progress).min().orElse(0);
    return least == Long.MAX_VALUE ? 0 : least;
  }
}

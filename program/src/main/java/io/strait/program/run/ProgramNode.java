package io.strait.program.run;

import io.strait.kind.rank.MasterLink;
import io.strait.kind.rank.Payload;
import io.strait.kind.run.RunFailure;
import io.strait.transport.fabric.ControlMessage;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A rank in a process of its own, led by a {@link ProgramProtocol} elsewhere. */
public final class ProgramNode {
  /**
   * A candidate of the plan.
   *
   * @param serial whether it is the program as it was measured, on one machine
   */
  public record Variant(Wiring wiring, boolean serial) {}

  private final Fabric fabric;
  private final MasterLink master;
  private final Function<String, Variant> candidates;
  private final ClassLoader loader;
  private boolean started;
  private boolean ended;

  /**
   * @param fabric to other ranks
   * @param hub the part of it that knows the master
   * @param candidates of the plan, by name
   */
  public ProgramNode(
      Fabric fabric, GapFabric hub, Function<String, Variant> candidates, ClassLoader loader) {
    this.fabric = fabric;
    this.master = new MasterLink(fabric, hub, this::received);
    this.candidates = candidates;
    this.loader = loader;
  }

  /**
   * Runs until the master says that all is done.
   *
   * @param folder for what this rank keeps, instead of the one that the master names; may be null
   */
  public void run(@Nullable Path folder) {
    var begin = ProgramMessages.Begin.of(master.await(ProgramMessages.BEGIN));
    var variant = candidates.apply(begin.candidate());
    var codes =
        new JavaCodes(
            loader, begin.promised(), folder == null ? Path.of(begin.folder()) : folder, this::say);
    try (var engine =
        new RankEngine(
            variant.wiring(),
            fabric,
            begin.scale(),
            begin.hasNetworks(),
            new EmulatedGaps(begin.scale()),
            variant.serial(),
            codes,
            this::say)) {
      engine.prepare();
      master.send(ProgramMessages.READY, Payload.EMPTY);
      master.await(() -> started);
      send(ProgramMessages.figures(engine.run(this::tell)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailure("the run was interrupted", e);
    }
    master.await(() -> ended);
  }

  /** Lets the master tell people something. */
  private void say(String line) {
    master.send(ProgramMessages.SAID, line.getBytes(StandardCharsets.UTF_8));
  }

  /** Says how far this rank is. */
  private void tell(long done) {
    if (done >= 0 && master.isReportDue()) {
      master.send(ProgramMessages.PROGRESS, Payload.longs(done));
    }
  }

  private void send(byte[] figures) {
    for (int at = 0; at < figures.length; at += ProgramMessages.CHUNK) {
      master.send(
          ProgramMessages.FIGURES,
          Arrays.copyOfRange(figures, at, Math.min(figures.length, at + ProgramMessages.CHUNK)));
    }
    master.send(ProgramMessages.DONE, Payload.EMPTY);
  }

  private boolean received(ControlMessage message) {
    switch (message.kind()) {
      case ProgramMessages.START -> started = true;
      case ProgramMessages.END -> ended = true;
      default -> {
        return false;
      }
    }
    return true;
  }
}

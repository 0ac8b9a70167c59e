package io.strait.program.run;

import io.strait.kind.rank.ThreadRanks;
import io.strait.program.plan.Machine;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.Fabric;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A program whose ranks are in this process. */
public final class ProgramRun extends ThreadRanks<ProgramOutcome> {
  private final Wiring wiring;
  private final double scale;
  private final boolean serial;
  private final EmulatedGaps gaps;
  private final RankEngine.Codes codes;
  private final Consumer<String> say;
  private final @Nullable RankEngine[] engines;
  private final RankFigures[] figures;

  /**
   * @param scale how many times faster than life the grid is emulated; 0 for no emulation
   * @param serial whether it is the program as it was measured, on one machine
   * @param say takes a line for people
   */
  public ProgramRun(
      Wiring wiring, double scale, boolean serial, JavaCodes codes, Consumer<String> say) {
    this(wiring, scale, serial, (RankEngine.Codes) codes, say);
  }

  ProgramRun(Wiring wiring, double scale, boolean serial, RankEngine.Codes codes) {
    this(wiring, scale, serial, codes, line -> {});
  }

  private ProgramRun(
      Wiring wiring, double scale, boolean serial, RankEngine.Codes codes, Consumer<String> say) {
    super(wiring.machines().stream().map(Machine::name).toList(), Delays.NONE);
    this.wiring = wiring;
    this.scale = scale;
    this.serial = serial;
    this.gaps = new EmulatedGaps(scale);
    this.codes = codes;
    this.say = say;
    this.engines = new RankEngine[wiring.machines().size()];
    this.figures = new RankFigures[engines.length];
  }

  @Override
  protected void run(Fabric fabric, int rank) throws InterruptedException {
    try (var engine = new RankEngine(wiring, fabric, scale, false, gaps, serial, codes, say)) {
      engine.prepare();
      engines[rank] = engine;
      phaser().arriveAndAwaitAdvance();
      if (!phaser().isTerminated()) {
        figures[rank] = engine.run();
      }
    }
  }

  @Override
  protected ProgramOutcome outcome(long end) {
    return ProgramOutcome.of(List.of(figures), wiring.flow().app().units());
  }

  @Override
  public long progress() {
    long least = Long.MAX_VALUE;
    for (var engine : engines) {
      long done = engine == null ? 0 : engine.done();
      least = done < 0 ? least : Math.min(least, done);
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }
}

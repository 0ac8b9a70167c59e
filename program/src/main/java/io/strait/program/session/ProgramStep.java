package io.strait.program.session;

import io.strait.kind.file.PlanFile;
import io.strait.kind.rank.RankExecution;
import io.strait.kind.rank.RankProtocol;
import io.strait.kind.rank.RankStage;
import io.strait.kind.rank.RankStep;
import io.strait.kind.run.RunSettings;
import io.strait.model.quantity.Durations;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.outcome.PartMeasured;
import io.strait.program.outcome.ProgramMeasured;
import io.strait.program.run.JavaCodes;
import io.strait.program.run.ProgramOutcome;
import io.strait.program.run.ProgramProtocol;
import io.strait.program.run.ProgramRun;
import io.strait.program.run.Wiring;
import io.strait.view.Console;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A candidate that is about to run. */
final class ProgramStep implements RankStep<ProgramOutcome, ProgramMeasured> {
  private final ProgramApp app;
  private final Candidate candidate;
  private final RankStage stage;
  private final Path folder;
  private final ClassLoader loader;
  private final Console console;
  private final boolean hasNetworks;
  private final boolean promises;
  private final Ranks ranks;
  private final Wiring wiring;

  ProgramStep(
      PlanFile<ProgramApp, ProgramPlan> file, RankStage stage, Path folder, RunSettings settings) {
    this.app = file.inputs().app();
    this.candidate = file.plan().of(stage.name());
    this.stage = stage;
    this.folder = folder;
    this.loader = settings.loader();
    this.console = settings.console();
    this.hasNetworks = settings.site().hasNetworks();
    this.promises = promises(stage, settings);
    this.ranks = Ranks.of(file.inputs(), file.plan());
    this.wiring = ranks.wiring(candidate);
  }

  @Override
  public List<Integer> clusters() {
    return ranks.clusters();
  }

  @Override
  public RankExecution<ProgramOutcome> threads() {
    return new ProgramRun(
        wiring,
        stage.scale(),
        candidate.isSerial(),
        new JavaCodes(loader, promised(), folder, console::say),
        console::say);
  }

  @Override
  public RankProtocol<ProgramOutcome> protocol() {
    return new ProgramProtocol(
        wiring,
        stage.scale(),
        hasNetworks,
        promised(),
        candidate.name(),
        folder.toAbsolutePath().toString(),
        console::say);
  }

  /** Whether the plan promises anything of the machines that run a stage. */
  static boolean promises(RankStage stage, RunSettings settings) {
    return stage.isEmulated() || settings.workers().areElsewhere();
  }

  /** Units in a second of this machine's clock; 0 if nothing is promised. */
  private double promised() {
    return promises ? candidate.rate() * stage.clock() : 0;
  }

  @Override
  public String task() {
    int hosts = candidate.hosts().size();
    return "%,d %s on %s"
        .formatted(
            app.units(), app.unit(), hosts == 1 ? "1 machine" : "%d machines".formatted(hosts));
  }

  @Override
  public String progress(long done, double seconds) {
    if (done == 0) {
      return "none of %,d %s is done yet".formatted(app.units(), app.unit());
    }
    return "%d %%, %,d of %,d %s, %s/s%s, %s to go"
        .formatted(
            100 * done / app.units(),
            done,
            app.units(),
            app.unit(),
            Show.number(done / seconds / stage.clock()),
            stage.isEmulated() ? " (planned: %s)".formatted(Show.number(candidate.rate())) : "",
            Durations.rounded(seconds * (app.units() - done) / done));
  }

  @Override
  public double promisedRate() {
    return stage.isEmulated() ? candidate.rate() : Double.NaN;
  }

  @Override
  public ProgramMeasured finish(ProgramOutcome outcome) throws IOException {
    double clock = 1e-9 * stage.clock();
    double seconds = outcome.nanos() * clock;
    var parts = new ArrayList<PartMeasured>();
    double late = 0;
    for (var rank : outcome.ranks()) {
      for (var part : rank.parts()) {
        double busy = part.busy() * clock;
        late = Math.max(late, part.late() * clock / seconds);
        parts.add(
            new PartMeasured(
                wiring.name(wiring.parts().get(part.part())),
                wiring.machines().get(rank.rank()).name(),
                part.units(),
                busy / seconds,
                busy / Math.max(1, part.units()),
                part.cpu() * 1e-9,
                part.sent()));
      }
    }
    var measured =
        new ProgramMeasured(
            app.units(),
            seconds,
            candidate.isBrief(app.units()) ? seconds / app.units() : outcome.nanosPerUnit() * clock,
            outcome.meanUnitNanos() * clock,
            stage.isEmulated() ? late : 0,
            parts);
    if (measured.isTooLate()) {
      console.say(
          "strait: this machine is too slow for the emulation: %s was late by %.1f %%; expected a smaller time scale"
              .formatted(stage.name(), 100 * late));
    }
    measured.write(folder);
    return measured;
  }
}

package io.strait.stencil.session;

import io.strait.kind.file.Inputs;
import io.strait.kind.rank.RankExecution;
import io.strait.kind.rank.RankProtocol;
import io.strait.kind.rank.RankStage;
import io.strait.kind.rank.RankStep;
import io.strait.kind.run.RunSettings;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.outcome.RankTimes;
import io.strait.stencil.outcome.StencilMeasured;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.plan.RankRoutes;
import io.strait.stencil.run.Checkpoint;
import io.strait.stencil.run.GridDelays;
import io.strait.stencil.run.Kernel;
import io.strait.stencil.run.Meter;
import io.strait.stencil.run.StencilFolder;
import io.strait.stencil.run.StencilOutcome;
import io.strait.stencil.run.StencilProtocol;
import io.strait.stencil.run.StencilRun;
import io.strait.transport.fabric.Delays;
import io.strait.view.Console;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A strategy that is about to run, from its last checkpoint if it has one. */
final class StencilStep implements RankStep<StencilOutcome, StencilMeasured> {
  private final StencilApp app;
  private final StrategyPlan promised;
  private final RankStage stage;
  private final Kernel kernel;
  private final Path folder;
  private final Console console;
  private final Decomposition decomposition;
  private final StencilRun.Options options;
  private final StencilFolder sink;
  private final Checkpoint from;

  StencilStep(
      Inputs<StencilApp> inputs,
      StrategyPlan promised,
      RankStage stage,
      Kernel kernel,
      Path folder,
      RunSettings settings)
      throws IOException {
    this.app = inputs.app();
    this.promised = promised;
    this.stage = stage;
    this.kernel = kernel;
    this.folder = folder;
    this.console = settings.console();
    this.decomposition =
        Bands.decomposition(
            app, RankMatrix.of(app, inputs.grid()), promised.strategy(), promised.band());
    this.options =
        new StencilRun.Options(
            promised.strategy(),
            promised.depth(),
            stage.isEmulated() && !settings.site().hasNetworks()
                ? new GridDelays(
                    new RankRoutes(
                        inputs.grid(),
                        decomposition,
                        LayoutBuilder.of(decomposition, promised.strategy(), promised.depth())),
                    stage.scale(),
                    1)
                : Delays.NONE,
            stage.scale());
    this.sink = new StencilFolder(folder, app, kernel);
    this.from = sink.readLast();
  }

  @Override
  public List<Integer> clusters() {
    return decomposition.matrix().ranks().stream().map(RankMatrix.Rank::cluster).toList();
  }

  @Override
  public RankExecution<StencilOutcome> threads() {
    return new StencilRun(decomposition, kernel, options, sink, from);
  }

  @Override
  public RankProtocol<StencilOutcome> protocol() {
    return new StencilProtocol(decomposition, options, sink, from);
  }

  @Override
  public String task() {
    return "%,d iterations%s"
        .formatted(
            app.iterations(),
            from.iteration() > 0 ? ", %,d of them done before".formatted(from.iteration()) : "");
  }

  @Override
  public String progress(long done, double seconds) {
    if (done <= from.iteration()) {
      return "no iteration is done yet";
    }
    double each = seconds / (done - from.iteration());
    return "%d %%, %,d of %,d iterations, %s each%s, %s to go"
        .formatted(
            100 * done / app.iterations(),
            done,
            app.iterations(),
            Show.seconds(each * stage.clock()),
            stage.isEmulated()
                ? " (planned: %s)".formatted(Show.seconds(promised.iterationSeconds()))
                : "",
            Durations.rounded(each * (app.iterations() - done)));
  }

  @Override
  public double promisedRate() {
    return stage.isEmulated() ? 1 / promised.iterationSeconds() : Double.NaN;
  }

  @Override
  public StencilMeasured finish(StencilOutcome outcome) throws IOException {
    var measured = measured(outcome);
    if (stage.isEmulated() && measured.isTooLate()) {
      console.say(
          "strait: this machine is too slow for the emulation: %s was late by %.1f %%; expected a smaller time scale"
              .formatted(stage.name(), 100 * measured.late()));
    }
    times(outcome).write(folder);
    measured.write(folder);
    return measured;
  }

  private StencilMeasured measured(StencilOutcome outcome) {
    double nanos = outcome.seconds() * 1e9;
    long done = outcome.iterations() - from.iteration();
    double settled = outcome.settledSeconds();
    double iteration =
        Double.isFinite(settled) ? settled : done == 0 ? 0 : outcome.seconds() / done;
    return new StencilMeasured(
        done,
        outcome.seconds() * stage.clock(),
        iteration * stage.clock(),
        new StencilMeasured.Shares(
            share(outcome, Meter.Kind.COMPUTE),
            share(outcome, Meter.Kind.LAN),
            share(outcome, Meter.Kind.GAP)),
        outcome.ranks().stream().mapToLong(StencilOutcome.Rank::memory).sum(),
        outcome.ranks().stream().mapToDouble(rank -> rank.lateNanos() / nanos).max().orElse(0));
  }

  private static double share(StencilOutcome outcome, Meter.Kind kind) {
    double nanos = outcome.ranks().stream().mapToDouble(rank -> rank.meter().sum(kind)).sum();
    return nanos / (outcome.seconds() * 1e9 * outcome.ranks().size());
  }

  private RankTimes times(StencilOutcome outcome) {
    var lines = new ArrayList<RankTimes.Line>();
    for (var rank : outcome.ranks()) {
      var meter = rank.meter();
      int bins = (int) Math.ceil(outcome.seconds() * 1e9 / meter.width());
      for (var kind : Meter.Kind.values()) {
        lines.add(
            new RankTimes.Line(
                meter.sum(kind) * 1e-9 * stage.clock(),
                meter.width() * 1e-9 * stage.clock(),
                Arrays.stream(meter.bins(kind))
                    .limit(bins)
                    .mapToDouble(nanos -> (double) nanos / meter.width())
                    .toArray()));
      }
    }
    return new RankTimes(lines);
  }
}

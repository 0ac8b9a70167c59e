package io.strait.realign.session;

import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.file.Span;
import io.strait.kind.rank.RankComparison;
import io.strait.kind.rank.RankControl;
import io.strait.kind.rank.RankRunner;
import io.strait.kind.rank.RankStage;
import io.strait.kind.rank.RankWork;
import io.strait.kind.report.Promise;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFailure;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.model.Grid;
import io.strait.model.Network;
import io.strait.model.PlanException;
import io.strait.model.text.InputException;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.realign.outcome.RealignMeasured;
import io.strait.realign.outcome.RealignSummary;
import io.strait.realign.plan.Ranks;
import io.strait.realign.run.PartFiles;
import io.strait.realign.run.RealignOutcome;
import io.strait.realign.simulate.StepResult;
import io.strait.realign.timing.RealignTiming;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@code strait run} for a realignment: a stage in natural order, and one renumbered. */
public final class RealignWork implements RankWork<RealignOutcome, RealignMeasured> {
  private final PlanFile<RealignApp, RealignPlan> file;
  private final List<RankStage> stages;
  private final RunSettings settings;

  private RealignWork(
      PlanFile<RealignApp, RealignPlan> file, List<RankStage> stages, RunSettings settings) {
    this.file = file;
    this.stages = stages;
    this.settings = settings;
    check();
  }

  /**
   * A new run.
   *
   * @param folder of the app file
   */
  public static Job<RealignApp, RealignPlan> begin(
      PlanFile<RealignApp, RealignPlan> given, RunFile run, Path folder, RunSettings settings) {
    var inputs = given.inputs();
    var file =
        new PlanFile<>(
            new Inputs<>(
                inputs.gridDocument(),
                inputs.appDocument(),
                inputs.grid(),
                inputs.app().withFilesIn(folder)),
            given.plan());
    return job(file, stages(file, run, settings), settings);
  }

  /** A run that goes on. */
  public static Job<RealignApp, RealignPlan> resume(
      PlanFile<RealignApp, RealignPlan> file, RunFolder folder, RunSettings settings)
      throws IOException {
    return job(file, RankStage.read(folder, Numbering.words()), settings);
  }

  private static Job<RealignApp, RealignPlan> job(
      PlanFile<RealignApp, RealignPlan> file, List<RankStage> stages, RunSettings settings) {
    return new RankRunner<>(file, stages, settings, new RealignWork(file, stages, settings));
  }

  /** Both numberings; a user's own data are moved only once unless both are asked for. */
  private static List<RankStage> stages(
      PlanFile<RealignApp, RealignPlan> file, RunFile run, RunSettings settings) {
    var wanted = new ArrayList<Numbering>();
    for (var word : settings.steps()) {
      wanted.add(Numbering.of("--steps", word));
    }
    if (wanted.isEmpty()) {
      for (var word : run.texts("steps", "a step")) {
        try {
          wanted.add(Numbering.of("steps has", word));
        } catch (InputException e) {
          throw run.error("steps", word, String.valueOf(e.getMessage()));
        }
      }
    }
    if (wanted.isEmpty()) {
      wanted.addAll(
          file.inputs().app().data() instanceof RealignApp.Data.Files
              ? List.of(Numbering.RENUMBERED)
              : List.of(Numbering.values()));
    }
    var stages = new ArrayList<RankStage>();
    for (var each : Numbering.values()) {
      if (wanted.contains(each)) {
        double life = each.side(file.plan()).seconds();
        if (life == 0 && hasNetworks(file.inputs().grid())) {
          life = 1; // nothing moves, or what does needs no time: any scale will do
        }
        stages.add(
            new RankStage(each.word(), settings.timeScale().of(life, run, settings.workers())));
      }
    }
    return stages;
  }

  private static boolean hasNetworks(Grid grid) {
    return grid.clusters().stream().anyMatch(cluster -> !cluster.lan().equals(Network.IDEAL))
        || grid.links().stream().anyMatch(link -> !link.network().equals(Network.IDEAL));
  }

  /** Complains about what does not fit, before anything is written. */
  private void check() {
    var inputs = file.inputs();
    try {
      for (var stage : stages) {
        var step = step(stage, Path.of(""));
        if (!settings.workers().areElsewhere()) {
          new PartFiles(Path.of(""), inputs.app().data()).check(step.moves());
        }
      }
    } catch (PlanException.Value e) {
      throw inputs.appDocument().error(inputs.appNode(e.key()), String.valueOf(e.getMessage()));
    }
  }

  private static Numbering numbering(RankStage stage) {
    return Numbering.of("stage", stage.name());
  }

  @Override
  public RankControl.Counted counted() {
    var inputs = file.inputs();
    return new RankControl.Counted(
        "step",
        "bytes",
        numbering(stages.getLast()).moves(inputs.grid(), inputs.app(), file.plan()).allBytes(),
        "Bytes to move in a step.",
        "Bytes that are where they belong.");
  }

  @Override
  public @Nullable RealignMeasured read(Path folder) throws IOException {
    return RealignMeasured.read(folder);
  }

  @Override
  public RealignStep step(RankStage stage, Path folder) {
    return new RealignStep(file.inputs(), file.plan(), stage, numbering(stage), folder, settings);
  }

  @Override
  public String remedy(RankStage stage, Path folder, RunFailure failure) {
    return file.inputs().app().data() instanceof RealignApp.Data.Memory ? "begin again" : "go on";
  }

  @Override
  public RankComparison compare(List<RealignMeasured> measured, Path folder) {
    var inputs = file.inputs();
    var ranks = Ranks.of(inputs.grid());
    var clusters =
        IntStream.range(0, ranks.size())
            .mapToObj(rank -> ranks.clusterName(ranks.clusterOf(rank)))
            .toList();
    boolean checked = !(inputs.app().data() instanceof RealignApp.Data.Files);
    var steps = new ArrayList<NumberingOutcome>();
    for (int i = 0; i < stages.size(); i++) {
      var stage = stages.get(i);
      steps.add(
          measured.get(i).outcome(stage.name(), promised(stage), ranks.hosts(), clusters, checked));
    }
    boolean hasGaps =
        settings.workers().areElsewhere() || stages.stream().anyMatch(RankStage::isEmulated);
    return new RealignComparison(
        new RealignSummary(steps, hasGaps), inputs.app(), inputs.grid().name(), settings.workers());
  }

  /** Seconds of a repetition, predicted and simulated. */
  private Promise promised(RankStage stage) {
    var inputs = file.inputs();
    var numbering = numbering(stage);
    var predicted = numbering.side(file.plan()).span();
    if (!(predicted.usual() > 0) || !(stage.isEmulated() || settings.workers().areElsewhere())) {
      return new Promise(Double.NaN, Double.NaN, Double.NaN);
    }
    double simulated =
        RealignTiming.of(inputs.grid(), inputs.app(), numbering.permutations(file.plan()))
            .simulate()
            .stream()
            .mapToDouble(StepResult::seconds)
            .sum();
    // Emulated networks are as the grid says.
    boolean isExact = stage.isEmulated() && !settings.site().hasNetworks();
    var promised = isExact ? Span.of(predicted.usual()) : predicted;
    return new Promise(promised, simulated, Double.NaN);
  }
}

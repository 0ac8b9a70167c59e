package io.strait.stencil.session;

import com.sun.management.OperatingSystemMXBean;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.rank.RankComparison;
import io.strait.kind.rank.RankControl;
import io.strait.kind.rank.RankRunner;
import io.strait.kind.rank.RankStage;
import io.strait.kind.rank.RankStep;
import io.strait.kind.rank.RankWork;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFailure;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.measure.ThisMachine;
import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.outcome.StencilMeasured;
import io.strait.stencil.outcome.StencilSummary;
import io.strait.stencil.outcome.StrategyOutcome;
import io.strait.stencil.plan.StencilTiming;
import io.strait.stencil.run.Kernel;
import io.strait.stencil.run.Kernels;
import io.strait.stencil.run.StencilFolder;
import io.strait.stencil.run.StencilOutcome;
import io.strait.view.page.Show;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code strait run} for a stencil: a stage for every strategy, the plan's own last. */
public final class StencilWork implements RankWork<StencilOutcome, StencilMeasured> {
  private final Inputs<StencilApp> inputs;
  private final StencilPlan plan;
  private final List<RankStage> stages;
  private final RunSettings settings;
  private final Kernel kernel;

  private StencilWork(
      PlanFile<StencilApp, StencilPlan> file, List<RankStage> stages, RunSettings settings) {
    this.inputs = file.inputs();
    this.plan = file.plan();
    this.stages = stages;
    this.settings = settings;
    try {
      this.kernel = Kernels.load(inputs.app(), settings.loader());
    } catch (IllegalArgumentException e) {
      throw inputs.appDocument().error(inputs.appNode("run"), String.valueOf(e.getMessage()));
    }
  }

  /** A new run. */
  public static Job<StencilApp, StencilPlan> begin(
      PlanFile<StencilApp, StencilPlan> file, RunFile run, RunSettings settings) {
    return job(file, stages(file, run, settings), settings);
  }

  /** A run that goes on. */
  public static Job<StencilApp, StencilPlan> resume(
      PlanFile<StencilApp, StencilPlan> file, RunFolder folder, RunSettings settings)
      throws IOException {
    return job(file, RankStage.read(folder, names(file.plan())), settings);
  }

  private static Job<StencilApp, StencilPlan> job(
      PlanFile<StencilApp, StencilPlan> file, List<RankStage> stages, RunSettings settings) {
    return new RankRunner<>(file, stages, settings, new StencilWork(file, stages, settings));
  }

  private static List<String> names(StencilPlan plan) {
    return plan.strategies().stream().map(each -> each.strategy().word()).toList();
  }

  private static StrategyPlan promised(StencilPlan plan, String name) {
    return plan.strategies().get(names(plan).indexOf(name));
  }

  /** The strategies that were asked for, and the plan's own. */
  private static List<RankStage> stages(
      PlanFile<StencilApp, StencilPlan> file, RunFile run, RunSettings settings) {
    var plan = file.plan();
    var wanted = new ArrayList<StrategyPlan>();
    var named = settings.steps();
    for (var word : named.isEmpty() ? run.texts("strategies", "a strategy") : named) {
      var each = find(plan, word, run, !named.isEmpty());
      if (each.strategy() != plan.best() && !wanted.contains(each)) {
        wanted.add(each);
      }
    }
    wanted.add(plan.result());
    var stages = new ArrayList<RankStage>();
    for (var each : wanted) {
      if (!settings.workers().areElsewhere()) {
        checkMemory(each);
      }
      stages.add(
          new RankStage(
              each.strategy().word(),
              settings.timeScale().of(each.timeSeconds(), run, settings.workers())));
    }
    if (stages.getLast().isEmulated() && ThisMachine.isUnmeasured(file.inputs().grid())) {
      throw new InputException(
          "an emulation of this machine, expected a grid that says how fast its hosts are");
    }
    return stages;
  }

  private static StrategyPlan find(StencilPlan plan, String word, RunFile run, boolean option) {
    if (names(plan).contains(word)) {
      return promised(plan, word);
    }
    var message =
        "%s '%s', expected strategies of the plan: %s"
            .formatted(option ? "--steps" : "strategies has", word, String.join(", ", names(plan)));
    throw option ? new InputException(message) : run.error("strategies", word, message);
  }

  /** Refuses a strategy whose cells do not fit this machine's memory. */
  private static void checkMemory(StrategyPlan plan) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
        && plan.memoryBytes() > machine.getTotalMemorySize()) {
      throw new InputException(
          "the cells take %s with %s and this machine has %s of memory, expected a smaller domain, type: float, or --workers none and hosts of your own"
              .formatted(
                  Show.size(plan.memoryBytes()),
                  plan.strategy().word(),
                  Show.size(machine.getTotalMemorySize())));
    }
  }

  @Override
  public RankControl.Counted counted() {
    return new RankControl.Counted(
        "strategy",
        "iterations",
        inputs.app().iterations(),
        "Iterations of the run.",
        "Iterations that all ranks have done.");
  }

  @Override
  public @Nullable StencilMeasured read(Path folder) throws IOException {
    return StencilMeasured.read(folder);
  }

  @Override
  public RankStep<StencilOutcome, StencilMeasured> step(RankStage stage, Path folder)
      throws IOException {
    return new StencilStep(inputs, promised(plan, stage.name()), stage, kernel, folder, settings);
  }

  @Override
  public String remedy(RankStage stage, Path folder, RunFailure failure) throws IOException {
    long from = new StencilFolder(folder, inputs.app(), kernel).findLastIteration();
    var again = from == 0 ? "begin again" : "go on from iteration " + from;
    if (!failure.isOutOfMemory()) {
      return again;
    }
    long bytes = promised(plan, stage.name()).memoryBytes();
    return "there is not enough memory: the cells take %s, messages and results come on top; expected a smaller domain or band, type: float, or more memory, such as JAVA_TOOL_OPTIONS='-Xmx%2$dg -XX:MaxDirectMemorySize=%2$dg'\nwith more memory, %3$s"
        .formatted(
            Show.size(bytes),
            Math.ceilDiv(2 * Math.max(bytes, Runtime.getRuntime().maxMemory()), 1L << 30),
            again);
  }

  @Override
  public RankComparison compare(List<StencilMeasured> measured, Path folder) {
    boolean estimated = !ThisMachine.isUnmeasured(inputs.grid());
    var outcomes = new ArrayList<StrategyOutcome>();
    for (int i = 0; i < stages.size(); i++) {
      var stage = stages.get(i);
      var promised = promised(plan, stage.name());
      boolean isPromised = estimated && (stage.isEmulated() || settings.workers().areElsewhere());
      double simulated = Double.NaN;
      if (isPromised) {
        var timing =
            StencilTiming.of(inputs.grid(), inputs.app(), promised.strategy(), promised.band());
        simulated = timing.simulate(1).iterationSeconds();
        if (stage.isEmulated() && !settings.site().hasNetworks()) {
          promised = promised.promising(timing.emulated(promised.iterationSeconds()));
        }
      }
      outcomes.add(
          new StrategyOutcome(promised, stage.scale(), isPromised, simulated, measured.get(i)));
    }
    return new StencilComparison(new StencilSummary(plan, outcomes), folder.resolve("result.raw"));
  }
}

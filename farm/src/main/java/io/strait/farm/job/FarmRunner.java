package io.strait.farm.job;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmRunFile;
import io.strait.farm.measure.TaskCost;
import io.strait.farm.outcome.MeasuredPhase;
import io.strait.farm.outcome.PhaseFigures;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;
import io.strait.measure.ThisMachine;
import io.strait.model.quantity.Durations;
import io.strait.model.text.InputException;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code strait run} for a farm: its phases one after the other, each in its own folder. */
public final class FarmRunner implements Job<FarmApp, FarmPlan> {
  private final PlanFile<FarmApp, FarmPlan> file;
  private final List<FarmStage> stages;
  private final TaskSpec task;
  private final Path inputs;
  private final RunSettings settings;
  private final FarmRunOptions options;

  private FarmRunner(
      PlanFile<FarmApp, FarmPlan> file,
      List<FarmStage> stages,
      TaskSpec task,
      Path inputs,
      RunSettings settings) {
    this.file = file;
    this.stages = stages;
    this.task = task;
    this.inputs = inputs;
    this.settings = settings;
    this.options = FarmRunOptions.of(settings.options());
  }

  /**
   * A new run.
   *
   * @param folder of the app file
   */
  public static FarmRunner begin(
      PlanFile<FarmApp, FarmPlan> file, RunFile run, Path folder, RunSettings settings)
      throws IOException {
    var inputs = file.inputs();
    var task = TaskSpec.of(inputs.app(), inputs.appDocument(), folder, settings.loader());
    checkData(task, inputs, settings);
    var plan = LocalData.plan(inputs, StockOption.apply(file.plan(), settings.options()), settings);
    var stages =
        fitting(stages(plan, run, settings), new PlanFile<>(inputs, plan), task, run, settings);
    if (stages.getLast().isEmulated() && ThisMachine.isUnmeasured(inputs.grid())) {
      throw new InputException(
          "an emulation of this machine, expected a grid that says how fast its hosts are");
    }
    return new FarmRunner(new PlanFile<>(inputs, plan), stages, task, folder, settings);
  }

  /** Large files get to workers that the run starts, and to no others. */
  private static void checkData(TaskSpec task, Inputs<FarmApp> inputs, RunSettings settings) {
    if (settings.workers() == Workers.NONE && !task.large().isEmpty()) {
      var file = task.large().getFirst();
      throw inputs
          .appDocument()
          .error(
              inputs.appNode("run"),
              "with '%s' (%d bytes) files exceed %d bytes, and --workers none cannot bring it to workers; expected clusters with start, or a file system that workers share"
                  .formatted(file.name(), file.bytes(), TaskSpec.MOST_BYTES));
    }
  }

  /** A run that is resumed. */
  public static FarmRunner resume(
      PlanFile<FarmApp, FarmPlan> file, RunFolder folder, RunSettings settings) throws IOException {
    var inputs = file.inputs();
    var task = TaskSpec.of(inputs.app(), inputs.appDocument(), folder.inputs(), settings.loader());
    @Nullable String steps = folder.read("run.json").get("steps");
    var stages =
        steps == null
            ? List.of(new FarmStage(file.plan().result(), 0, 0))
            : FarmStage.read(file.plan(), steps);
    var plan = StockOption.apply(file.plan(), settings.options());
    return new FarmRunner(new PlanFile<>(inputs, plan), stages, task, folder.inputs(), settings);
  }

  /** The phases to run, in the order of the plan; the last one always runs. */
  private static List<FarmStage> stages(FarmPlan plan, RunFile run, RunSettings settings) {
    var file = FarmRunFile.of(run);
    var named = settings.steps();
    var wanted = named.isEmpty() ? file.steps() : named;
    for (var name : wanted) {
      if (FarmStage.phase(plan, name) == null) {
        var message =
            "%s '%s', expected phases of the plan: %s"
                .formatted(
                    named.isEmpty() ? "steps has" : "--steps",
                    name,
                    String.join(", ", plan.steps().stream().map(p -> p.phase().word()).toList()));
        throw named.isEmpty() ? run.error("steps", name, message) : new InputException(message);
      }
    }
    var stages = new ArrayList<FarmStage>();
    for (var phase : plan.steps()) {
      if (phase.equals(plan.result()) || wanted.contains(phase.phase().word())) {
        double scale =
            settings.timeScale().of(phase.total().promisedSeconds(), run, settings.workers());
        stages.add(new FarmStage(phase, scale, file.reference().getOrDefault(phase.phase(), 0.0)));
      }
    }
    return stages;
  }

  /** The same stages, no faster than this machine can emulate them. */
  private static List<FarmStage> fitting(
      List<FarmStage> stages,
      PlanFile<FarmApp, FarmPlan> file,
      TaskSpec task,
      RunFile run,
      RunSettings settings)
      throws IOException {
    if (!stages.getLast().isEmulated() || !settings.timeScale().isDuration(run)) {
      return stages;
    }
    var limit =
        new MachineLimit(TaskCost.seconds(task), Runtime.getRuntime().availableProcessors());
    var rehearsals = FarmRunOptions.of(settings.options()).rehearsal();
    var inputs = file.inputs();
    var fitting = new ArrayList<FarmStage>();
    for (var stage : stages) {
      var phase = stage.phase();
      var rehearsal = new Rehearsal(inputs.grid(), inputs.app(), file.plan(), phase, rehearsals);
      double scale = limit.limit(stage.scale(), phase, rehearsal);
      fitting.add(new FarmStage(phase, scale, stage.reference()));
      if (scale < 0.95 * stage.scale() && !settings.quiet()) {
        double life = phase.total().promisedSeconds();
        settings
            .console()
            .say(
                "%s is emulated in %s instead of %s, for a task takes this machine %s"
                    .formatted(
                        stage.name(),
                        Durations.rounded(life / scale),
                        Durations.rounded(life / stage.scale()),
                        Durations.rounded(limit.cost())));
      }
    }
    return fitting;
  }

  @Override
  public PlanFile<FarmApp, FarmPlan> plan() {
    return file;
  }

  @Override
  public String steps() {
    return FarmStage.write(stages);
  }

  @Override
  public void prepare(RunFolder folder) throws IOException {
    task.copyFiles(inputs, folder.inputs());
  }

  /** Runs all stages; the last one is the run itself, the others have folders in its folder. */
  @Override
  public int run(RunFolder run, String name) throws IOException {
    var plan = file.plan();
    boolean estimated = !ThisMachine.isUnmeasured(file.inputs().grid());
    var phases = new ArrayList<PhaseFigures>();
    for (var stage : stages) {
      boolean last = stage.equals(stages.getLast());
      var place = last ? run : step(run, name, stage);
      var of = last ? name : name + "-" + stage.name();
      var job =
          new StageJob(
              place,
              of,
              file.inputs(),
              plan,
              stage,
              estimated,
              options.rehearsal(),
              task,
              settings.loader());
      boolean compares = estimated && (stage.isEmulated() || settings.workers().areElsewhere());
      @Nullable MeasuredPhase before =
          compares
              ? MeasuredPhase.read(stage.phase(), plan.tasks(), place.read(MeasuredPhase.FILE))
              : null;
      if (before != null && !last) {
        phases.add(job.figures(before)); // done before the master was started again
        continue;
      }
      var outcome =
          new MasterSession(job, settings, options)
              .run(
                  ended -> {
                    var compared = ended;
                    if (compares && ended.isComplete()) {
                      boolean whole = ended.status().epoch() == 1;
                      var measured = whole ? measured(plan, stage, ended) : before;
                      phases.add(job.figures(measured));
                      if (whole && measured != null && ended.isGood()) {
                        place.write(MeasuredPhase.FILE, measured.entries());
                      }
                      compared = ended.with(new StageComparison(plan, List.copyOf(phases)));
                    }
                    compared.write();
                    if (last || !ended.isGood()) {
                      settings.keepIncidents(run.path());
                      show(compared, last && compares ? settings.report(run.path()) : null);
                    }
                    return compared;
                  });
      if (!outcome.isGood()) {
        return ExitCode.FAILED;
      }
    }
    return ExitCode.DONE;
  }

  private static MeasuredPhase measured(FarmPlan plan, FarmStage stage, StageOutcome ended) {
    return stage.measured(plan, ended.status(), ended.data().headSeconds());
  }

  /** The folder of an earlier phase. */
  private static RunFolder step(RunFolder run, String name, FarmStage stage) throws IOException {
    var path = run.path().resolve("steps").resolve(stage.name());
    if (Files.exists(path)) {
      return RunFolder.open(path);
    }
    var made = RunFolder.create(path);
    made.write(
        "run.json",
        Map.of(
            "name",
            name + "-" + stage.name(),
            "began",
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    return made;
  }

  private void show(StageOutcome outcome, @Nullable Path report) {
    var console = settings.console();
    boolean text = settings.format() == Format.TEXT;
    console.print(text ? outcome.text(console.style()) : outcome.json());
    if (report != null && text) {
      console.print("report: %s%n".formatted(report));
    }
  }
}

package io.strait.cli;

import io.strait.measure.ThisMachine;
import io.strait.model.App;
import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.RealignApp;
import io.strait.model.RealignPlan;
import io.strait.model.StencilApp;
import io.strait.model.StencilPlan;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import io.strait.model.text.PlanTree;
import io.strait.model.text.RealignPlanFile;
import io.strait.model.text.RunFile;
import io.strait.model.text.StencilPlanFile;
import io.strait.plan.Planner;
import io.strait.run.node.RunFolder;
import io.strait.run.task.TaskSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait run}: the master of a plan. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a plan. This process is the master; by default the workers are threads in it.",
      "Every result is counted exactly once, whatever crashes: after a crash of the master itself,"
          + " go on with --resume."
    },
    footer = {
      "",
      "Examples:",
      "  strait run examples/resident-python                 on this machine, threads as workers",
      "  strait run plan.yaml --workers processes            gateways and workers as processes"
          + " here",
      "  strait run plan.yaml --workers none --listen 0.0.0.0:7077 --identity certs/home",
      "                                                      others join with strait worker,"
          + " gateway",
      "  strait run plan.yaml --duration 15s                 the plan's grid emulated here, in"
          + " about 15 s",
      "  strait run plan.yaml --time-scale 20 --steps local,multi",
      "                                                      earlier phases too, 20 times faster"
          + " than life",
      "  strait run --resume runs/ep-20260101-120000         after a crash, or a stop",
      "  strait status runs/ep-20260101-120000               how far it is"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "PLAN | GRID APP",
      description =
          "A plan file; or a grid file and an app file; or a folder with both; or an app file"
              + " alone.")
  private List<Path> files = List.of();

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with a run that was interrupted, given its folder.")
  private @Nullable Path resume;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "The new folder of the run (default: runs/APP-DATE-TIME).")
  private @Nullable Path folder;

  @Mixin private RunOptions options = new RunOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClassPathOption classes = new ClassPathOption();
  @Mixin private EmulationOptions emulation = new EmulationOptions();
  @Mixin private PlanningOptions planning = new PlanningOptions();

  @Override
  public Integer call() throws IOException {
    if ((resume == null) == files.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "expected either PLAN (or GRID APP), or --resume RUN");
    }
    if (resume != null && folder != null) {
      throw new ParameterException(
          spec.commandLine(), "--folder with --resume, expected one of them");
    }
    options.check(connection);
    var loader = classes.install();
    return resume == null ? begin(loader) : resume(RunFolder.open(resume), loader);
  }

  private int begin(ClassLoader loader) throws IOException {
    if (files.size() == 1
        && Files.isRegularFile(files.getFirst())
        && PlanFile.isStencil(Document.read(files.getFirst()))) {
      var content = StencilPlanFile.read(Document.read(files.getFirst()));
      return begin(content.inputs(), content.plan(), RunFile.EMPTY, loader);
    }
    if (files.size() == 1
        && Files.isRegularFile(files.getFirst())
        && PlanFile.isRealign(Document.read(files.getFirst()))) {
      var content = RealignPlanning.read(Document.read(files.getFirst()));
      return begin(content.inputs(), content.app(), content.plan(), RunFile.EMPTY);
    }
    Inputs inputs;
    FarmPlan plan;
    var settings = RunFile.EMPTY;
    if (files.size() == 1
        && Files.isRegularFile(files.getFirst())
        && PlanFile.isPlan(Document.read(files.getFirst()))) {
      var content = PlanFile.read(Document.read(files.getFirst()));
      inputs = content.inputs();
      plan = content.plan();
    } else {
      var found = InputFiles.toRun(files);
      settings = found.run();
      inputs = Inputs.read(found.grid(), found.app());
      if (inputs.app() instanceof StencilApp) {
        return begin(inputs, StencilPlanning.of(inputs), settings, loader);
      }
      if (inputs.app() instanceof RealignApp app) {
        var method = planning.options(spec, settings).method();
        return begin(inputs, app, RealignPlanning.of(inputs, method), settings);
      }
      plan = Planner.plan(inputs.grid(), inputs.app(), planning.options(spec, settings));
    }
    var app = (FarmApp) inputs.app();
    var task = TaskSpec.of(app, inputs.appDocument(), appFolder(), loader);
    boolean here = options.workers() != RunOptions.Workers.NONE;
    var stages = emulation.stages(plan, settings, here);
    if (stages.getLast().isEmulated() && ThisMachine.isUnmeasured(inputs.grid())) {
      throw new InputException(
          "an emulation of this machine, expected a grid that says how fast its hosts are");
    }
    var shown = name(app);
    var run = RunFolder.create(folder == null ? Path.of("runs", shown) : folder);
    // Gateways keep results under this name: no other run may ever have it.
    var name = shown + "-" + Long.toHexString(new SecureRandom().nextLong());
    SafeFile.write(
        run.plan(),
        PlanTree.file(inputs.grid(), app, plan).yaml().getBytes(StandardCharsets.UTF_8));
    task.copyFiles(appFolder(), run.inputs());
    run.write(
        "run.json",
        Map.of(
            "name", name,
            "app", app.name(),
            "began", now(),
            "steps", Stage.write(stages)));
    return go(run, name, inputs, plan, stages, task, loader);
  }

  /** The same for a stencil. */
  private int begin(Inputs inputs, StencilPlan plan, RunFile settings, ClassLoader loader)
      throws IOException {
    var app = (StencilApp) inputs.app();
    var runner = new StencilRunner(spec, options, connection, classes, loader);
    runner.check(inputs);
    var stages = runner.stages(inputs, plan, settings, emulation);
    var run = RunFolder.create(folder == null ? Path.of("runs", name(app)) : folder);
    SafeFile.write(
        run.plan(),
        StencilPlanFile.file(inputs.grid(), app, plan).yaml().getBytes(StandardCharsets.UTF_8));
    run.write(
        "run.json",
        Map.of(
            "name", name(app),
            "app", app.name(),
            "began", now(),
            "steps", StencilStage.write(stages)));
    return runner.run(run, inputs, plan, stages);
  }

  /** The same for a realignment. */
  private int begin(Inputs inputs, RealignApp given, RealignPlan plan, RunFile settings)
      throws IOException {
    var app = RealignRunner.located(given, appFolder());
    var runner = new RealignRunner(spec, options, connection, classes);
    var stages = runner.stages(app, plan, settings, emulation);
    runner.check(inputs, app, plan, stages);
    var run = RunFolder.create(folder == null ? Path.of("runs", name(app)) : folder);
    SafeFile.write(
        run.plan(),
        RealignPlanFile.file(inputs.grid(), app, plan).yaml().getBytes(StandardCharsets.UTF_8));
    run.write(
        "run.json",
        Map.of(
            "name", name(app),
            "app", app.name(),
            "began", now(),
            "steps", RealignStage.write(stages)));
    return runner.run(run, inputs, app, plan, stages);
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String name(App app) {
    return app.name().replaceAll("[^A-Za-z0-9._-]", "_")
        + LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("-yyyyMMdd-HHmmss"));
  }

  private int resume(RunFolder run, ClassLoader loader) throws IOException {
    if (emulation.isGiven()) {
      throw new InputException(
          "options of emulation with --resume, expected none: the run goes on as it began");
    }
    if (StencilRunner.owns(run)) {
      var content = StencilPlanFile.read(Document.read(run.plan()));
      var stages =
          StencilStage.read(content.plan(), run.read("run.json").getOrDefault("steps", ""));
      var runner = new StencilRunner(spec, options, connection, classes, loader);
      runner.check(content.inputs());
      return runner.run(run, content.inputs(), content.plan(), stages);
    }
    if (RealignRunner.owns(run)) {
      var content = RealignPlanFile.read(Document.read(run.plan()));
      var stages = RealignStage.read(run.read("run.json").getOrDefault("steps", ""));
      var runner = new RealignRunner(spec, options, connection, classes);
      runner.check(content.inputs(), content.app(), content.plan(), stages);
      return runner.run(run, content.inputs(), content.app(), content.plan(), stages);
    }
    var content = PlanFile.read(Document.read(run.plan()));
    var inputs = content.inputs();
    var task = TaskSpec.of((FarmApp) inputs.app(), inputs.appDocument(), run.inputs(), loader);
    var entries = run.read("run.json");
    @Nullable String name = entries.get("name");
    if (name == null) {
      throw new InputException("%s has no name in run.json".formatted(run.path()));
    }
    @Nullable String steps = entries.get("steps");
    var stages =
        steps == null
            ? List.of(new Stage(content.plan().result(), 0, 0))
            : Stage.read(content.plan(), steps);
    return go(run, name, inputs, content.plan(), stages, task, loader);
  }

  /** Runs all stages; the last one is the run itself, the others have folders in its folder. */
  private int go(
      RunFolder run,
      String name,
      Inputs inputs,
      FarmPlan plan,
      List<Stage> stages,
      TaskSpec task,
      ClassLoader loader)
      throws IOException {
    boolean estimated = !ThisMachine.isUnmeasured(inputs.grid());
    var rows = new ArrayList<RunComparison.Row>();
    for (var stage : stages) {
      boolean last = stage.equals(stages.getLast());
      var place = last ? run : step(run, name, stage);
      var of = last ? name : name + "-" + stage.name();
      var job = new RunJob(place, of, inputs, plan, stage, estimated, task, loader);
      boolean compares =
          estimated && (stage.isEmulated() || options.workers() == RunOptions.Workers.NONE);
      @Nullable Measured before =
          compares ? Measured.of(plan, stage, place.read(Measured.FILE)) : null;
      if (before != null && !last) {
        rows.add(new RunComparison.Row(stage, job.simulated(), before)); // a former life ran it
        continue;
      }
      var outcome =
          new RunSession(spec.commandLine(), job, options, connection, classes)
              .run(
                  ended -> {
                    var compared = ended;
                    if (compares && ended.isComplete()) {
                      boolean whole = ended.status().epoch() == 1;
                      var measured = whole ? Measured.of(plan, stage, ended.status()) : before;
                      rows.add(new RunComparison.Row(stage, job.simulated(), measured));
                      if (whole && measured != null && ended.isGood()) {
                        place.write(Measured.FILE, measured.entries());
                      }
                      compared = ended.with(new RunComparison(plan, List.copyOf(rows)));
                    }
                    compared.write();
                    if (last || !ended.isGood()) {
                      show(compared, last && compares ? report(run) : null);
                    }
                    return compared;
                  });
      if (!outcome.isGood()) {
        return Main.FAILED;
      }
    }
    return Main.DONE;
  }

  /** The folder of an earlier phase. */
  private static RunFolder step(RunFolder run, String name, Stage stage) throws IOException {
    var path = run.path().resolve("steps").resolve(stage.name());
    if (Files.exists(path)) {
      return RunFolder.open(path);
    }
    var made = RunFolder.create(path);
    made.write("run.json", Map.of("name", name + "-" + stage.name(), "began", now()));
    return made;
  }

  /** Makes the page of a run; null if that cannot be done, which does not make the run worse. */
  private @Nullable Path report(RunFolder run) {
    try {
      return ReportCommand.write(run.path());
    } catch (IOException | RuntimeException e) {
      spec.commandLine().getErr().println("strait: there is no report: " + e.getMessage());
      return null;
    }
  }

  private void show(RunOutcome outcome, @Nullable Path report) {
    var command = spec.commandLine();
    boolean colours = command.getColorScheme().ansi().enabled();
    command
        .getOut()
        .print(options.format == Format.JSON ? outcome.json() : outcome.text(new Style(colours)));
    if (report != null && options.format == Format.TEXT) {
      command.getOut().println("report: " + report);
    }
    command.getOut().flush();
  }

  /** Where the files that the app names are. */
  private Path appFolder() {
    var last = files.getLast();
    var of = Files.isDirectory(last) ? last : last.toAbsolutePath().getParent();
    return of == null ? Path.of("") : of;
  }
}

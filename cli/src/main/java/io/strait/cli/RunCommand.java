package io.strait.cli;

import io.strait.measure.ThisMachine;
import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import io.strait.model.text.PlanTree;
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
    Inputs inputs;
    FarmPlan plan;
    if (files.size() == 1
        && Files.isRegularFile(files.getFirst())
        && PlanFile.isPlan(Document.read(files.getFirst()))) {
      var content = PlanFile.read(Document.read(files.getFirst()));
      inputs = content.inputs();
      plan = content.plan();
    } else {
      var found = InputFiles.toRun(files);
      inputs = Inputs.read(found.grid(), found.app());
      plan = Planner.plan(inputs.grid(), inputs.app(), planning.options(spec, found.run()));
    }
    var app = (FarmApp) inputs.app();
    var task = TaskSpec.of(app, inputs.appDocument(), appFolder(), loader);
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
            "began", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    return go(run, name, inputs, plan, task, loader);
  }

  private static String name(FarmApp app) {
    return app.name().replaceAll("[^A-Za-z0-9._-]", "_")
        + LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("-yyyyMMdd-HHmmss"));
  }

  private int resume(RunFolder run, ClassLoader loader) throws IOException {
    var content = PlanFile.read(Document.read(run.plan()));
    var inputs = content.inputs();
    var task = TaskSpec.of((FarmApp) inputs.app(), inputs.appDocument(), run.inputs(), loader);
    @Nullable String name = run.read("run.json").get("name");
    if (name == null) {
      throw new InputException("%s has no name in run.json".formatted(run.path()));
    }
    return go(run, name, inputs, content.plan(), task, loader);
  }

  private int go(
      RunFolder run, String name, Inputs inputs, FarmPlan plan, TaskSpec task, ClassLoader loader)
      throws IOException {
    boolean estimated = !ThisMachine.isUnmeasured(inputs.grid());
    return new RunSession(
            spec.commandLine(),
            run,
            name,
            plan,
            estimated,
            task,
            loader,
            options,
            connection,
            classes)
        .run();
  }

  /** Where the files that the app names are. */
  private Path appFolder() {
    var last = files.getLast();
    var of = Files.isDirectory(last) ? last : last.toAbsolutePath().getParent();
    return of == null ? Path.of("") : of;
  }
}

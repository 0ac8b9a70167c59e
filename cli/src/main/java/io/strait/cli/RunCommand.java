package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.option.Options;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.launch.Site;
import io.strait.model.App;
import io.strait.model.Grid;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.view.SafeFile;
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
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      "  strait run plan.yaml --lab --faults faults.yaml     on real TCP between hosts of a lab",
      "  strait run examples/three-continents --serve        shown in a browser while it goes on",
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

  private final Kinds kinds;
  private final KindOptions own;

  private RunCommand(Kinds kinds) {
    this.kinds = kinds;
    this.own = new KindOptions(kinds, Verb.RUN);
  }

  /** The command with the options of all kinds. */
  static CommandLine of(Kinds kinds) {
    var command = new RunCommand(kinds);
    return command.own.command(command);
  }

  @Override
  public Integer call() throws IOException {
    if ((resume == null) == files.isEmpty()) {
      throw new UsageException("expected either PLAN (or GRID APP), or --resume RUN");
    }
    if (resume != null && folder != null) {
      throw new UsageException("--folder with --resume, expected one of them");
    }
    options.check(connection);
    var loader = classes.install();
    if (resume != null) {
      var run = RunFolder.open(resume);
      return resume(kinds.ofPlan(Document.read(run.plan())), run, loader);
    }
    if (files.size() == 1 && Files.isRegularFile(files.getFirst())) {
      var document = Document.read(files.getFirst());
      if (PlanFile.isPlan(document)) {
        return begin(kinds.ofPlan(document), document, loader);
      }
    }
    var found = InputFiles.toRun(kinds, files);
    return begin(found.kind(), found, loader);
  }

  private <A extends App, P> int begin(Kind<A, P> kind, Document document, ClassLoader loader)
      throws IOException {
    var plan = kind.open(document);
    var given = own.of(spec, kind, plan.inputs().app().name());
    var settings = settings(plan.inputs().grid(), given, loader);
    return begin(kind, plan, RunFile.EMPTY, settings);
  }

  private <A extends App, P> int begin(Kind<A, P> kind, InputFiles found, ClassLoader loader)
      throws IOException {
    var inputs = kind.files().inputs(found.grid(), found.app());
    var given = own.of(spec, kind, inputs.app().name());
    var plan = PlanRun.located(kind.planning(given, found.run()), inputs);
    var settings = settings(inputs.grid(), given, loader);
    return begin(kind, new PlanFile<>(inputs, plan), found.run(), settings);
  }

  private <A extends App, P> int begin(
      Kind<A, P> kind, PlanFile<A, P> plan, RunFile settings, RunSettings how) throws IOException {
    Job<A, P> job = kind.begin(plan, settings, appFolder(), how);
    if (options.lab) {
      return LabRun.of(kind, plan, options.faults).outside(spec);
    }
    var app = plan.inputs().app();
    var shown = name(app);
    var run = RunFolder.create(folder == null ? Path.of("runs", shown) : folder);
    // Gateways keep results under this name: no other run may ever have it.
    var name = shown + "-" + Long.toHexString(new SecureRandom().nextLong());
    SafeFile.write(
        run.plan(), job.plan().tree(kind.files()).yaml().getBytes(StandardCharsets.UTF_8));
    job.prepare(run);
    var entries =
        new TreeMap<>(
            Map.of(
                "name",
                name,
                "app",
                app.name(),
                "began",
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                "steps",
                job.steps()));
    if (options.inLab != null) {
      entries.put(LabSite.KEY, options.inLab);
    }
    run.write("run.json", entries);
    return run(job, run, name);
  }

  /** Runs a job, shown in a browser if that is asked for. */
  private int run(Job<?, ?> job, RunFolder run, String name) throws IOException {
    var port = options.serve;
    if (port == null) {
      return job.run(run, name);
    }
    try (var page = ServedRun.open(kinds, run.path(), port, options.control, Main.console(spec))) {
      int exit = job.run(run, name);
      page.linger();
      return exit;
    }
  }

  private <A extends App, P> int resume(Kind<A, P> kind, RunFolder run, ClassLoader loader)
      throws IOException {
    if (emulation.isGiven()) {
      throw new InputException(
          "options of emulation with --resume, expected none: the run goes on as it began");
    }
    var plan = PlanFile.read(Document.read(run.plan()), kind.files());
    var given = own.of(spec, kind, plan.inputs().app().name());
    @Nullable String name = run.read("run.json").get("name");
    if (name == null) {
      throw new InputException(
          "%s has no name in run.json, expected the folder of a run".formatted(run.path()));
    }
    // What began in a lab goes on in another.
    options.lab |= options.inLab == null && run.read("run.json").containsKey(LabSite.KEY);
    var job = kind.resume(plan, run, settings(plan.inputs().grid(), given, loader));
    if (options.lab) {
      return LabRun.of(kind, plan, options.faults).outside(spec);
    }
    if (options.inLab != null) {
      var entries = new TreeMap<>(run.read("run.json"));
      entries.put(LabSite.KEY, options.inLab);
      run.write("run.json", entries);
    }
    return run(job, run, name);
  }

  private RunSettings settings(Grid grid, Options given, ClassLoader loader) throws IOException {
    return options.settings(
        grid,
        connection,
        emulation,
        classes.launcher(),
        options.inLab == null
            ? options.lab ? LabSite.SOON : Site.HERE
            : LabSite.of(options.inLab, options.faults),
        loader,
        given,
        Main.console(spec),
        page -> ReportCommand.write(kinds, page));
  }

  private static String name(App app) {
    return app.name().replaceAll("[^A-Za-z0-9._-]", "_")
        + LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("-yyyyMMdd-HHmmss"));
  }

  /** Where the files that the app names are. */
  private Path appFolder() {
    var last = files.getLast();
    var of = Files.isDirectory(last) ? last : last.toAbsolutePath().getParent();
    return of == null ? Path.of("") : of;
  }
}

package io.strait.realign.text;

import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Job;
import io.strait.kind.run.Mpi;
import io.strait.kind.run.RankControl;
import io.strait.kind.run.RunFailure;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;
import io.strait.launch.RankProcesses;
import io.strait.model.text.InputException;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.plan.Ranks;
import io.strait.realign.plan.Timing;
import io.strait.realign.run.Buffers;
import io.strait.realign.run.Emulation;
import io.strait.realign.run.Moves;
import io.strait.realign.run.PartFiles;
import io.strait.realign.run.RealignJob;
import io.strait.realign.run.RealignMaster;
import io.strait.realign.run.RealignRun;
import io.strait.realign.run.WarmUp;
import io.strait.realign.simulate.StepResult;
import io.strait.transport.wire.TokenGuard;
import io.strait.view.Format;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait run} for a realignment: in natural order and renumbered, one after the other, each
 * in its own folder.
 */
public final class RealignRunner implements Job<RealignApp, RealignPlan> {
  private final PlanFile<RealignApp, RealignPlan> file;
  private final List<RealignStage> stages;
  private final RunSettings settings;
  private final RankProcesses.Starter starter;

  private RealignRunner(
      PlanFile<RealignApp, RealignPlan> file, List<RealignStage> stages, RunSettings settings) {
    this.file = file;
    this.stages = stages;
    this.settings = settings;
    this.starter = Mpi.starter(settings);
    check();
  }

  /**
   * A new run.
   *
   * @param folder of the app file
   */
  public static RealignRunner begin(
      PlanFile<RealignApp, RealignPlan> given, RunFile run, Path folder, RunSettings settings) {
    var inputs = given.inputs();
    var file =
        new PlanFile<>(
            new Inputs<>(
                inputs.gridDocument(),
                inputs.appDocument(),
                inputs.grid(),
                located(inputs.app(), folder)),
            given.plan());
    return new RealignRunner(file, stages(file, run, settings), settings);
  }

  /** A run that goes on. */
  public static RealignRunner resume(
      PlanFile<RealignApp, RealignPlan> file, RunFolder folder, RunSettings settings)
      throws IOException {
    var steps = folder.read("run.json").getOrDefault("steps", "");
    return new RealignRunner(file, RealignStage.read(steps), settings);
  }

  @Override
  public PlanFile<RealignApp, RealignPlan> plan() {
    return file;
  }

  @Override
  public String steps() {
    return RealignStage.write(stages);
  }

  /**
   * The app with its files where they are for everybody.
   *
   * @param folder of the app file
   */
  private static RealignApp located(RealignApp app, Path folder) {
    return app.data() instanceof RealignApp.Data.Files files
        ? new RealignApp(
            app.name(),
            app.shape(),
            app.elementBytes(),
            app.phases(),
            app.renumber(),
            app.repetitions(),
            app.memory(),
            new RealignApp.Data.Files(
                located(files.source(), folder), located(files.target(), folder)))
        : app;
  }

  private static String located(String file, Path folder) {
    return folder.toAbsolutePath().resolve(file).normalize().toString();
  }

  /** What is to be run; a user's own data are moved once only, unless both are asked for. */
  private static List<RealignStage> stages(
      PlanFile<RealignApp, RealignPlan> file, RunFile run, RunSettings settings) {
    var app = file.inputs().app();
    var plan = file.plan();
    var wanted = new ArrayList<RealignStage.Numbering>();
    for (var word : settings.steps()) {
      wanted.add(RealignStage.Numbering.of("--steps", word));
    }
    if (wanted.isEmpty()) {
      for (var word : run.texts("steps", "a step")) {
        try {
          wanted.add(RealignStage.Numbering.of("steps has", word));
        } catch (InputException e) {
          throw run.error("steps", word, String.valueOf(e.getMessage()));
        }
      }
    }
    if (wanted.isEmpty() && !(app.data() instanceof RealignApp.Data.Files)) {
      wanted.addAll(List.of(RealignStage.Numbering.values()));
    }
    var stages = new ArrayList<RealignStage>();
    for (var each : RealignStage.Numbering.values()) {
      boolean last = each == RealignStage.Numbering.RENUMBERED;
      if (wanted.contains(each) || (wanted.isEmpty() && last)) {
        var life = new RealignStage(each, 0).side(plan).seconds();
        stages.add(new RealignStage(each, settings.timeScale().of(life, run, settings.workers())));
      }
    }
    return stages;
  }

  /** Complains about what does not fit, before anything is written. */
  private void check() {
    var inputs = file.inputs();
    for (var stage : stages) {
      var moves = stage.moves(inputs.grid(), inputs.app(), file.plan());
      try {
        var _ = buffers(inputs, inputs.app(), file.plan(), stage, moves);
        if (settings.workers() != Workers.NONE) {
          new PartFiles(Path.of(""), inputs.app().data()).check(moves);
        }
      } catch (RunFailure e) {
        var message = String.valueOf(e.getMessage());
        throw inputs
            .appDocument()
            .error(inputs.appNode(message.startsWith("memory") ? "memory" : "data"), message);
      }
    }
  }

  private static Emulation emulation(
      Inputs<RealignApp> inputs, RealignPlan plan, RealignStage stage) {
    var ranks = Ranks.of(inputs.grid());
    return stage.isEmulated()
        ? new Emulation(inputs.grid(), ranks, stage.side(plan).traffic(), stage.scale())
        : Emulation.none(ranks);
  }

  private static Buffers buffers(
      Inputs<RealignApp> inputs,
      RealignApp app,
      RealignPlan plan,
      RealignStage stage,
      Moves moves) {
    @Nullable Long memory = app.memory();
    var life = new Emulation(inputs.grid(), Ranks.of(inputs.grid()), stage.side(plan).traffic(), 1);
    return Buffers.of(
        moves,
        app.data() instanceof RealignApp.Data.Memory,
        memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
        life.pipe());
  }

  /** Runs all stages that a former life did not run. */
  @Override
  public int run(RunFolder run, String name) throws IOException {
    var counted =
        new RankControl.Counted(
            "step",
            "bytes",
            stages
                .getLast()
                .moves(file.inputs().grid(), file.inputs().app(), file.plan())
                .allBytes(),
            "Bytes to move in a step.",
            "Bytes that are where they belong.");
    try (var control = new RankControl(run, name, counted, settings.metricsPort())) {
      return control.ends(run(run, control));
    }
  }

  private int run(RunFolder run, RankControl control) throws IOException {
    var inputs = file.inputs();
    var app = inputs.app();
    var plan = file.plan();
    var rows = new ArrayList<RealignComparison.Row>();
    for (var stage : stages) {
      var place =
          stage.equals(stages.getLast())
              ? run.path()
              : Files.createDirectories(run.path().resolve("steps/" + stage.name()));
      @Nullable RealignMeasured measured = RealignMeasured.read(place);
      if (measured == null) {
        try {
          measured = run(run, place, inputs, app, plan, stage, control);
        } catch (RunFailure e) {
          var err = settings.console().err();
          err.println("strait: %s: %s".formatted(stage.name(), e.getMessage()));
          err.println(
              "%s with: strait run --resume %s"
                  .formatted(
                      app.data() instanceof RealignApp.Data.Memory ? "begin again" : "go on",
                      run.path()));
          err.flush();
          return ExitCode.FAILED;
        } finally {
          control.ended();
        }
        measured.write(place);
        new PartFiles(place.resolve("parts"), app.data()).forget();
      }
      rows.add(row(inputs, app, plan, stage, measured));
    }
    var comparison = new RealignComparison(inputs.grid(), app, settings.workers(), rows);
    var json = comparison.json().json();
    Files.writeString(run.summary(), json, StandardCharsets.UTF_8);
    show(comparison, json, stages.getLast().isEmulated() ? settings.report(run.path()) : null);
    return comparison.isVerified() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private RealignComparison.Row row(
      Inputs<RealignApp> inputs,
      RealignApp app,
      RealignPlan plan,
      RealignStage stage,
      RealignMeasured measured) {
    double predicted = stage.side(plan).seconds();
    boolean compares = predicted > 0 && (stage.isEmulated() || settings.workers() == Workers.NONE);
    double simulated =
        compares
            ? Timing.of(inputs.grid(), app, stage.numberings(plan)).simulate().stream()
                .mapToDouble(StepResult::seconds)
                .sum()
            : Double.NaN;
    return new RealignComparison.Row(stage, compares, predicted, simulated, measured);
  }

  private RealignMeasured run(
      RunFolder folder,
      Path place,
      Inputs<RealignApp> inputs,
      RealignApp app,
      RealignPlan plan,
      RealignStage stage,
      RankControl control)
      throws IOException {
    var moves = stage.moves(inputs.grid(), app, plan);
    var buffers = buffers(inputs, app, plan, stage, moves);
    var emulation = emulation(inputs, plan, stage);
    boolean files = !(app.data() instanceof RealignApp.Data.Memory);
    var parts = place.resolve("parts").toAbsolutePath();
    if (settings.workers() == Workers.EMBEDDED) {
      WarmUp.run();
      var job =
          new RealignRun(
              moves, buffers, emulation, files ? new PartFiles(parts, app.data()) : null);
      return go(job, stage, moves, control);
    }
    var name = folder.read("run.json").getOrDefault("name", "") + "-" + stage.name();
    boolean own = settings.workers() == Workers.PROCESSES;
    try (var certificates = settings.certificates(place)) {
      certificates.deleteStale(place);
      RunSettings.@Nullable Door door = settings.door();
      var address = door == null ? new InetSocketAddress("localhost", 0) : door.address();
      var identity = door == null ? certificates.master() : door.identity();
      @Nullable Path tokens = own ? certificates.folder() : door == null ? null : door.tokens();
      var how =
          new RealignMaster.Options(
              address,
              identity,
              name,
              TokenGuard.of(tokens),
              stage.isRenumbered(),
              stage.scale(),
              files ? parts.toString() : "");
      try (var master = new RealignMaster(moves, buffers, emulation, how)) {
        if (!own) {
          invite(folder, name, inputs, master);
          return go(master, stage, moves, control);
        }
        var ranks = moves.ranks();
        try (var _ =
            new RankProcesses(
                new RankProcesses.Options(
                    starter,
                    IntStream.range(0, ranks.size())
                        .mapToObj(
                            rank -> inputs.grid().clusters().get(ranks.clusterOf(rank)).name())
                        .toList(),
                    folder.plan(),
                    name,
                    master.port(),
                    place),
                certificates,
                settings.launcher(),
                master::fail)) {
          return go(master, stage, moves, control);
        }
      }
    }
  }

  /** Says how ranks join from elsewhere. */
  private void invite(
      RunFolder folder, String name, Inputs<RealignApp> inputs, RealignMaster master) {
    var err = settings.console().err();
    err.println(
        "waiting for ranks at port %d; in every cluster, with a copy of %s:"
            .formatted(master.port(), folder.plan()));
    var ranks = Ranks.of(inputs.grid());
    for (int c = 0; c < ranks.clusters(); c++) {
      if (ranks.size(c) > 0) {
        err.println(
            "  mpirun -np %d strait rank plan.yaml --cluster %s --run %s --parent HERE:%d --identity …"
                .formatted(ranks.size(c), ranks.clusterName(c), name, master.port()));
      }
    }
    err.flush();
  }

  private RealignMeasured go(RealignJob job, RealignStage stage, Moves moves, RankControl control) {
    if (!control.begins(stage.name(), job::progress, job::stop)) {
      throw new RunFailure("the run was stopped");
    }
    RealignJob.Outcome outcome;
    try (var _ =
        new RealignProgress(settings.console(), settings.quiet(), stage, job, moves.allBytes())) {
      outcome = job.run();
    }
    return RealignMeasured.of(outcome, moves.repetitions(), stage.scale());
  }

  private void show(RealignComparison comparison, String json, @Nullable Path report) {
    var out = settings.console().out();
    if (settings.format() == Format.JSON) {
      out.print(json);
    } else {
      var style = settings.console().style();
      out.print(comparison.text(style));
      if (report != null) {
        out.println();
        out.println("report: " + report);
      }
    }
    out.flush();
  }
}

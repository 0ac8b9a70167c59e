package io.strait.cli;

import io.strait.model.RealignApp;
import io.strait.model.RealignPlan;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import io.strait.model.text.RunFile;
import io.strait.plan.realign.Ranks;
import io.strait.plan.realign.Timing;
import io.strait.run.node.RunFolder;
import io.strait.run.realign.Buffers;
import io.strait.run.realign.Emulation;
import io.strait.run.realign.Moves;
import io.strait.run.realign.PartFiles;
import io.strait.run.realign.RealignException;
import io.strait.run.realign.RealignJob;
import io.strait.run.realign.RealignMaster;
import io.strait.run.realign.RealignRun;
import io.strait.run.realign.WarmUp;
import io.strait.simulate.realign.StepResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * {@code strait run} for a realignment: in natural order and renumbered, one after the other, each
 * in its own folder.
 */
final class RealignRunner {
  private final CommandSpec spec;
  private final RunOptions options;
  private final ConnectionOptions connection;
  private final ClassPathOption classes;

  RealignRunner(
      CommandSpec spec, RunOptions options, ConnectionOptions connection, ClassPathOption classes) {
    this.spec = spec;
    this.options = options;
    this.connection = connection;
    this.classes = classes;
  }

  /** Whether a run is that of a realignment. */
  static boolean owns(RunFolder run) {
    return PlanFile.isRealign(Document.read(run.plan()));
  }

  /**
   * The app with its files where they are for everybody.
   *
   * @param folder of the app file
   */
  static RealignApp located(RealignApp app, Path folder) {
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
  List<RealignStage> stages(
      RealignApp app, RealignPlan plan, RunFile run, EmulationOptions emulation) {
    boolean here = options.workers() != RunOptions.Workers.NONE;
    var wanted = new ArrayList<RealignStage.Numbering>();
    for (var word : emulation.steps()) {
      wanted.add(RealignStage.Numbering.of("--steps", word));
    }
    if (wanted.isEmpty()) {
      for (var word : run.steps()) {
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
        stages.add(new RealignStage(each, emulation.scale(life, run, here)));
      }
    }
    return stages;
  }

  /** Complains about what does not fit, before anything is written. */
  void check(Inputs inputs, RealignApp app, RealignPlan plan, List<RealignStage> stages) {
    for (var option : spec.commandLine().getParseResult().matchedOptions()) {
      var name = option.longestName();
      if (StencilRunner.FARMS.contains(name) && !name.equals("--method")) {
        throw new ParameterException(
            spec.commandLine(),
            "%s is for farms and app '%s' is a realignment, expected a run without it"
                .formatted(name, app.name()));
      }
    }
    only("--mpi", RunOptions.Workers.PROCESSES);
    only("--listen", RunOptions.Workers.NONE);
    only("--tokens", RunOptions.Workers.NONE);
    var _ = RankProcesses.Starter.of(options.mpi);
    for (var stage : stages) {
      var moves = stage.moves(inputs.grid(), app, plan);
      try {
        var _ = buffers(inputs, app, plan, stage, moves);
        if (options.workers() != RunOptions.Workers.NONE) {
          new PartFiles(Path.of(""), app.data()).check(moves);
        }
      } catch (RealignException e) {
        var message = String.valueOf(e.getMessage());
        throw inputs
            .appDocument()
            .error(
                Planning.node(inputs, message.startsWith("memory") ? "memory" : "data"), message);
      }
    }
  }

  private void only(String option, RunOptions.Workers workers) {
    if (spec.commandLine().getParseResult().hasMatchedOption(option)
        && options.workers() != workers) {
      throw new InputException(
          "%s with --workers %s, expected --workers %s"
              .formatted(
                  option,
                  options.workers().name().toLowerCase(Locale.ROOT),
                  workers.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static Emulation emulation(Inputs inputs, RealignPlan plan, RealignStage stage) {
    var ranks = Ranks.of(inputs.grid());
    return stage.isEmulated()
        ? new Emulation(inputs.grid(), ranks, stage.side(plan).traffic(), stage.scale())
        : Emulation.none(ranks);
  }

  private static Buffers buffers(
      Inputs inputs, RealignApp app, RealignPlan plan, RealignStage stage, Moves moves) {
    @Nullable Long memory = app.memory();
    var life = new Emulation(inputs.grid(), Ranks.of(inputs.grid()), stage.side(plan).traffic(), 1);
    return Buffers.of(
        moves,
        app.data() instanceof RealignApp.Data.Memory,
        memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
        life.pipe());
  }

  /** Runs all stages that a former life did not run. */
  int run(RunFolder run, Inputs inputs, RealignApp app, RealignPlan plan, List<RealignStage> stages)
      throws IOException {
    var name = run.read("run.json").getOrDefault("name", "");
    var counted =
        new RankControl.Counted(
            "step",
            "bytes",
            stages.getLast().moves(inputs.grid(), app, plan).allBytes(),
            "Bytes to move in a step.",
            "Bytes that are where they belong.");
    try (var control = new RankControl(run, name, counted, options.metrics)) {
      return control.ends(run(run, inputs, app, plan, stages, control));
    }
  }

  private int run(
      RunFolder run,
      Inputs inputs,
      RealignApp app,
      RealignPlan plan,
      List<RealignStage> stages,
      RankControl control)
      throws IOException {
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
        } catch (RealignException e) {
          var err = spec.commandLine().getErr();
          err.println("strait: %s: %s".formatted(stage.name(), e.getMessage()));
          err.println(
              "%s with: strait run --resume %s"
                  .formatted(
                      app.data() instanceof RealignApp.Data.Memory ? "begin again" : "go on",
                      run.path()));
          err.flush();
          return Main.FAILED;
        } finally {
          control.ended();
        }
        measured.write(place);
        new PartFiles(place.resolve("parts"), app.data()).forget();
      }
      rows.add(row(inputs, app, plan, stage, measured));
    }
    var comparison = new RealignComparison(inputs.grid(), app, options.workers(), rows);
    var json = comparison.json().json();
    Files.writeString(run.summary(), json, StandardCharsets.UTF_8);
    show(comparison, json, stages.getLast().isEmulated() ? report(run) : null);
    return comparison.isVerified() ? Main.DONE : Main.FAILED;
  }

  private RealignComparison.Row row(
      Inputs inputs,
      RealignApp app,
      RealignPlan plan,
      RealignStage stage,
      RealignMeasured measured) {
    double predicted = stage.side(plan).seconds();
    boolean compares =
        predicted > 0 && (stage.isEmulated() || options.workers() == RunOptions.Workers.NONE);
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
      Inputs inputs,
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
    if (options.workers() == RunOptions.Workers.EMBEDDED) {
      WarmUp.run();
      var job =
          new RealignRun(
              moves, buffers, emulation, files ? new PartFiles(parts, app.data()) : null);
      return go(job, stage, moves, control);
    }
    var name = folder.read("run.json").getOrDefault("name", "") + "-" + stage.name();
    boolean own = options.workers() == RunOptions.Workers.PROCESSES;
    try (var certificates = LocalCertificates.of(options, place)) {
      certificates.forgetOthers(place);
      @Nullable InetSocketAddress listen = options.listen();
      var address =
          listen == null ? new InetSocketAddress("localhost", 0) : ConnectionOptions.here(listen);
      var identity = listen == null ? certificates.master() : connection.identity(listen);
      @Nullable Path tokens = own ? certificates.folder() : options.tokens;
      var how =
          new RealignMaster.Options(
              address,
              identity,
              name,
              Guard.ofToken(tokens),
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
                RankProcesses.Starter.of(options.mpi),
                inputs.grid(),
                IntStream.range(0, ranks.size()).mapToObj(ranks::clusterOf).toList(),
                folder.plan(),
                name,
                master.port(),
                master::fail,
                place,
                certificates,
                classes)) {
          return go(master, stage, moves, control);
        }
      }
    }
  }

  /** Says how ranks join from elsewhere. */
  private void invite(RunFolder folder, String name, Inputs inputs, RealignMaster master) {
    var err = spec.commandLine().getErr();
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
      throw new RealignException("the run was stopped");
    }
    RealignJob.Outcome outcome;
    try (var _ =
        new RealignProgress(spec.commandLine(), options.quiet, stage, job, moves.allBytes())) {
      outcome = job.run();
    }
    return RealignMeasured.of(outcome, moves.repetitions(), stage.scale());
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

  private void show(RealignComparison comparison, String json, @Nullable Path report) {
    var command = spec.commandLine();
    if (options.format == Format.JSON) {
      command.getOut().print(json);
    } else {
      var style = new Style(command.getColorScheme().ansi().enabled());
      command.getOut().print(comparison.text(style));
      if (report != null) {
        command.getOut().println();
        command.getOut().println("report: " + report);
      }
    }
    command.getOut().flush();
  }
}

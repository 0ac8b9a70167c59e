package io.strait.cli;

import com.sun.management.OperatingSystemMXBean;
import io.strait.measure.ThisMachine;
import io.strait.model.StencilApp;
import io.strait.model.StencilPlan;
import io.strait.model.StencilPlan.StrategyPlan;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import io.strait.model.text.RunFile;
import io.strait.plan.stencil.Bands;
import io.strait.plan.stencil.RankMatrix;
import io.strait.plan.stencil.Timing;
import io.strait.plan.stencil.Ways;
import io.strait.run.fabric.Delays;
import io.strait.run.node.RunFolder;
import io.strait.run.stencil.GridDelays;
import io.strait.run.stencil.Kernel;
import io.strait.run.stencil.Kernels;
import io.strait.run.stencil.Meter;
import io.strait.run.stencil.StencilException;
import io.strait.run.stencil.StencilFolder;
import io.strait.run.stencil.StencilJob;
import io.strait.run.stencil.StencilMaster;
import io.strait.run.stencil.StencilRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** {@code strait run} for a stencil: its strategies one after the other, each in its own folder. */
final class StencilRunner {
  /** The file with where the time of every rank went. */
  static final String RANKS = "ranks.tsv";

  private static final double TOO_LATE = 0.02;

  /** The options of {@code strait run} that only farms have. */
  static final List<String> FARMS =
      List.of(
          "--fail-fast",
          "--lease",
          "--efficiency",
          "--master",
          "--objective",
          "--deadline",
          "--budget",
          "--method");

  private final CommandSpec spec;
  private final RunOptions options;
  private final ConnectionOptions connection;
  private final ClassPathOption classes;
  private final ClassLoader loader;

  StencilRunner(
      CommandSpec spec,
      RunOptions options,
      ConnectionOptions connection,
      ClassPathOption classes,
      ClassLoader loader) {
    this.spec = spec;
    this.options = options;
    this.connection = connection;
    this.classes = classes;
    this.loader = loader;
  }

  /** Whether a run is that of a stencil. */
  static boolean owns(RunFolder run) {
    return PlanFile.isStencil(Document.read(run.plan()));
  }

  /** What is to be run: the strategies that were asked for, and the plan's at last. */
  List<StencilStage> stages(
      Inputs inputs, StencilPlan plan, RunFile run, EmulationOptions emulation) {
    boolean here = options.workers() != RunOptions.Workers.NONE;
    var wanted = new ArrayList<StrategyPlan>();
    for (var word : emulation.steps().isEmpty() ? run.strategies() : emulation.steps()) {
      var each = find(plan, word, run, emulation);
      if (each.strategy() != plan.best() && !wanted.contains(each)) {
        wanted.add(each);
      }
    }
    wanted.add(plan.result());
    var stages = new ArrayList<StencilStage>();
    for (var each : wanted) {
      if (here) {
        fits(each);
      }
      stages.add(new StencilStage(each, emulation.scale(each.timeSeconds(), run, here)));
    }
    if (stages.getLast().isEmulated() && ThisMachine.isUnmeasured(inputs.grid())) {
      throw new InputException(
          "an emulation of this machine, expected a grid that says how fast its hosts are");
    }
    return stages;
  }

  private static StrategyPlan find(
      StencilPlan plan, String word, RunFile run, EmulationOptions emulation) {
    @Nullable StrategyPlan found = StencilStage.find(plan, word);
    if (found != null) {
      return found;
    }
    var message =
        "%s '%s', expected strategies of the plan: %s"
            .formatted(
                emulation.steps().isEmpty() ? "strategies has" : "--steps",
                word,
                String.join(
                    ", ", plan.strategies().stream().map(each -> each.strategy().word()).toList()));
    throw emulation.steps().isEmpty()
        ? run.error("strategies", word, message)
        : new InputException(message);
  }

  /** Refuses what would only get this machine into trouble. */
  private static void fits(StrategyPlan plan) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
        && plan.memoryBytes() > machine.getTotalMemorySize()) {
      throw new InputException(
          "the cells take %s with %s and this machine has %s of memory, expected a smaller domain, type: float, or --workers none and hosts of your own"
              .formatted(
                  StencilText.size(plan.memoryBytes()),
                  plan.strategy().word(),
                  StencilText.size(machine.getTotalMemorySize())));
    }
  }

  /** Finds the program; a mistake is reported at its place in the app file. */
  Kernel kernel(Inputs inputs) {
    try {
      return Kernels.load((StencilApp) inputs.app(), loader);
    } catch (IllegalArgumentException e) {
      throw inputs
          .appDocument()
          .error(Planning.node(inputs, "run"), String.valueOf(e.getMessage()));
    }
  }

  /** Complains about what does not fit, before anything is written. */
  void check(Inputs inputs) {
    for (var option : spec.commandLine().getParseResult().matchedOptions()) {
      if (FARMS.contains(option.longestName())) {
        throw new ParameterException(
            spec.commandLine(),
            "%s is for farms and app '%s' is a stencil, expected a run without it"
                .formatted(option.longestName(), inputs.app().name()));
      }
    }
    only("--mpi", RunOptions.Workers.PROCESSES);
    only("--listen", RunOptions.Workers.NONE);
    only("--tokens", RunOptions.Workers.NONE);
    var _ = RankProcesses.Starter.of(options.mpi);
    kernel(inputs);
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

  /** Runs all stages that a former life did not run. */
  int run(RunFolder run, Inputs inputs, StencilPlan plan, List<StencilStage> stages)
      throws IOException {
    var name = run.read("run.json").getOrDefault("name", "");
    int iterations = ((StencilApp) inputs.app()).iterations();
    var counted =
        new RankControl.Counted(
            "strategy",
            "iterations",
            iterations,
            "Iterations of the run.",
            "Iterations that all ranks have done.");
    try (var control = new RankControl(run, name, counted, options.metrics)) {
      return control.ends(run(run, inputs, plan, stages, control));
    }
  }

  private int run(
      RunFolder run,
      Inputs inputs,
      StencilPlan plan,
      List<StencilStage> stages,
      RankControl control)
      throws IOException {
    var kernel = kernel(inputs);
    boolean estimated = !ThisMachine.isUnmeasured(inputs.grid());
    var rows = new ArrayList<StencilComparison.Row>();
    for (var stage : stages) {
      boolean compares =
          estimated && (stage.isEmulated() || options.workers() == RunOptions.Workers.NONE);
      boolean last = stage.equals(stages.getLast());
      var place =
          last ? run.path() : Files.createDirectories(run.path().resolve("steps/" + stage.name()));
      double simulated =
          compares
              ? Timing.of(
                      inputs.grid(),
                      (StencilApp) inputs.app(),
                      stage.plan().strategy(),
                      stage.plan().band())
                  .simulate(1)
                  .iterationSeconds()
              : Double.NaN;
      @Nullable StencilMeasured measured = former(place);
      if (measured == null) {
        try {
          measured = run(run, place, inputs, stage, kernel, control);
        } catch (StencilException e) {
          return failed(run, place, inputs, stage, kernel, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
          return failed(run, place, inputs, stage, kernel, e.toString());
        } finally {
          control.ended();
        }
        measuredFile(place, measured);
      }
      rows.add(new StencilComparison.Row(stage, compares, simulated, measured));
    }
    var comparison = new StencilComparison(plan, rows);
    var result = run.path().resolve("result.raw");
    var json = comparison.json(result).json();
    Files.writeString(run.summary(), json, StandardCharsets.UTF_8);
    show(comparison, json, result, stages.getLast().isEmulated() ? report(run) : null);
    return Main.DONE;
  }

  /** Says why a strategy has failed, and what to do about it. */
  private int failed(
      RunFolder run, Path place, Inputs inputs, StencilStage stage, Kernel kernel, String why)
      throws IOException {
    var err = spec.commandLine().getErr();
    err.println("strait: %s: %s".formatted(stage.name(), why));
    boolean full = why.contains(OutOfMemoryError.class.getSimpleName());
    if (full) { // it would be the same again
      long more = 2 * Math.max(stage.plan().memoryBytes(), Runtime.getRuntime().maxMemory());
      err.println(
          "there is not enough memory: the cells take %s, messages and results come on top; expected a smaller domain or band, type: float, or more memory, such as JAVA_TOOL_OPTIONS='-Xmx%2$dg -XX:MaxDirectMemorySize=%2$dg'"
              .formatted(
                  StencilText.size(stage.plan().memoryBytes()), Math.ceilDiv(more, 1L << 30)));
    }
    long from = new StencilFolder(place, (StencilApp) inputs.app(), kernel).lastIteration();
    err.println(
        "%s%s with: strait run --resume %s"
            .formatted(
                full ? "with more memory, " : "",
                from == 0 ? "begin again" : "go on from iteration " + from,
                run.path()));
    err.flush();
    return Main.FAILED;
  }

  private static @Nullable StencilMeasured former(Path place) throws IOException {
    var file = place.resolve(StencilMeasured.FILE);
    return Files.exists(file) ? StencilMeasured.of(RunFolder.read(file)) : null;
  }

  private static void measuredFile(Path place, StencilMeasured measured) throws IOException {
    RunFolder.write(place.resolve(StencilMeasured.FILE), measured.entries());
  }

  private StencilMeasured run(
      RunFolder folder,
      Path place,
      Inputs inputs,
      StencilStage stage,
      Kernel kernel,
      RankControl control)
      throws IOException {
    var app = (StencilApp) inputs.app();
    var matrix = RankMatrix.of(app, inputs.grid());
    var decomposition =
        Bands.decomposition(app, matrix, stage.plan().strategy(), stage.plan().band());
    var delays =
        stage.isEmulated()
            ? new GridDelays(new Ways(inputs.grid(), decomposition), stage.scale(), 1)
            : Delays.NONE;
    var sink = new StencilFolder(place, app, kernel);
    if (options.workers() == RunOptions.Workers.EMBEDDED) {
      var how =
          new StencilRun.Options(stage.plan().strategy(), stage.depth(), delays, stage.scale());
      var job = new StencilRun(decomposition, kernel, how, sink);
      begin(control, stage, job);
      return go(job, place, app, sink, stage);
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
          new StencilMaster.Options(
              address,
              identity,
              name,
              Guard.ofToken(tokens),
              stage.plan().strategy(),
              stage.depth(),
              delays,
              stage.scale());
      try (var master = new StencilMaster(decomposition, how, sink)) {
        begin(control, stage, master);
        if (!own) {
          invite(folder, name, inputs, matrix, master);
          return go(master, place, app, sink, stage);
        }
        try (var _ =
            new RankProcesses(
                RankProcesses.Starter.of(options.mpi),
                inputs.grid(),
                matrix.ranks().stream().map(RankMatrix.Rank::cluster).toList(),
                folder.plan(),
                name,
                master.port(),
                master::fail,
                place,
                certificates,
                classes)) {
          return go(master, place, app, sink, stage);
        }
      }
    }
  }

  private static void begin(RankControl control, StencilStage stage, StencilJob job) {
    if (!control.begins(stage.name(), job::progress, job::stop)) {
      throw new StencilException("the run was stopped");
    }
  }

  /** Says how ranks join from elsewhere. */
  private void invite(
      RunFolder folder, String name, Inputs inputs, RankMatrix matrix, StencilMaster master) {
    var err = spec.commandLine().getErr();
    err.println(
        "waiting for ranks at port %d; in every cluster, with a copy of %s:"
            .formatted(master.port(), folder.plan()));
    for (var cluster : inputs.grid().clusters()) {
      int index = inputs.grid().clusters().indexOf(cluster);
      long count = matrix.ranks().stream().filter(rank -> rank.cluster() == index).count();
      if (count > 0) {
        err.println(
            "  mpirun -np %d strait rank plan.yaml --cluster %s --run %s --parent HERE:%d --identity …"
                .formatted(count, cluster.name(), name, master.port()));
      }
    }
    err.flush();
  }

  private StencilMeasured go(
      StencilJob run, Path place, StencilApp app, StencilFolder sink, StencilStage stage)
      throws IOException {
    StencilFolder.@Nullable Checkpoint from = sink.last();
    long first = from == null ? 0 : from.iteration();
    StencilJob.Outcome outcome;
    try (var _ = new StencilProgress(spec.commandLine(), options.quiet, stage, app, run, first)) {
      outcome = run.run(from == null ? null : from.cells(), first);
    }
    var measured = StencilMeasured.of(outcome, first, stage.scale());
    if (stage.isEmulated() && measured.late() > TOO_LATE) {
      spec.commandLine()
          .getErr()
          .println(
              "strait: this machine is too slow for the emulation: %s was late by %.1f %%; expected a smaller time scale"
                  .formatted(stage.name(), 100 * measured.late()));
    }
    Files.writeString(place.resolve(RANKS), ranks(outcome, stage), StandardCharsets.UTF_8);
    return measured;
  }

  /**
   * One line per rank and kind: rank, kind, seconds in all, seconds of a bin, share of each bin.
   */
  private static String ranks(StencilJob.Outcome outcome, StencilStage stage) {
    double clock = stage.isEmulated() ? stage.scale() : 1;
    var text = new StringBuilder("rank\tkind\tseconds\tbin_s\tshare_by_bin\n");
    for (var rank : outcome.ranks()) {
      for (var kind : Meter.Kind.values()) {
        var meter = rank.meter();
        int bins = (int) Math.ceil(outcome.seconds() * 1e9 / meter.width());
        text.append(
            "%d\t%s\t%.6f\t%.9f\t%s\n"
                .formatted(
                    rank.rank(),
                    kind.name().toLowerCase(Locale.ROOT),
                    meter.sum(kind) * 1e-9 * clock,
                    meter.width() * 1e-9 * clock,
                    Arrays.stream(meter.bins(kind))
                        .limit(bins)
                        .mapToObj(nanos -> "%.3f".formatted((double) nanos / meter.width()))
                        .collect(Collectors.joining(","))));
      }
    }
    return text.toString();
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

  private void show(StencilComparison comparison, String json, Path result, @Nullable Path report) {
    var command = spec.commandLine();
    if (options.format == Format.JSON) {
      command.getOut().print(json);
    } else {
      var style = new Style(command.getColorScheme().ansi().enabled());
      command.getOut().print(comparison.text(style));
      command.getOut().println();
      command.getOut().println("result: %s, result.png".formatted(result));
      if (report != null) {
        command.getOut().println("report: " + report);
      }
    }
    command.getOut().flush();
  }
}

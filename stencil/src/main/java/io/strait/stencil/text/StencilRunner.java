package io.strait.stencil.text;

import com.sun.management.OperatingSystemMXBean;
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
import io.strait.measure.ThisMachine;
import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.plan.Timing;
import io.strait.stencil.plan.Ways;
import io.strait.stencil.run.GridDelays;
import io.strait.stencil.run.Kernel;
import io.strait.stencil.run.Kernels;
import io.strait.stencil.run.Meter;
import io.strait.stencil.run.StencilFolder;
import io.strait.stencil.run.StencilJob;
import io.strait.stencil.run.StencilMaster;
import io.strait.stencil.run.StencilRun;
import io.strait.transport.fabric.Delays;
import io.strait.transport.wire.TokenGuard;
import io.strait.view.Format;
import io.strait.view.page.Show;
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

/** {@code strait run} for a stencil: its strategies one after the other, each in its own folder. */
public final class StencilRunner implements Job<StencilApp, StencilPlan> {
  /** The file with where the time of every rank went. */
  static final String RANKS = "ranks.tsv";

  private static final double TOO_LATE = 0.02;

  private final PlanFile<StencilApp, StencilPlan> plan;
  private final List<StencilStage> stages;
  private final RunSettings settings;
  private final RankProcesses.Starter starter;

  private StencilRunner(
      PlanFile<StencilApp, StencilPlan> plan, List<StencilStage> stages, RunSettings settings) {
    this.plan = plan;
    this.stages = stages;
    this.settings = settings;
    this.starter = Mpi.starter(settings);
    var _ = kernel();
  }

  /** A new run. */
  public static StencilRunner begin(
      PlanFile<StencilApp, StencilPlan> plan, RunFile run, RunSettings settings) {
    return new StencilRunner(plan, stages(plan, run, settings), settings);
  }

  /** A run that goes on. */
  public static StencilRunner resume(
      PlanFile<StencilApp, StencilPlan> plan, RunFolder folder, RunSettings settings)
      throws IOException {
    var steps = folder.read("run.json").getOrDefault("steps", "");
    return new StencilRunner(plan, StencilStage.read(plan.plan(), steps), settings);
  }

  @Override
  public PlanFile<StencilApp, StencilPlan> plan() {
    return plan;
  }

  @Override
  public String steps() {
    return StencilStage.write(stages);
  }

  /** What is to be run: the strategies that were asked for, and the plan's at last. */
  private static List<StencilStage> stages(
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
    var stages = new ArrayList<StencilStage>();
    for (var each : wanted) {
      if (settings.workers() != Workers.NONE) {
        fits(each);
      }
      stages.add(
          new StencilStage(
              each, settings.timeScale().of(each.timeSeconds(), run, settings.workers())));
    }
    if (stages.getLast().isEmulated() && ThisMachine.isUnmeasured(file.inputs().grid())) {
      throw new InputException(
          "an emulation of this machine, expected a grid that says how fast its hosts are");
    }
    return stages;
  }

  private static StrategyPlan find(StencilPlan plan, String word, RunFile run, boolean option) {
    @Nullable StrategyPlan found = StencilStage.find(plan, word);
    if (found != null) {
      return found;
    }
    var message =
        "%s '%s', expected strategies of the plan: %s"
            .formatted(
                option ? "--steps" : "strategies has",
                word,
                String.join(
                    ", ", plan.strategies().stream().map(each -> each.strategy().word()).toList()));
    throw option ? new InputException(message) : run.error("strategies", word, message);
  }

  /** Refuses what would only get this machine into trouble. */
  private static void fits(StrategyPlan plan) {
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

  /** Finds the program; a mistake is reported at its place in the app file. */
  private Kernel kernel() {
    var inputs = plan.inputs();
    try {
      return Kernels.load(inputs.app(), settings.loader());
    } catch (IllegalArgumentException e) {
      throw inputs.appDocument().error(inputs.appNode("run"), String.valueOf(e.getMessage()));
    }
  }

  /** Runs all stages that a former life did not run. */
  @Override
  public int run(RunFolder run, String name) throws IOException {
    var counted =
        new RankControl.Counted(
            "strategy",
            "iterations",
            plan.inputs().app().iterations(),
            "Iterations of the run.",
            "Iterations that all ranks have done.");
    try (var control = new RankControl(run, name, counted, settings.metricsPort())) {
      return control.ends(run(run, control));
    }
  }

  private int run(RunFolder run, RankControl control) throws IOException {
    var inputs = plan.inputs();
    var kernel = kernel();
    boolean estimated = !ThisMachine.isUnmeasured(inputs.grid());
    var rows = new ArrayList<StencilComparison.Row>();
    for (var stage : stages) {
      boolean compares = estimated && (stage.isEmulated() || settings.workers() == Workers.NONE);
      boolean last = stage.equals(stages.getLast());
      var place =
          last ? run.path() : Files.createDirectories(run.path().resolve("steps/" + stage.name()));
      double simulated =
          compares
              ? Timing.of(inputs.grid(), inputs.app(), stage.plan().strategy(), stage.plan().band())
                  .simulate(1)
                  .iterationSeconds()
              : Double.NaN;
      @Nullable StencilMeasured measured = former(place);
      if (measured == null) {
        try {
          measured = run(run, place, inputs, stage, kernel, control);
        } catch (RunFailure e) {
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
    var comparison = new StencilComparison(plan.plan(), rows);
    var result = run.path().resolve("result.raw");
    var json = comparison.json(result).json();
    Files.writeString(run.summary(), json, StandardCharsets.UTF_8);
    show(
        comparison,
        json,
        result,
        stages.getLast().isEmulated() ? settings.report(run.path()) : null);
    return ExitCode.DONE;
  }

  /** Says why a strategy has failed, and what to do about it. */
  private int failed(
      RunFolder run,
      Path place,
      Inputs<StencilApp> inputs,
      StencilStage stage,
      Kernel kernel,
      String why)
      throws IOException {
    var err = settings.console().err();
    err.println("strait: %s: %s".formatted(stage.name(), why));
    boolean full = why.contains(OutOfMemoryError.class.getSimpleName());
    if (full) { // it would be the same again
      long more = 2 * Math.max(stage.plan().memoryBytes(), Runtime.getRuntime().maxMemory());
      err.println(
          "there is not enough memory: the cells take %s, messages and results come on top; expected a smaller domain or band, type: float, or more memory, such as JAVA_TOOL_OPTIONS='-Xmx%2$dg -XX:MaxDirectMemorySize=%2$dg'"
              .formatted(Show.size(stage.plan().memoryBytes()), Math.ceilDiv(more, 1L << 30)));
    }
    long from = new StencilFolder(place, inputs.app(), kernel).lastIteration();
    err.println(
        "%s%s with: strait run --resume %s"
            .formatted(
                full ? "with more memory, " : "",
                from == 0 ? "begin again" : "go on from iteration " + from,
                run.path()));
    err.flush();
    return ExitCode.FAILED;
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
      Inputs<StencilApp> inputs,
      StencilStage stage,
      Kernel kernel,
      RankControl control)
      throws IOException {
    var app = inputs.app();
    var matrix = RankMatrix.of(app, inputs.grid());
    var decomposition =
        Bands.decomposition(app, matrix, stage.plan().strategy(), stage.plan().band());
    var delays =
        stage.isEmulated()
            ? new GridDelays(new Ways(inputs.grid(), decomposition), stage.scale(), 1)
            : Delays.NONE;
    var sink = new StencilFolder(place, app, kernel);
    if (settings.workers() == Workers.EMBEDDED) {
      var how =
          new StencilRun.Options(stage.plan().strategy(), stage.depth(), delays, stage.scale());
      var job = new StencilRun(decomposition, kernel, how, sink);
      begin(control, stage, job);
      return go(job, place, app, sink, stage);
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
          new StencilMaster.Options(
              address,
              identity,
              name,
              TokenGuard.of(tokens),
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
                new RankProcesses.Options(
                    starter,
                    matrix.ranks().stream()
                        .map(rank -> inputs.grid().clusters().get(rank.cluster()).name())
                        .toList(),
                    folder.plan(),
                    name,
                    master.port(),
                    place),
                certificates,
                settings.launcher(),
                master::fail)) {
          return go(master, place, app, sink, stage);
        }
      }
    }
  }

  private static void begin(RankControl control, StencilStage stage, StencilJob job) {
    if (!control.begins(stage.name(), job::progress, job::stop)) {
      throw new RunFailure("the run was stopped");
    }
  }

  /** Says how ranks join from elsewhere. */
  private void invite(
      RunFolder folder,
      String name,
      Inputs<StencilApp> inputs,
      RankMatrix matrix,
      StencilMaster master) {
    var err = settings.console().err();
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
    try (var _ =
        new StencilProgress(settings.console(), settings.quiet(), stage, app, run, first)) {
      outcome = run.run(from == null ? null : from.cells(), first);
    }
    var measured = StencilMeasured.of(outcome, first, stage.scale());
    if (stage.isEmulated() && measured.late() > TOO_LATE) {
      settings
          .console()
          .say(
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

  private void show(StencilComparison comparison, String json, Path result, @Nullable Path report) {
    var out = settings.console().out();
    if (settings.format() == Format.JSON) {
      out.print(json);
    } else {
      var style = settings.console().style();
      out.print(comparison.text(style));
      out.println();
      out.println("result: %s, result.png".formatted(result));
      if (report != null) {
        out.println("report: " + report);
      }
    }
    out.flush();
  }
}

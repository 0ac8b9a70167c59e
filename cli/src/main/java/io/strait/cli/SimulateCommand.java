package io.strait.cli;

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
import io.strait.model.text.StencilPlanFile;
import io.strait.plan.Planner;
import io.strait.plan.farm.Rehearsal;
import io.strait.plan.farm.RehearsalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait simulate}: rehearse a plan before paying for it. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Rehearses a plan in virtual time and compares it with what was promised.",
    footer = {
      "",
      "Examples:",
      "  strait simulate examples/three-continents",
      "  strait simulate plan.yaml --work lognormal:0.5 --runs 20",
      "  strait simulate grid.yaml app.yaml --mtbf '2 d' --mttr '1 h'",
      "  strait simulate examples/three-continents --gap-down 'argentina-spain=1h..2h'",
      "  strait simulate examples/three-continents --plot run.svg --trace run.json",
      "  strait simulate examples/three-continents --format json | jq .total.simulated_speedup"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 10_000;
  private static final Set<String> STENCIL_OPTIONS = Set.of("--seed", "--runs");
  private static final Set<String> REALIGN_OPTIONS = Set.of("--method");
  private static final Set<String> REALIGN_PLAN_OPTIONS = Set.of();

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "PLAN | GRID APP",
      description =
          "A plan file; or a grid file and an app file; or a folder with both; or an app file"
              + " alone.")
  private List<Path> files = List.of();

  @Mixin private PlanningOptions planning = new PlanningOptions();
  @Mixin private RehearsalOptions rehearsal = new RehearsalOptions();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Simulate with N seeds and give mean and 95 %% interval (default: 1).")
  private int runs;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write the timeline of the final phase: .json for Perfetto and Chrome, .paje or .trace"
              + " for Pajé.")
  private @Nullable Path trace;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw the timeline of the final phase as a Gantt picture, .svg or .png.")
  private @Nullable Path plot;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the answer (default: text).")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    if (runs < 1 || runs > MOST_RUNS) {
      throw new InputException(
          "--runs %d is out of range, expected 1 to %d".formatted(runs, MOST_RUNS));
    }
    checkFiles();
    Inputs inputs;
    FarmPlan plan;
    boolean planned =
        files.size() == 1 && Files.isRegularFile(files.getFirst()) && isPlan(files.getFirst());
    if (planned && PlanFile.isStencil(Document.read(files.getFirst()))) {
      var content = StencilPlanFile.read(Document.read(files.getFirst()));
      return stencil(content.inputs(), content.plan());
    }
    if (planned && PlanFile.isRealign(Document.read(files.getFirst()))) {
      var content = RealignPlanning.read(Document.read(files.getFirst()));
      return realign(content.inputs(), content.plan(), REALIGN_PLAN_OPTIONS);
    }
    if (planned) {
      var content = PlanFile.read(Document.read(files.getFirst()));
      inputs = content.inputs();
      plan = content.plan();
    } else {
      var found = InputFiles.find(files);
      inputs = Inputs.read(found.grid(), found.app());
      if (inputs.app() instanceof StencilApp) {
        return stencil(inputs, null);
      }
      var options = planning.options(spec, found.run());
      if (inputs.app() instanceof RealignApp) {
        Planning.refuse(spec, inputs, RealignPlanning.WORD, REALIGN_OPTIONS);
        return realign(inputs, RealignPlanning.of(inputs, options.method()), REALIGN_OPTIONS);
      }
      plan = Planner.plan(inputs.grid(), inputs.app(), options);
    }
    var settings = rehearsal.settings(inputs);
    var steps = new ArrayList<Simulated>();
    for (var phase : plan.steps()) {
      if (phase.total().workers() > 0) {
        steps.add(Simulated.of(inputs, plan, phase, settings, runs));
      }
    }
    var text = new SimulationText(inputs, plan, steps);
    var style = new Style(spec.commandLine().getColorScheme().ansi().enabled());
    spec.commandLine().getOut().print(format == Format.JSON ? text.json() : text.text(style));
    record(inputs, plan, settings);
    return Main.DONE;
  }

  private int stencil(Inputs inputs, @Nullable StencilPlan given) {
    StencilPlanning.refuse(spec, inputs, STENCIL_OPTIONS);
    var plan = given == null ? StencilPlanning.of(inputs) : given;
    var simulated = new StencilSimulated(inputs, plan, rehearsal.seed(), runs);
    var style = new Style(spec.commandLine().getColorScheme().ansi().enabled());
    spec.commandLine()
        .getOut()
        .print(format == Format.JSON ? simulated.json() : simulated.text(style));
    return Main.DONE;
  }

  private int realign(Inputs inputs, RealignPlan plan, Set<String> allowed) {
    Planning.refuse(spec, inputs, RealignPlanning.WORD, allowed);
    var simulated = new RealignSimulated(inputs, plan);
    var style = new Style(spec.commandLine().getColorScheme().ansi().enabled());
    spec.commandLine()
        .getOut()
        .print(format == Format.JSON ? simulated.json() : simulated.text(style));
    return Main.DONE;
  }

  private void checkFiles() {
    SafeFile.checkWritable(trace, spec.commandLine());
    SafeFile.checkWritable(plot, spec.commandLine());
    if (trace != null) {
      TraceFile.check(trace);
    }
    if (plot != null) {
      Plot.check(plot);
    }
  }

  /** Runs the final phase once more, with the first seed, and keeps every detail. */
  private void record(Inputs inputs, FarmPlan plan, RehearsalSettings settings) throws IOException {
    if (trace == null && plot == null) {
      return;
    }
    var rehearsal =
        new Rehearsal(inputs.grid(), (FarmApp) inputs.app(), plan, plan.result(), settings);
    var recorder = new TraceRecorder();
    var result = rehearsal.run(recorder);
    int workers = rehearsal.workers().size();
    var names =
        new TraceNames(
            rehearsal.clusters(),
            rehearsal.clusters().indexOf(plan.masterCluster()),
            plan.master(),
            rehearsal.workers(),
            IntStream.range(0, workers).map(rehearsal::clusterOf).toArray(),
            IntStream.range(0, workers).map(rehearsal::cores).toArray(),
            IntStream.range(0, rehearsal.gapCount()).mapToObj(rehearsal::gapName).toList());
    var err = spec.commandLine().getErr();
    if (trace != null) {
      TraceFile.write(trace, recorder, names);
      err.println("wrote " + trace);
    }
    if (plot != null) {
      var title = "%s on %s".formatted(inputs.app().name(), inputs.grid().name());
      GanttPlot.write(plot, title, recorder, names, result.makespan());
      err.println("wrote " + plot);
    }
  }

  private static boolean isPlan(Path file) {
    return PlanFile.isPlan(Document.read(file));
  }
}

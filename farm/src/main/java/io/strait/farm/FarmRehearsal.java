package io.strait.farm;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.job.StockOption;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.rehearsal.CutCost;
import io.strait.farm.rehearsal.SimulatedPhase;
import io.strait.farm.rehearsal.SimulationText;
import io.strait.farm.trace.FarmLanes;
import io.strait.farm.trace.FarmTrace;
import io.strait.farm.trace.TraceNames;
import io.strait.kind.file.PlanFile;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.model.text.InputException;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import io.strait.view.gantt.GanttPlot;
import io.strait.view.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code strait simulate} for a farm: every phase of the plan, rehearsed. */
final class FarmRehearsal {
  private static final int MOST_RUNS = 10_000;

  static final List<Option> OPTIONS =
      List.of(
          Option.of(
              "--runs", "N", "Simulate with N seeds and give mean and 95 % interval (default: 1)."),
          Option.of(
              "--trace",
              "FILE",
              "Write the timeline of the final phase: .json for Perfetto and Chrome, .paje or"
                  + " .trace for Pajé."),
          Option.of(
              "--plot",
              "FILE",
              "Draw the timeline of the final phase as a Gantt picture, .svg or .png."));

  private final Options options;
  private final Console console;
  private final int runs;
  private final @Nullable Path trace;
  private final @Nullable Path plot;

  FarmRehearsal(Options options, Console console) {
    this.options = options;
    this.console = console;
    this.runs = options.whole("--runs", 1, 1, MOST_RUNS);
    this.trace = options.path("--trace");
    this.plot = options.path("--plot");
    SafeFile.checkWritable(trace);
    SafeFile.checkWritable(plot);
    if (trace != null) {
      TraceFile.check(trace);
    }
    if (plot != null) {
      Picture.check(plot);
    }
  }

  Answer simulate(PlanFile<FarmApp, FarmPlan> file) throws IOException {
    return rehearse(new PlanFile<>(file.inputs(), StockOption.apply(file.plan(), options)));
  }

  private Answer rehearse(PlanFile<FarmApp, FarmPlan> file) throws IOException {
    var settings = new RehearsalOptions(options).settings(file.inputs(), file.plan().master());
    var plan = file.plan();
    checkTroubled(plan, settings);
    var steps = new ArrayList<SimulatedPhase>();
    for (var phase : plan.steps()) {
      if (phase.total().workers() > 0) {
        steps.add(SimulatedPhase.of(file.inputs(), plan, phase, settings, runs));
      }
    }
    record(file, settings);
    var cuts = CutCost.of(file.inputs(), plan, settings, runs);
    return new SimulationText(file.inputs(), plan, steps, cuts);
  }

  /** What happens to a host that does nothing is not what somebody wants to rehearse. */
  private void checkTroubled(FarmPlan plan, RehearsalSettings settings) {
    var troubled = new TreeSet<>(settings.hostDown().keySet());
    troubled.addAll(settings.hostSpeed().keySet());
    plan.result().clusters().forEach(c -> c.workers().forEach(troubled::remove));
    for (var host : troubled) {
      boolean works =
          plan.steps().stream()
              .flatMap(step -> step.clusters().stream())
              .anyMatch(cluster -> cluster.workers().contains(host));
      if (!works) {
        throw new InputException(
            "host '%s' fails or slows down, but no phase of the plan uses it, expected one of its workers"
                .formatted(host));
      }
      console.say(
          "host %s is not used in the final phase: what happens to it changes earlier phases only"
              .formatted(host));
    }
  }

  /** Runs the final phase once more, with the first seed, and keeps every detail. */
  private void record(PlanFile<FarmApp, FarmPlan> file, RehearsalSettings settings)
      throws IOException {
    if (trace == null && plot == null) {
      return;
    }
    var inputs = file.inputs();
    var plan = file.plan();
    var rehearsal = new Rehearsal(inputs.grid(), inputs.app(), plan, plan.result(), settings);
    var recorded = new FarmTrace(TraceNames.of(rehearsal, plan));
    var result = rehearsal.run(recorded);
    var lanes = new FarmLanes(recorded);
    if (trace != null) {
      TraceFile.write(trace, "strait simulate", recorded.recording(), lanes.lanes());
      console.say("wrote " + trace);
    }
    if (plot != null) {
      var title = "%s on %s".formatted(inputs.app().name(), inputs.grid().name());
      var gantt = lanes.gantt(title, result.makespan());
      GanttPlot.write(plot, gantt, recorded.recording(), result.makespan());
      console.say("wrote " + plot);
    }
  }
}

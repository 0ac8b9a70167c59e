package io.strait.program;

import io.strait.kind.file.Inputs;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.program.file.ProgramApp;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.show.ProgramSimulated;
import io.strait.program.simulate.FlowSimulation;
import io.strait.program.trace.ProgramTrace;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import io.strait.view.gantt.GanttPlot;
import io.strait.view.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code strait simulate} for a program, with its options. */
final class ProgramRehearsal {
  private static final int MOST_RUNS = 10_000;
  private static final int MOST_AHEAD = 10_000;

  /** Units that a picture can show. */
  private static final int MOST_RECORDED = 1_000;

  static final List<Option> OPTIONS =
      List.of(
          Option.of("--seed", "N", "Of everything random (default: 1)."),
          Option.of(
              "--runs", "N", "Simulate with N seeds and give mean and 95 % interval (default: 1)."),
          Option.of(
              "--ahead",
              "N",
              "Of a program: units that may be under way between two calculations (default: %d)."
                  .formatted(FlowSimulation.AHEAD)),
          Option.of(
              "--trace",
              "FILE",
              "Of a program: write the timeline of its units, at most %d."
                  .formatted(MOST_RECORDED)),
          Option.of("--plot", "FILE", "Of a program: draw them as a Gantt picture, .svg or .png."));

  private final Console console;
  private final long seed;
  private final int runs;
  private final int ahead;
  private final @Nullable Path trace;
  private final @Nullable Path plot;

  ProgramRehearsal(Options options, Console console) {
    this.console = console;
    this.seed = options.whole("--seed", 1);
    this.runs = options.whole("--runs", 1, 1, MOST_RUNS);
    this.ahead = options.whole("--ahead", FlowSimulation.AHEAD, 1, MOST_AHEAD);
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

  /**
   * Rehearses a placement.
   *
   * @param levels calculations of each time slice, by index
   */
  Answer simulate(
      Inputs<ProgramApp> inputs,
      Flow flow,
      Placement placement,
      List<List<Integer>> levels,
      Evaluation predicted)
      throws IOException {
    record(inputs, flow, placement, levels);
    return new ProgramSimulated(inputs, flow, placement, levels, predicted, ahead, seed, runs);
  }

  /** Simulates the units once more, with the first seed, and keeps every detail. */
  private void record(
      Inputs<ProgramApp> inputs, Flow flow, Placement placement, List<List<Integer>> levels)
      throws IOException {
    if (trace == null && plot == null) {
      return;
    }
    var recorded = new ProgramTrace(flow, placement);
    int units = Math.min(MOST_RECORDED, inputs.app().units());
    var result = new FlowSimulation(flow, placement, levels, units, ahead, seed).run(recorded);
    if (trace != null) {
      TraceFile.write(trace, "strait simulate", recorded.recording(), recorded.lanes());
      console.say("wrote " + trace);
    }
    if (plot != null) {
      var title = "%s on %s".formatted(inputs.app().name(), inputs.grid().name());
      var gantt = recorded.gantt(title, result.seconds());
      GanttPlot.write(plot, gantt, recorded.recording(), result.seconds());
      console.say("wrote " + plot);
    }
  }
}

package io.strait.cli;

import io.strait.model.FarmPlan;
import io.strait.model.PhasePlan;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import io.strait.model.text.RunFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of rehearsals with the real run-time. */
final class EmulationOptions {
  @Option(
      names = "--time-scale",
      paramLabel = "N",
      description =
          "Emulate the plan's hosts and links on this machine, N times faster than life (default:"
              + " what run.yaml says, or no emulation).")
  private @Nullable Double scale;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Emulate, with the time scale that makes every step take about so long.")
  private @Nullable String duration;

  @Option(
      names = "--no-emulation",
      description = "As fast as this machine can, whatever run.yaml says.")
  private boolean off;

  @Option(
      names = "--steps",
      paramLabel = "PHASE,…",
      split = ",",
      description =
          "The plan's phases to run, of local, multi, selected and tuned; for a stencil, the"
              + " strategies; for a realignment, natural and renumbered (default: what run.yaml"
              + " says, or the last; for a realignment both, but for data of your own).")
  private List<String> steps = List.of();

  /** Whether the command line says any of this. */
  boolean isGiven() {
    return scale != null || duration != null || off || !steps.isEmpty();
  }

  /**
   * What is to be run, in the order of the plan; its last phase is always among it.
   *
   * @param here whether the crew is on this machine
   */
  List<Stage> stages(FarmPlan plan, RunFile run, boolean here) {
    check(here);
    var wanted = steps.isEmpty() ? run.steps() : steps;
    for (var name : wanted) {
      if (Stage.phase(plan, name) == null) {
        var message =
            "%s '%s', expected phases of the plan: %s"
                .formatted(
                    steps.isEmpty() ? "steps has" : "--steps",
                    name,
                    String.join(", ", plan.steps().stream().map(p -> name(p.phase())).toList()));
        throw steps.isEmpty() ? run.error("steps", name, message) : new InputException(message);
      }
    }
    var stages = new ArrayList<Stage>();
    for (var phase : plan.steps()) {
      var reference = run.reference().getOrDefault(phase.phase(), 0.0);
      boolean last = phase.equals(plan.result());
      if (last || wanted.contains(name(phase.phase()))) {
        double seconds = phase.total().timeSeconds();
        stages.add(new Stage(phase, here && !off ? wanted(seconds, run) : 0, reference));
      }
    }
    return stages;
  }

  private void check(boolean here) {
    if (!here && (scale != null || duration != null)) {
      throw new InputException(
          "--time-scale or --duration with --workers none, expected workers on this machine");
    }
    if ((scale != null ? 1 : 0) + (duration != null ? 1 : 0) + (off ? 1 : 0) > 1) {
      throw new InputException("expected one of --time-scale, --duration and --no-emulation");
    }
  }

  /** The steps that the command line names. */
  List<String> steps() {
    return steps;
  }

  /**
   * The scale for a run that would take so many seconds in life; 0 for no emulation.
   *
   * @param here whether the ranks are on this machine
   */
  double scale(double seconds, RunFile run, boolean here) {
    check(here);
    return off || !here ? 0 : wanted(seconds, run);
  }

  private static String name(PhasePlan.Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  private double wanted(double lifeSeconds, RunFile run) {
    if (scale != null) {
      if (!(scale > 0 && scale <= RunFile.MOST_SCALE)) {
        throw new InputException(
            "--time-scale %s, expected a number above zero, at most 1e9".formatted(scale));
      }
      return scale;
    }
    if (duration != null) {
      return scale(
          "--duration '%s'".formatted(duration), lifeSeconds, seconds(duration), RunFile.EMPTY);
    }
    if (run.timeScale() != null) {
      return run.timeScale();
    }
    return run.duration() == null
        ? 0
        : scale(
            "duration is %s, which".formatted(Durations.text(run.duration())),
            lifeSeconds,
            Durations.seconds(run.duration()),
            run);
  }

  /** The scale that lets a phase take so many seconds. */
  private static double scale(String what, double lifeSeconds, double seconds, RunFile from) {
    double scale = lifeSeconds / seconds;
    if (!(scale > 0 && scale <= RunFile.MOST_SCALE)) {
      throw from.error(
          "duration",
          "",
          "%s needs a time scale of %.3g, expected one above zero, at most 1e9"
              .formatted(what, scale));
    }
    return scale;
  }

  private static double seconds(String text) {
    try {
      double seconds = Durations.seconds(Durations.parse(text));
      if (seconds > 0) {
        return seconds;
      }
    } catch (QuantityException e) {
      // reported below
    }
    throw new InputException(
        "--duration '%s', expected a time above zero such as 15 s".formatted(text));
  }
}

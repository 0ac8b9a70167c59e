package io.strait.cli;

import io.strait.kind.run.TimeScale;
import java.util.List;
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
      description = "Emulate, with the time scale that makes every step take about this long.")
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
          "The plan's steps to run: a farm's phases (local, multi, selected, tuned), a stencil's"
              + " strategies, a realignment's numberings (natural, renumbered), a program's"
              + " candidates; default: what run.yaml says, or what the kind of application runs by"
              + " itself.")
  private List<String> steps = List.of();

  /** Whether the command line says any of this. */
  boolean isGiven() {
    return timeScale().isGiven() || !steps.isEmpty();
  }

  TimeScale timeScale() {
    return timeScale(false);
  }

  /**
   * @param always whether hosts are emulated as slowly as in life where nothing else is said
   */
  TimeScale timeScale(boolean always) {
    return new TimeScale(scale, duration, off, always);
  }

  /** The steps that the command line names. */
  List<String> steps() {
    return steps;
  }
}

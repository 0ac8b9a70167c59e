package io.strait.kind.run;

import io.strait.kind.file.RunFile;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import io.strait.view.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says of emulating a grid here.
 *
 * @param factor how many times faster than life; null if it does not say
 * @param duration how long every step is to take, instead; null if it does not say
 * @param off whether nothing is to be emulated, whatever run.yaml says
 * @param always whether hosts are emulated as slowly as in life where nothing else is said, as in a
 *     lab
 */
public record TimeScale(
    @Nullable Double factor, @Nullable String duration, boolean off, boolean always) {
  /** How much slower than life a file's duration makes a lab: processes join over its networks. */
  private static final double MOST_SLOWER = 20;

  /** Whether the command line says any of this. */
  public boolean isGiven() {
    return factor != null || duration != null || off;
  }

  /** Whether it is a duration that is asked for, which a slow machine may exceed. */
  public boolean isDuration(RunFile run) {
    boolean files = factor == null && run.timeScale() == null && run.duration() != null;
    return !off && (duration != null || files);
  }

  /**
   * The scale for a step that would take so many seconds in life; 0 for no emulation.
   *
   * @param workers of the run: those that come from elsewhere emulate nothing
   */
  public double of(double lifeSeconds, RunFile run, Workers workers) {
    boolean here = !workers.areElsewhere();
    if (!here && (factor != null || duration != null)) {
      throw new InputException(
          "--time-scale or --duration with --workers none, expected workers on this machine");
    }
    if ((factor != null ? 1 : 0) + (duration != null ? 1 : 0) + (off ? 1 : 0) > 1) {
      throw new InputException("expected one of --time-scale, --duration and --no-emulation");
    }
    return off || !here ? 0 : wanted(lifeSeconds, run);
  }

  private double wanted(double lifeSeconds, RunFile run) {
    if (factor != null) {
      if (!(factor > 0 && factor <= RunFile.MOST_SCALE)) {
        throw new InputException(
            "--time-scale %s, expected a number above zero, at most 1e9".formatted(factor));
      }
      return factor;
    }
    if (duration != null) {
      return scale(
          "--duration '%s'".formatted(duration), lifeSeconds, seconds(duration), RunFile.EMPTY);
    }
    if (run.timeScale() != null) {
      return run.timeScale();
    }
    if (run.duration() == null) {
      return always ? 1 : 0;
    }
    double scale =
        scale(
            "duration is %s, which".formatted(Durations.text(run.duration())),
            lifeSeconds,
            Durations.seconds(run.duration()),
            run);
    return always ? Math.max(scale, 1 / MOST_SLOWER) : scale;
  }

  /** The scale that lets a step take so many seconds. */
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

  /**
   * An emulation as the end of a line for people.
   *
   * @param scale how many times faster than real time; 0 for no emulation, which needs no words
   */
  public static String words(double scale) {
    if (scale == 0) {
      return "";
    }
    return scale == 1
        ? ", emulated as slowly as in life"
        : ", emulated %s times %s than life"
            .formatted(
                Numbers.speedup(Math.max(scale, 1 / scale)), scale > 1 ? "faster" : "slower");
  }
}

package io.strait.kind.live;

import io.strait.view.page.Show;
import io.strait.view.page.Tile;

/**
 * How fast a run is now and when it ends, from how much is done at what time. The past fades, so
 * that a change shows within seconds; the spread of the pace makes the interval of the end.
 */
public final class Pace {
  /** Two standard errors on either side hold nineteen of twenty ends. */
  private static final double SURE = 2;

  private final double memory;
  private double last = Double.NaN;
  private double lastDone;
  private double weight;
  private double mean;
  private double square;
  private double quiet;

  /**
   * @param memory seconds after which the past begins to fade
   */
  public Pace(double memory) {
    this.memory = memory;
  }

  /** A span of time, in seconds. */
  public record Span(double least, double usual, double most) {
    /** What is left of a run, for its page. */
    public Tile tile() {
      return new Tile(
          "left",
          Double.isFinite(usual) ? time(usual) : Show.NOTHING,
          Double.isFinite(most)
              ? "%s to %s".formatted(time(least), time(most))
              : "the pace is not known yet");
    }
  }

  /** A time as far as anybody cares. */
  public static String time(double seconds) {
    return Show.time(
        Math.round(seconds < 10 ? 100 * Math.rint(10 * seconds) : 1e3 * Math.rint(seconds)));
  }

  /** Takes note of how much is done at a time, in seconds that only grow. */
  public void note(double seconds, double done) {
    if (Double.isNaN(last)) {
      last = seconds;
      lastDone = done;
      return;
    }
    double step = seconds - last;
    if (step < memory / 20) {
      return; // too short to tell a pace
    }
    double rate = Math.max(0, done - lastDone) / step;
    quiet = done > lastDone ? 0 : quiet + step;
    double fade = Math.exp(-step / memory);
    weight = weight * fade + step;
    double share = step / weight;
    double off = rate - mean;
    mean += share * off;
    square = (1 - share) * (square + share * off * off);
    last = seconds;
    lastDone = done;
  }

  /** Units per second lately. */
  public double perSecond() {
    return mean;
  }

  /** Seconds since anything was done, by what was noted. */
  public double quiet() {
    return quiet;
  }

  /** Seconds until so much more is done; infinite while nothing is. */
  public Span left(double todo) {
    if (todo <= 0) {
      return new Span(0, 0, 0);
    }
    // As many independent looks as there were memories and the time ahead has.
    double looks = Math.max(1, 20 * Math.min(1, weight / memory)) + todo / mean / memory;
    double error = SURE * Math.sqrt(square / looks);
    return new Span(
        todo / (mean + error),
        todo / mean,
        mean > error ? todo / (mean - error) : Double.POSITIVE_INFINITY);
  }
}

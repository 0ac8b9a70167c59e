package io.strait.measure.series;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Seconds since 1970 that never go back. If the clock of the machine does, times go on from the
 * last one as a stopwatch would have it, until the clock has caught up; a note says so once.
 */
public final class SeriesClock {
  /** Clocks that are disciplined jump by less; nobody needs to hear of that. */
  private static final double NOTED = 1;

  private final DoubleSupplier clock;
  private final DoubleSupplier stopwatch;
  private final Consumer<String> notes;
  private double last;
  private double lastWatch;
  private boolean behind;

  /**
   * @param clock seconds since 1970, which may jump
   * @param stopwatch seconds since any moment, which never goes back
   * @param notes hear of jumps
   */
  public SeriesClock(DoubleSupplier clock, DoubleSupplier stopwatch, Consumer<String> notes) {
    this.clock = clock;
    this.stopwatch = stopwatch;
    this.notes = notes;
    lastWatch = stopwatch.getAsDouble();
    last = Double.NEGATIVE_INFINITY;
  }

  /** The clock of this machine. */
  public static SeriesClock ofMachine(Consumer<String> notes) {
    return new SeriesClock(
        () -> System.currentTimeMillis() * 1e-3, () -> System.nanoTime() * 1e-9, notes);
  }

  /** Goes on from a time that was written before. */
  public void notBefore(double seconds) {
    last = Math.max(last, seconds);
  }

  /** The time now, later than all times before. */
  public double now() {
    double time = clock.getAsDouble();
    double watch = stopwatch.getAsDouble();
    double least = last + watch - lastWatch;
    boolean isBehind = time < least - NOTED;
    if (isBehind && !behind) {
      notes.accept(
          String.format(
              Locale.ROOT,
              "the clock of this machine is %.0f s behind the last value; times go on from there"
                  + " until it has caught up",
              least - time));
    }
    behind = isBehind;
    last = Math.max(time, isBehind ? least : last);
    lastWatch = watch;
    return last;
  }
}

package io.strait.measure.forecast;

import java.util.Arrays;

/**
 * Forecasts one series as its values come: the next value, or the mean over the next seconds.
 *
 * <p>A forecast of a mean is judged when its time is over: forecasts wait until then, with what
 * each forecaster of the battery had said, and the mean of the values that came decides. So weights
 * and interval are those of the horizon that was asked for, not of a single step. A horizon without
 * a value judges nothing.
 *
 * <p>One value takes about a microsecond and no memory, beyond what waits: at most {@value
 * #MOST_WAITING} forecasts. If more values come within a horizon, some forecasts are not judged.
 */
public final class Forecaster {
  private static final int MOST_WAITING = 4096;
  private static final double GAP_GAIN = 0.05;

  /** A change of the number of values in a horizon that makes a difference. */
  private static final double NOTICED = 0.2;

  private final double horizon;
  private final Battery battery = new Battery();
  private final Habit habit;
  private final Mixer mixer;
  private final Band band = new Band();
  private final int width = Battery.names().size();
  private final double[] forecasts = new double[width];
  private final double[] judged = new double[width];

  /** Forecasts that wait, in a ring: what forecasters said, one row each. */
  private double[] rows = new double[width];

  private Waiting[] ring = {new Waiting()};
  private int oldest;
  private int waiting;

  private long count;
  private double seconds;
  private double gap;

  /** The number of values for whose mean the mixer was prepared. */
  private int trusted = 1;

  private double value;
  private double low;
  private double high;
  private double errorSum;
  private double truthSum;

  /** A forecast whose time is not over, and the values that came since. */
  private static final class Waiting {
    double until;
    double forecast;
    double low;
    double high;
    double sum;
    int values;
  }

  private Forecaster(double horizon, Habit habit) {
    this.horizon = horizon;
    this.habit = habit;
    mixer = new Mixer(habit);
  }

  /** Forecasts the next value. */
  public static Forecaster next() {
    return next(Habit.ANY);
  }

  /** Forecasts the next value of a series of which something is known. */
  public static Forecaster next(Habit habit) {
    return new Forecaster(0, habit);
  }

  /**
   * Forecasts the mean of the values that come within so many seconds after the last one.
   *
   * @throws IllegalArgumentException if that is not a time
   */
  public static Forecaster over(double seconds) {
    return over(seconds, Habit.ANY);
  }

  /** The same for a series of which something is known. */
  public static Forecaster over(double seconds, Habit habit) {
    if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a forecast over %s seconds, expected more than zero".formatted(seconds));
    }
    return new Forecaster(seconds, habit);
  }

  /**
   * Takes the next value of the series.
   *
   * @param seconds when it was measured, later than the value before
   * @throws IllegalArgumentException if a number is not finite, the value is negative, or time does
   *     not go on
   */
  public void add(double seconds, double value) {
    if (!Double.isFinite(seconds) || (count > 0 && !(seconds > this.seconds))) {
      throw new IllegalArgumentException(
          "a value at %s s after one at %s s, expected a later time"
              .formatted(seconds, this.seconds));
    }
    battery.add(value);
    if (count > 0) {
      double distance = seconds - this.seconds;
      gap += Math.max(GAP_GAIN, 1.0 / count) * (distance - gap);
    }
    judge(seconds, value);
    count++;
    this.seconds = seconds;
    int steps = horizon == 0 || gap == 0 ? 1 : (int) Math.clamp(Math.rint(horizon / gap), 1, 1e6);
    if (Math.abs(steps - trusted) > NOTICED * trusted) {
      trusted = steps;
      mixer.trust(habit.prior(steps));
    }
    battery.forecast(steps, forecasts);
    this.value = mixer.mix(forecasts);
    low = band.low(this.value);
    high = band.high(this.value);
    await();
  }

  /** Judges the forecasts whose time is over, and adds the value to all others. */
  private void judge(double seconds, double value) {
    while (waiting > 0 && horizon > 0 && ring[oldest].until < seconds) {
      if (ring[oldest].values > 0) {
        learn(ring[oldest], ring[oldest].sum / ring[oldest].values);
      }
      drop();
    }
    if (horizon == 0 && waiting > 0) {
      learn(ring[oldest], value);
      drop();
    }
    for (int i = 0; i < waiting; i++) {
      var each = ring[(oldest + i) & (ring.length - 1)];
      each.sum += value;
      each.values++;
    }
  }

  private void learn(Waiting each, double truth) {
    System.arraycopy(rows, oldest * width, judged, 0, width);
    double weight = 1.0 / Math.max(1, each.values);
    mixer.learn(judged, truth, weight);
    errorSum += Math.abs(each.forecast - truth);
    truthSum += truth;
    band.learn(each.forecast, each.low, each.high, truth, weight);
  }

  private void drop() {
    oldest = (oldest + 1) & (ring.length - 1);
    waiting--;
  }

  private void await() {
    if (waiting == ring.length) {
      if (waiting == MOST_WAITING) {
        return;
      }
      grow();
    }
    int at = (oldest + waiting) & (ring.length - 1);
    var each = ring[at];
    each.until = seconds + horizon;
    each.forecast = value;
    each.low = low;
    each.high = high;
    each.sum = 0;
    each.values = 0;
    System.arraycopy(forecasts, 0, rows, at * width, width);
    waiting++;
  }

  private void grow() {
    var larger = new Waiting[2 * ring.length];
    var largerRows = new double[2 * rows.length];
    Arrays.setAll(
        larger, i -> i < waiting ? ring[(oldest + i) & (ring.length - 1)] : new Waiting());
    for (int i = 0; i < waiting; i++) {
      int from = ((oldest + i) & (ring.length - 1)) * width;
      System.arraycopy(rows, from, largerRows, i * width, width);
    }
    ring = larger;
    rows = largerRows;
    oldest = 0;
  }

  /**
   * The forecast after the values so far.
   *
   * @throws IllegalStateException if there was none yet
   */
  public Forecast forecast() {
    if (count == 0) {
      throw new IllegalStateException("no value yet, expected one before a forecast");
    }
    return new Forecast(value, low, high);
  }

  /** The name of the forecaster that weighs most. */
  public String leader() {
    return Battery.names().get(mixer.heaviest());
  }

  /**
   * How far off forecasts were so far, in the mean, over the mean of what came; NaN if none was
   * judged yet.
   */
  public double error() {
    return truthSum > 0 ? errorSum / truthSum : Double.NaN;
  }
}

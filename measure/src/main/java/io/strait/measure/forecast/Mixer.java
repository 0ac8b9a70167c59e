package io.strait.measure.forecast;

/**
 * The mean of many forecasts, each weighed by its errors so far.
 *
 * <p>Exponentially weighted averaging with a fixed share: Herbster and Warmuth, "Tracking the best
 * expert", 1998. A forecaster whose absolute errors add up to {@code L} weighs {@code prior * e^(-L
 * / m)}, where {@code m} is the mean error of the mix: the unit of a series does not matter. Older
 * errors count less, by 1 % for every value, and a share of the weight is always given out by the
 * prior, so a forecaster that was bad for long is heard again soon after a change. O(n) for n
 * forecasters.
 */
public final class Mixer {
  private static final double FORGOTTEN = 0.01;

  /** e^-x is taken as (1 - x/n)^n with n = 2^10: close enough, and several times as fast. */
  private static final int SQUARINGS = 10;

  private final double share;
  private final double[] prior;
  private final double[] weights;
  private final double[] errors;
  private double error;
  private double count;

  /** A mixer that at first trusts forecasters of the battery as such series have it. */
  public Mixer(Habit habit) {
    this(habit.prior(), habit.share());
  }

  /**
   * A mixer that at first trusts forecasters as the prior says, whose sum is 1.
   *
   * @param share of the weight that is always given out by the prior
   */
  public Mixer(double[] prior, double share) {
    this.share = share;
    this.prior = prior.clone();
    weights = prior.clone();
    errors = new double[prior.length];
  }

  /** Takes another prior, whose sum is 1; errors so far stay what they are. */
  void trust(double[] other) {
    System.arraycopy(other, 0, prior, 0, prior.length);
    if (count == 0) {
      System.arraycopy(other, 0, weights, 0, weights.length);
    }
  }

  /** The mix. Equal forecasts give this very forecast. */
  public double mix(double[] forecasts) {
    double origin = forecasts[0];
    double sum = 0;
    for (int i = 1; i < weights.length; i++) {
      sum += weights[i] * (forecasts[i] - origin);
    }
    return Math.max(0, origin + sum);
  }

  /** The forecaster that weighs most; of several, the first. */
  public int heaviest() {
    int heaviest = 0;
    for (int i = 1; i < weights.length; i++) {
      heaviest = weights[i] > weights[heaviest] ? i : heaviest;
    }
    return heaviest;
  }

  /** Learns from what came where the forecasts were given. */
  public void learn(double[] forecasts, double value) {
    learn(forecasts, value, 1);
  }

  /**
   * As above, for forecasts of spans that overlap: of n that overlap, each tells an n-th of what
   * one alone would.
   */
  void learn(double[] forecasts, double value, double weight) {
    double memory = 1 - FORGOTTEN * weight;
    double own = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < errors.length; i++) {
      double each = Math.abs(forecasts[i] - value);
      own += weights[i] * each;
      errors[i] = errors[i] * memory + weight * each;
      least = Math.min(least, errors[i]);
    }
    error = error * memory + weight * own;
    count = count * memory + weight;
    if (error < Double.MIN_NORMAL) {
      return;
    }
    double slope = count / error / (1 << SQUARINGS);
    for (int i = 0; i < weights.length; i++) {
      double root = Math.max(0, 1 - (errors[i] - least) * slope);
      for (int j = 0; j < SQUARINGS; j++) {
        root *= root;
      }
      weights[i] = prior[i] * root;
    }
    double sum = 0;
    for (double each : weights) {
      sum += each;
    }
    double factor = (1 - share) / sum;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weights[i] * factor + share * prior[i];
    }
  }
}

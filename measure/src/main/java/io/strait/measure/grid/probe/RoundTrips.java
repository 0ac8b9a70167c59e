package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.util.Arrays;

/**
 * What round trips say of a way: latency and jitter.
 *
 * <p>Without jitter a low quantile counts, because what disturbs a round trip makes it longer.
 * Where even the better half is spread, each direction adds an exponentially distributed time of
 * mean J, as grid files say it. A round trip then has a sum of two, whose quantiles are known: a
 * quarter is below 0.961 J, three quarters below 2.693 J. The shortest of all says what is left
 * without it: nothing that disturbs them makes it shorter.
 *
 * @param seconds there and back, without jitter
 * @param low end of the 95 % interval of that
 * @param high end of the 95 % interval of that
 * @param jitter the mean of each direction; 0 for none
 * @param count how many were answered
 */
public record RoundTrips(double seconds, double low, double high, double jitter, int count) {
  private static final double LOW_QUANTILE = 0.1;
  private static final double QUARTER_OF_TWO = 0.961;
  private static final double THREE_QUARTERS_OF_TWO = 2.693;

  /** A spread of the better half below this share of a round trip is noise. */
  private static final double NOISE = 0.04;

  private static final double NOISE_SECONDS = 150e-6;

  /** And so is one that is not so many times that of round trips of a host to itself. */
  private static final double BUSY = 4;

  private static final double MOST_OWN = 0.02;
  private static final double MOST_OWN_SECONDS = 100e-6;

  /** No round trip was answered. */
  public static final RoundTrips NONE =
      new RoundTrips(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);

  /**
   * The figures of some round trips.
   *
   * @param own round trips of the hosts to themselves, by the same means: what is not the network's
   */
  public static RoundTrips of(double[] seconds, double... own) {
    if (seconds.length == 0) {
      return NONE;
    }
    var ownSorted = own.length == 0 ? new double[1] : own.clone();
    Arrays.sort(ownSorted);
    double ownLow = quantile(ownSorted, LOW_QUANTILE);
    double ownSpread = quantile(ownSorted, 0.5) - ownLow;
    var sorted = seconds.clone();
    Arrays.sort(sorted);
    double low = quantile(sorted, LOW_QUANTILE);
    // A host that is so busy says nothing about what it needs when it is not.
    ownLow = Math.min(ownLow, Math.max(MOST_OWN_SECONDS, MOST_OWN * low));
    double median = quantile(sorted, 0.5);
    double spread = median - low;
    var interval = MedianInterval.of(seconds);
    double half =
        Double.isNaN(interval.low()) ? Double.NaN : 0.5 * (interval.high() - interval.low());
    if (spread <= Math.max(Math.max(NOISE * median, NOISE_SECONDS), BUSY * ownSpread)) {
      double base = Math.max(0, low - ownLow);
      return new RoundTrips(base, Math.max(0, base - spread), base + spread, 0, seconds.length);
    }
    double jitter =
        (quantile(sorted, 0.75) - quantile(sorted, 0.25))
            / (THREE_QUARTERS_OF_TWO - QUARTER_OF_TWO);
    double base = Math.max(0, sorted[0] - jitter * leastOfTwo(sorted.length) - ownLow);
    return new RoundTrips(base, Math.max(0, base - half), base + half, jitter, seconds.length);
  }

  /** The median of the least of so many sums of two exponentially distributed times of mean 1. */
  private static double leastOfTwo(int count) {
    return Math.sqrt(2 * Math.log(2) / count); // of few it is less, but then nothing is known well
  }

  static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) Math.floor(at);
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}

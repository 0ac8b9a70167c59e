package io.strait.bench.stencil;

import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Rates of ours and of the peer, measured in turns, so that what else goes on in the machine meets
 * both.
 *
 * @param ours from the best to the worst
 * @param peer from the best to the worst
 */
record Turns(double[] ours, double[] peer) {
  private static final int ROUNDS = 3;

  /** No other round begins after so many nanoseconds: the benchmark ends within ten minutes. */
  private static final long ENOUGH = 25_000_000_000L;

  static Turns take(DoubleSupplier ours, DoubleSupplier peer) {
    var one = new double[ROUNDS];
    var other = new double[ROUNDS];
    int rounds = 0;
    long began = System.nanoTime();
    do {
      one[rounds] = -ours.getAsDouble();
      other[rounds] = -peer.getAsDouble();
      rounds++;
    } while (rounds < ROUNDS && System.nanoTime() - began < ENOUGH);
    return new Turns(sorted(one, rounds), sorted(other, rounds));
  }

  private static double[] sorted(double[] negative, int count) {
    return Arrays.stream(negative, 0, count).sorted().map(value -> -value).toArray();
  }

  /** By how much the median is worse than the best. */
  static double spread(double[] rates) {
    return rates[0] / rates[rates.length / 2] - 1;
  }

  double ratio() {
    return ours[0] / peer[0];
  }
}

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
  private static final int ROUNDS = 4;

  static Turns take(DoubleSupplier ours, DoubleSupplier peer) {
    var one = new double[ROUNDS];
    var other = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      one[i] = -ours.getAsDouble();
      other[i] = -peer.getAsDouble();
    }
    Arrays.sort(one);
    Arrays.sort(other);
    return new Turns(negated(one), negated(other));
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  /** By how much the median is worse than the best. */
  static double spread(double[] rates) {
    return rates[0] / rates[rates.length / 2] - 1;
  }

  double ratio() {
    return ours[0] / peer[0];
  }
}

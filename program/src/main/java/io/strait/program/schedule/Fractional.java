package io.strait.program.schedule;

import java.util.Arrays;

/**
 * A bound on the rate from what calculations take when they may be cut at will among at most so
 * many machines, and transfers cost nothing. It is the dual of that linear program: prices {@code
 * y} of machines, the largest of them adding up to 1, prove that
 *
 * <pre>
 * sum over calculations of min over machines of y * (perSecond + rate * perUnit) * seconds &lt;= 1
 * </pre>
 *
 * <p>whatever the prices are, so any number of steps towards good prices gives a valid bound.
 */
final class Fractional {
  private static final int STEPS = 60;

  private final Problem problem;
  private final int most;
  private final boolean[] counted;

  /**
   * @param counted the calculations that take part
   */
  Fractional(Problem problem, int most, boolean[] counted) {
    this.problem = problem;
    this.most = most;
    this.counted = counted;
  }

  /** The seconds of a unit that cannot be beaten. */
  double seconds() {
    if (most < 1) {
      for (boolean each : counted) {
        if (each) {
          return Double.POSITIVE_INFINITY;
        }
      }
      return 0;
    }
    int machines = problem.machines;
    var prices = new double[machines];
    for (int m = 0; m < machines; m++) {
      double all = 0;
      for (int c = 0; c < counted.length; c++) {
        all += counted[c] ? problem.cost(c)[m] : 0;
      }
      prices[m] = all > 0 ? 1 / all : 1;
    }
    double best = 0;
    var loads = new double[machines];
    double step = 0.3;
    for (int i = 0; i < STEPS; i++) {
      scale(prices);
      best = Math.max(best, seconds(prices, loads));
      double most = Arrays.stream(loads).max().orElse(0);
      if (most <= 0) {
        break;
      }
      for (int m = 0; m < machines; m++) {
        prices[m] *= Math.exp(step * (loads[m] / most - 0.5));
      }
      step *= 0.93;
    }
    return best;
  }

  /** Lets the largest prices add up to 1. */
  private void scale(double[] prices) {
    var sorted = prices.clone();
    Arrays.sort(sorted);
    double sum = 0;
    for (int i = 0; i < most && i < sorted.length; i++) {
      sum += sorted[sorted.length - 1 - i];
    }
    for (int m = 0; m < prices.length; m++) {
      prices[m] /= sum;
    }
  }

  private double seconds(double[] prices, double[] loads) {
    Arrays.fill(loads, 0);
    double perUnit = 0;
    double timed = 0;
    for (int c = 0; c < counted.length; c++) {
      if (!counted[c]) {
        continue;
      }
      double[] cost = problem.cost(c);
      int cheapest = problem.eligible[c][0];
      for (int m : problem.eligible[c]) {
        if (prices[m] * cost[m] < prices[cheapest] * cost[cheapest]) {
          cheapest = m;
        }
      }
      perUnit += prices[cheapest] * cost[cheapest] * problem.perUnit[c];
      timed += prices[cheapest] * cost[cheapest] * problem.perSecond[c];
      loads[cheapest] += cost[cheapest] * (problem.perUnit[c] + problem.perSecond[c]);
    }
    return timed >= 1 ? Double.POSITIVE_INFINITY : perUnit / (1 - timed);
  }
}

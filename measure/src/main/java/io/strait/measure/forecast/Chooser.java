package io.strait.measure.forecast;

/**
 * The forecaster with the least absolute error so far: Wolski, "Dynamically forecasting network
 * performance using the Network Weather Service", 1998.
 */
public final class Chooser {
  private final double[] errors;

  /** Chooses among so many forecasters; at first the first of them. */
  public Chooser(int forecasters) {
    errors = new double[forecasters];
  }

  /** The forecast of the forecaster that is best so far. */
  public double choose(double[] forecasts) {
    int best = 0;
    for (int i = 1; i < errors.length; i++) {
      best = errors[i] < errors[best] ? i : best;
    }
    return forecasts[best];
  }

  /** Learns from what came where the forecasts were given. */
  public void learn(double[] forecasts, double value) {
    for (int i = 0; i < errors.length; i++) {
      errors[i] += Math.abs(forecasts[i] - value);
    }
  }
}

package io.strait.measure.forecast;

/**
 * Holt's smoothing of a level and a trend that fades: Gardner and McKenzie, "Forecasting trends in
 * time series", 1985.
 */
final class Trend {
  private final double levelGain;
  private final double trendGain;
  private final double damping;
  private double level;
  private double trend;

  Trend(double levelGain, double trendGain, double damping) {
    this.levelGain = levelGain;
    this.trendGain = trendGain;
    this.damping = damping;
  }

  void start(double value) {
    level = value;
    trend = 0;
  }

  void add(double value) {
    double expected = level + damping * trend;
    double raised = expected + levelGain * (value - expected);
    trend = damping * trend + trendGain * (raised - level - damping * trend);
    level = raised;
  }

  /** The mean of the next values: step j is {@code level + (d + d^2 + .. + d^j) trend}. */
  double mean(int steps) {
    double rest = damping * (1 - Math.pow(damping, steps)) / (steps * (1 - damping));
    return level + trend * damping / (1 - damping) * (1 - rest);
  }

  double next() {
    return level + damping * trend;
  }
}

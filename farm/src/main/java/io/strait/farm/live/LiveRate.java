package io.strait.farm.live;

import java.util.Arrays;

/** How much came per second lately: sums of the last steps of time, which wander on. */
final class LiveRate {
  private static final int STEPS = 32;

  private final double[] amounts = new double[STEPS];
  private double width = 250;
  private long latest;

  /** Adds what came at a time, in milliseconds. */
  void add(double time, double amount) {
    forward(time);
    long step = (long) (time / width);
    if (step > latest - STEPS) {
      amounts[(int) (step % STEPS)] += amount;
    }
  }

  private void forward(double time) {
    long step = (long) (time / width);
    if (step <= latest) {
      return;
    }
    if (step - latest >= STEPS) {
      Arrays.fill(amounts, 0);
    } else {
      for (long next = latest + 1; next <= step; next++) {
        amounts[(int) (next % STEPS)] = 0;
      }
    }
    latest = step;
  }

  /**
   * @param memory milliseconds that count; steps become as wide as that needs
   */
  double perSecond(double time, double memory) {
    if (memory > width * STEPS) {
      // What came before in narrow steps fades out soon enough.
      double sum = Arrays.stream(amounts).sum();
      Arrays.fill(amounts, 0);
      width = 2 * memory / STEPS;
      latest = (long) (time / width);
      amounts[(int) (latest % STEPS)] = sum;
    }
    forward(time);
    int steps = Math.clamp((int) Math.ceil(memory / width), 1, STEPS);
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      long step = latest - i;
      if (step >= 0) {
        sum += amounts[(int) (step % STEPS)];
      }
    }
    // The present step is not over yet.
    double seconds = ((steps - 1) * width + (time - latest * width)) / 1e3;
    return seconds > 0 ? sum / Math.min(seconds, Math.max(time, 1) / 1e3) : 0;
  }
}

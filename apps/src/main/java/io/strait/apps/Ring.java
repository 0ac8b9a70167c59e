package io.strait.apps;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A ring of bistable oscillators, simulated for many noise levels at a time. Oscillator {@code i}
 * obeys
 *
 * <pre>
 * dx_i = (x_i - x_i^3 + COUPLING x_(i-1)(t - delay) + stimulus(t) [i = 0]) dt + sqrt(2 D) dW
 * </pre>
 *
 * <p>by Euler's method with noise that is uniform rather than normal, which has the same moments up
 * to the third and therefore the same order of convergence in distribution. An oscillator is held
 * in its well by its neighbour (0.38) and by its barrier (0.385); the stimulus (0.6) is too weak to
 * overcome both, so it needs the help of noise to get into the ring and around it. Each number has
 * its own xorshift generator. Rows hold all oscillators for all noise levels, so loops become
 * vector instructions.
 */
final class Ring {
  /** Oscillators in the ring. */
  static final int OSCILLATORS = 4;

  /** Time between two steps. */
  static final double STEP = 0.15;

  /** Steps from one sample to the next. */
  static final int STEPS_PER_SAMPLE = 10;

  private static final float COUPLING = 0.38f;
  private static final double STIMULUS = 0.6;

  private final int lanes;
  private final float[] amplitude;
  private final float[][] past;
  private final float[] state;
  private final int[] random;
  private final double period;

  /**
   * @param noise the levels D
   * @param period of the stimulus
   * @param delay of the coupling
   */
  Ring(double[] noise, double period, double delay) {
    lanes = noise.length;
    this.period = period;
    int width = OSCILLATORS * lanes;
    amplitude = new float[width];
    for (int i = 0; i < width; i++) {
      // A uniform number in ±2^31 has the variance 2^62 / 3.
      amplitude[i] = (float) (StrictMath.sqrt(6 * noise[i % lanes] * STEP) / (1L << 31));
    }
    past = new float[(int) Math.round(delay / STEP)][width];
    state = new float[width];
    random = new int[width];
  }

  /**
   * Simulates from a random initial condition and samples the first oscillator.
   *
   * @param samples gets a row per sample, with one number per noise level
   * @param stimulated for how many samples the stimulus lasts
   */
  void simulate(long seed, float[][] samples, int stimulated) {
    begin(new SplittableRandom(seed));
    int now = 0;
    for (int sample = 0, step = 0; sample < samples.length; sample++) {
      for (int i = 0; i < STEPS_PER_SAMPLE; i++, step++) {
        var delayed = past[now];
        advance(state, random, delayed, amplitude);
        if (sample < stimulated) {
          push((float) (STEP * STIMULUS * StrictMath.sin(2 * Math.PI * step * STEP / period)));
        }
        // Each oscillator's number goes to the place of the one that it drives.
        System.arraycopy(state, 0, delayed, lanes, state.length - lanes);
        System.arraycopy(state, state.length - lanes, delayed, 0, lanes);
        now = now + 1 == past.length ? 0 : now + 1;
      }
      System.arraycopy(state, 0, samples[sample], 0, lanes);
    }
  }

  private void begin(SplittableRandom source) {
    for (int oscillator = 0; oscillator < OSCILLATORS; oscillator++) {
      float x = (float) source.nextDouble(-1.5, 1.5);
      Arrays.fill(state, oscillator * lanes, (oscillator + 1) * lanes, x);
    }
    for (int i = 0; i < random.length; i++) {
      random[i] = source.nextInt() | 1;
    }
    for (var row : past) {
      System.arraycopy(state, 0, row, lanes, state.length - lanes);
      System.arraycopy(state, state.length - lanes, row, 0, lanes);
    }
  }

  private static void advance(float[] state, int[] random, float[] delayed, float[] amplitude) {
    for (int i = 0; i < state.length; i++) {
      int r = random[i];
      r ^= r << 13;
      r ^= r >>> 17;
      r ^= r << 5;
      random[i] = r;
      float x = state[i];
      state[i] = x + (float) STEP * (x - x * x * x + COUPLING * delayed[i]) + amplitude[i] * r;
    }
  }

  private void push(float amount) {
    for (int i = 0; i < lanes; i++) {
      state[i] += amount;
    }
  }
}

package io.strait.stencil.simulate;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Follows all ranks step by step:
 *
 * <pre>
 *   begin(r, n)  = max(end(r, n − 1), max over edges e to r of arrival(e, n − lag(e)))
 *   end(r, n)    = begin(r, n) + compute(r)
 *   leave(e, n)  = max(begin(from(e), n) + delay(e), leave(e, n − 1) + transfer(e))
 *   arrival(e,n) = max(arrival(e, n − 1), leave(e, n) + transfer(e) + latency(e) + jitter)
 * </pre>
 *
 * A step costs a few additions and comparisons for each edge, and no memory beyond the arrivals
 * that are still to be used.
 */
public final class StencilSimulation {
  /** How long a host takes for a step that should take a number of seconds. */
  public interface Pace {
    /** As long as it should. */
    Pace STEADY = (seconds, random) -> seconds;

    double seconds(double planned, SplittableRandom random);
  }

  private final StencilModel model;
  private final SplittableRandom random;
  private final Pace pace;
  private final int ring;
  private final double[] end;
  private final double[] begin;
  private final double[] free;
  private final double[] last;
  private final double[] arrival;
  private final double[] computing;
  private final double[] waitingLan;
  private final double[] waitingGap;

  private StencilSimulation(StencilModel model, Pace pace, long seed) {
    this.model = model;
    this.pace = pace;
    this.random = new SplittableRandom(seed);
    this.ring = Integer.highestOneBit(model.mostLag()) * 2;
    int ranks = model.ranks();
    int edges = model.edges();
    this.end = new double[ranks];
    this.begin = new double[ranks];
    this.free = new double[edges];
    this.last = new double[edges];
    this.arrival = new double[Math.multiplyExact(edges, ring)];
    this.computing = new double[ranks];
    this.waitingLan = new double[ranks];
    this.waitingGap = new double[ranks];
  }

  /**
   * Simulates so many iterations. Where they are more than {@code most}, the rest is taken to go on
   * as the last half of those did.
   *
   * @param seed of the jitter
   */
  public static StencilResult run(StencilModel model, int iterations, int most, long seed) {
    return run(model, Pace.STEADY, iterations, most, seed);
  }

  /** The same on hosts that are not always equally fast. */
  public static StencilResult run(
      StencilModel model, Pace pace, int iterations, int most, long seed) {
    return new StencilSimulation(model, pace, seed).run(iterations, most);
  }

  private StencilResult run(int iterations, int most) {
    int per = model.iterationsPerStep();
    int asked = (iterations + per - 1) / per;
    // Enough steps to settle, even if fewer are asked for; what follows those is not reported.
    int period = model.mostLag();
    int settle = (int) Math.min(Integer.MAX_VALUE / 4, 16L * period + 64);
    int steps = Math.max(settle, Math.min(asked, most));
    int window = Math.max(1, steps / 2 / period) * period;
    double atAsked = 0;
    double before = 0;
    double[][] parts = new double[3][];
    for (int n = 1; n <= steps; n++) {
      step(n);
      if (n == steps - window) {
        before = latest();
      }
      if (n == Math.min(asked, steps)) {
        atAsked = latest();
        parts = new double[][] {computing.clone(), waitingLan.clone(), waitingGap.clone()};
      }
    }
    double each = (latest() - before) / window;
    double rest = Math.max(0, asked - steps);
    double stretch = asked > steps ? asked / (double) steps : 1;
    for (var part : parts) {
      for (int i = 0; i < part.length; i++) {
        part[i] *= stretch;
      }
    }
    // The last step may be a part of one.
    double whole = iterations / (double) per / asked;
    return new StencilResult(
        (atAsked + rest * each) * whole, each / per, parts[0], parts[1], parts[2]);
  }

  private double latest() {
    return Arrays.stream(end).max().orElse(0);
  }

  private void step(int n) {
    int ranks = model.ranks();
    int[] first = model.first();
    int[] lag = model.lag();
    boolean[] far = model.far();
    double[] compute = model.compute();
    for (int r = 0; r < ranks; r++) {
      double ready = end[r];
      double start = ready;
      boolean gap = false;
      for (int e = first[r]; e < first[r + 1]; e++) {
        int version = n - lag[e];
        if (version > 0) {
          double at = arrival[e * ring + (version & (ring - 1))];
          if (at > start) {
            start = at;
            gap = far[e];
          }
        }
      }
      if (gap) {
        waitingGap[r] += start - ready;
      } else {
        waitingLan[r] += start - ready;
      }
      begin[r] = start;
    }
    for (int r = 0; r < ranks; r++) {
      double took = pace.seconds(compute[r], random);
      computing[r] += took;
      end[r] = begin[r] + took;
    }
    send(n);
  }

  private void send(int n) {
    int[] from = model.from();
    double[] delay = model.delay();
    double[] transfer = model.transfer();
    double[] latency = model.latency();
    double[] jitter = model.jitter();
    for (int e = 0; e < from.length; e++) {
      double gone = Math.max(begin[from[e]] + delay[e], free[e]) + transfer[e];
      free[e] = gone;
      double extra = jitter[e] == 0 ? 0 : -jitter[e] * Math.log1p(-random.nextDouble());
      double at = Math.max(last[e], gone + latency[e] + extra);
      last[e] = at;
      arrival[e * ring + (n & (ring - 1))] = at;
    }
  }
}

package io.strait.stencil.plan;

import io.strait.kind.file.Span;
import io.strait.stencil.simulate.StencilResult;
import io.strait.stencil.simulate.TileModel;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * How much an iteration depends on small differences. No host is exactly as fast as a grid says, no
 * line exactly as long. Mostly that makes an iteration longer or shorter by as little. But where
 * ranks wait in whole cycles, or for each other in turn, a border that just misses a cycle costs
 * all of one. So the simulation is repeated with hosts and lines that differ by up to {@link
 * #SHARE}, and with messages that are noticed a little late.
 */
final class Sensitivity {
  /** By how much hosts and lines differ from what the grid says. */
  static final double SHARE = 0.01;

  /** Seconds on average until a host notices a message that has come. */
  private static final double NOTICED = 20e-6;

  /** How often it is repeated where that takes no time. */
  static final int TIMES = 6;

  private Sensitivity() {}

  /**
   * What an iteration takes at least and at most.
   *
   * @param usual what it takes if all is as the grid says
   * @param times how often it is repeated
   */
  static Span span(
      double usual, TileModel tiles, int times, Function<TileModel, StencilResult> simulate) {
    double least = usual;
    double most = usual;
    for (int i = 1; i <= times; i++) {
      double seconds = simulate.apply(changed(tiles, i)).iterationSeconds();
      least = Math.min(least, seconds);
      most = Math.max(most, seconds);
    }
    return new Span(usual, least, most);
  }

  private static TileModel changed(TileModel tiles, long seed) {
    var random = new SplittableRandom(seed);
    var cost = tiles.cost().clone();
    for (int r = 0; r < tiles.ranks(); r++) {
      double factor = factor(random);
      for (int t = tiles.firstTile()[r]; t < tiles.firstTile()[r + 1]; t++) {
        cost[t] *= factor;
      }
    }
    var factors = new double[tiles.lines()];
    Arrays.setAll(factors, line -> factor(random));
    var latency = tiles.latency().clone();
    var jitter = tiles.jitter().clone();
    for (int p = 0; p < tiles.pieces(); p++) {
      latency[p] *= factors[tiles.line()[p]];
      jitter[p] = Math.max(jitter[p], StencilTiming.LEAST_JITTER * latency[p]) + NOTICED;
    }
    return tiles.with(cost, latency, jitter);
  }

  private static double factor(SplittableRandom random) {
    return 1 + SHARE * (2 * random.nextDouble() - 1);
  }
}

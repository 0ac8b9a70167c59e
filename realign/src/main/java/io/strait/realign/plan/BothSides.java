package io.strait.realign.plan;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Placements when all phases are free: the best of several descents. They begin with each phase in
 * turn in natural order, and in the order of each other dimension of its blocks; with clusters
 * grown over the messages of a step; with one phase at random; and with the best so far, a part of
 * its blocks exchanged.
 */
final class BothSides {
  /** Blocks that are placed in all descents together, about. */
  private static final long WORK = 400_000;

  private static final int MOST_RANDOM = 24;
  private static final long MOST_GROWN = 5_000_000;
  private static final long SEED = 20_060_501;

  private final Problem problem;
  private final int[] natural;
  private final Descent descent;
  private int[][] best;
  private double least;

  private BothSides(Problem problem, int[] natural) {
    this.problem = problem;
    this.natural = natural;
    descent = new Descent(problem, natural);
    best = new int[problem.phases()][];
    Arrays.fill(best, natural);
    least = problem.cost(best);
  }

  /**
   * @param enough a bound: what costs no more than this cannot be improved
   */
  static int[][] best(Problem problem, int[] natural, double enough) {
    var search = new BothSides(problem, natural);
    search.run(enough);
    return search.best;
  }

  private void run(double enough) {
    int phases = problem.phases();
    for (int phase = 0; phase < phases; phase++) {
      int dimensions = problem.distribution(phase).axes().size();
      for (int d = 0; d < dimensions && !isEnough(enough); d++) {
        attempt(begin(phase, sorted(phase, d)));
      }
    }
    for (int step = 0; step < problem.steps() && !isEnough(enough); step++) {
      if (problem.messages() <= MOST_GROWN) {
        var grown = Growth.of(problem, step);
        var places = begin(step, grown[0]);
        places[step + 1] = grown[1];
        attempt(places);
      }
    }
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    long tries = Math.min(MOST_RANDOM, WORK / ((long) phases * natural.length));
    for (int i = 0; i < tries && !isEnough(enough); i++) {
      int phase = i / 2 % phases;
      int length = natural.length;
      attempt(
          i % 2 == 0
              ? begin(phase, exchanged(natural, length, random))
              : begin(phase, exchanged(best[phase], 2 + length / 20, random)));
    }
  }

  /** Clusters filled with blocks by one coordinate first; by the first one it is natural order. */
  private int[] sorted(int phase, int dimension) {
    var distribution = problem.distribution(phase);
    int side = distribution.axes().get(dimension).processors();
    int each = natural.length / side; // blocks with the same coordinate
    var next = new int[side];
    var places = new int[natural.length];
    for (int block = 0; block < places.length; block++) {
      int coordinate = distribution.coordinate(block, dimension);
      places[block] = natural[coordinate * each + next[coordinate]++];
    }
    return places;
  }

  private boolean isEnough(double enough) {
    return least <= enough * (1 + 1e-12);
  }

  private int[][] begin(int phase, int[] places) {
    var all = new int[problem.phases()][];
    Arrays.fill(all, Problem.NOWHERE);
    all[phase] = places;
    return all;
  }

  /** A copy in which a number of blocks have changed places with others, drawn by lot. */
  private static int[] exchanged(int[] from, int count, RandomGenerator random) {
    var places = from.clone();
    for (int k = 0; k < count; k++) {
      int i = count == places.length ? k : random.nextInt(places.length);
      int j = random.nextInt(places.length);
      int kept = places[i];
      places[i] = places[j];
      places[j] = kept;
    }
    return places;
  }

  private void attempt(int[][] places) {
    descent.run(places);
    double cost = problem.cost(places);
    if (cost < least) {
      least = cost;
      best = places;
    }
  }
}

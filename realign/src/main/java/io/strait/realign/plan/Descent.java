package io.strait.realign.plan;

import java.util.Arrays;

/**
 * Placements that no single phase can improve: each phase in turn is placed in the best way there
 * is, given its neighbours (block coordinate descent). With two phases these are alternating exact
 * transportations. Where it ends depends on where it begins.
 */
final class Descent {
  /** More than was ever needed; rounded costs must not make it go on for ever. */
  private static final int MOST_SWEEPS = 200;

  private final Problem problem;
  private final Transport transport;
  private final long[] table;
  private final int[] sizes;
  private final int[] natural;

  Descent(Problem problem, int[] natural) {
    this.problem = problem;
    this.natural = natural;
    sizes = problem.sizes();
    transport = new Transport(problem.blocks(), problem.clusters());
    table = problem.table();
  }

  /**
   * Places one phase in the best way, the others where they are.
   *
   * @return by how much the bound that prices prove is below what it costs
   */
  double place(int[][] places, int phase) {
    improve(places, phase);
    long cost = Transport.cost(table, sizes.length, places[phase]);
    return problem.cost(cost - Transport.bound(table, sizes, transport.prices()));
  }

  /** Goes through the phases, there and back, until none gets better. */
  void run(int[][] places) {
    int phases = places.length;
    boolean changed = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && changed; sweep++) {
      changed = false;
      for (int k = 0; k < phases; k++) {
        int phase = sweep % 2 == 0 ? k : phases - 1 - k;
        // A phase waits for one around it to have its place.
        changed |= !hasNeighbour(places, phase) || improve(places, phase);
      }
    }
  }

  private static boolean hasNeighbour(int[][] places, int phase) {
    return (phase > 0 && places[phase - 1].length > 0)
        || (phase + 1 < places.length && places[phase + 1].length > 0);
  }

  private boolean improve(int[][] places, int phase) {
    problem.fill(table, phase, places);
    boolean isPlaced = places[phase].length > 0;
    long found = transport.solve(table, sizes, isPlaced ? places[phase] : natural);
    if (isPlaced && Transport.cost(table, sizes.length, places[phase]) <= found) {
      return false;
    }
    places[phase] = Arrays.copyOf(transport.clusters(), natural.length);
    return true;
  }
}

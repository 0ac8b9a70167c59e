package io.strait.plan.realign;

/**
 * The best placement of source and target together, where there are few: every placement of the
 * source's blocks, and for each the best one of the target's.
 */
final class Enumeration {
  /** More placements than this take too long. */
  static final long MOST = 100_000;

  private final Problem problem;
  private final Transport transport;
  private final long[] table;
  private final int[] sizes;
  private final int[] room;
  private final int[][] places;
  private final int[] natural;
  private final int[][] best = {Problem.NOWHERE, Problem.NOWHERE};
  private long least = Long.MAX_VALUE;

  private Enumeration(Problem problem, int[] natural) {
    this.problem = problem;
    this.natural = natural;
    transport = new Transport(problem.blocks(), problem.clusters());
    table = problem.table();
    sizes = problem.sizes();
    room = sizes.clone();
    places = new int[][] {new int[problem.blocks()], Problem.NOWHERE};
  }

  /** In how many ways blocks can be put into clusters; {@link #MOST} + 1 if there are more. */
  static long ways(int[] sizes) {
    long ways = 1;
    int blocks = 0;
    for (int size : sizes) {
      for (int i = 1; i <= size; i++) {
        // Whole at every step: the number of ways to choose i of so many.
        ways = ways * ++blocks / i;
        if (ways > MOST) {
          return MOST + 1;
        }
      }
    }
    return ways;
  }

  /** The best placements of both sides of a problem with one step. */
  static int[][] best(Problem problem, int[] natural) {
    var enumeration = new Enumeration(problem, natural);
    enumeration.from(0);
    return enumeration.best;
  }

  private void from(int block) {
    if (block == natural.length) {
      problem.fill(table, 1, places);
      long cost = transport.solve(table, sizes, natural);
      if (cost < least) {
        least = cost;
        best[0] = places[0].clone();
        best[1] = transport.clusters().clone();
      }
      return;
    }
    for (int c = 0; c < room.length; c++) {
      if (room[c] > 0) {
        room[c]--;
        places[0][block] = c;
        from(block + 1);
        room[c]++;
      }
    }
  }
}

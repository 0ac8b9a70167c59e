package io.strait.plan.realign;

import java.util.Arrays;

/**
 * One placement for all phases, from natural order by exchanging two blocks at a time while that
 * pays. Every exchange is counted anew, so this is for few blocks.
 */
final class SamePlacement {
  private static final int MOST_BLOCKS = 64;

  private SamePlacement() {}

  static int[] solve(Problem problem, int[] natural) {
    var places = new int[problem.phases()][];
    var place = natural.clone();
    Arrays.fill(places, place);
    double least = problem.cost(places);
    boolean better = natural.length <= MOST_BLOCKS;
    while (better) {
      better = false;
      for (int i = 0; i < place.length; i++) {
        for (int j = 0; j < i; j++) {
          if (place[i] != place[j]) {
            exchange(place, i, j);
            double cost = problem.cost(places);
            if (cost < least) {
              least = cost;
              better = true;
            } else {
              exchange(place, i, j);
            }
          }
        }
      }
    }
    return place;
  }

  private static void exchange(int[] place, int i, int j) {
    int kept = place[i];
    place[i] = place[j];
    place[j] = kept;
  }
}

package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.realign.file.Permutation;
import io.strait.realign.file.Renumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** All cases of up to eight processors, beside trying everything element by element. */
final class SmallCasesTest {
  private static final int MOST = 8;

  private final Random random = new Random(11);

  /** A case with its volumes and costs laid open. */
  private static final class Opened {
    final int[] sizes;
    final int blocks;
    final int[] clusterOf;
    final long[][] volume;
    final double[][] cost;
    final boolean uniform;

    Opened(PaperCase given) {
      sizes = given.sizes();
      uniform = given.links().length == 0;
      blocks = given.processors();
      clusterOf = new int[blocks];
      int at = 0;
      for (int c = 0; c < sizes.length; c++) {
        Arrays.fill(clusterOf, at, at += sizes[c], c);
      }
      volume = new long[blocks][blocks];
      for (int x = 0; x < blocks; x++) {
        for (int j = 0; j < given.parts(); j++) {
          volume[x][(x * given.parts() + j) % blocks]++;
        }
      }
      cost = new double[sizes.length][sizes.length];
      for (int a = 0; a < sizes.length; a++) {
        for (int b = 0; b < sizes.length; b++) {
          cost[a][b] = a == b ? 0 : given.links().length == 0 ? 1 : given.links()[a][b];
        }
      }
    }

    private boolean isLaterOfEmpty(int[] room, int cluster) {
      for (int c = 0; c < cluster; c++) {
        if (sizes[c] == sizes[cluster] && room[c] == sizes[c] && room[cluster] == sizes[c]) {
          return true;
        }
      }
      return false;
    }

    double cost(int[] source, int[] target) {
      double sum = 0;
      for (int i = 0; i < blocks; i++) {
        for (int j = 0; j < blocks; j++) {
          sum += volume[i][j] * cost[source[i]][target[j]];
        }
      }
      return sum;
    }

    int[] clusters(Permutation numbering) {
      var clusters = new int[blocks];
      Arrays.setAll(clusters, i -> clusterOf[numbering.of(i)]);
      return clusters;
    }

    /** The least cost of blocks on one side, those of the other where they are. */
    double oneSide(boolean source, int[] others) {
      var table = new double[blocks][sizes.length];
      for (int i = 0; i < blocks; i++) {
        for (int a = 0; a < sizes.length; a++) {
          for (int j = 0; j < blocks; j++) {
            table[i][a] +=
                source ? volume[i][j] * cost[a][others[j]] : volume[j][i] * cost[others[j]][a];
          }
        }
      }
      // By the room that is left in each cluster, which tells how many blocks are placed.
      int states = 1;
      for (int size : sizes) {
        states *= size + 1;
      }
      var least = new double[states];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      least[0] = 0;
      for (int state = 0; state < states; state++) {
        int placed = 0;
        for (int c = 0, rest = state; c < sizes.length; c++) {
          placed += rest % (sizes[c] + 1);
          rest /= sizes[c] + 1;
        }
        int stride = 1;
        for (int c = 0; c < sizes.length; c++) {
          if (state / stride % (sizes[c] + 1) < sizes[c]) {
            double value = least[state] + table[placed][c];
            least[state + stride] = Math.min(least[state + stride], value);
          }
          stride *= sizes[c] + 1;
        }
      }
      return least[states - 1];
    }

    /**
     * The least cost with both sides free: every placement of the source. Where all links cost the
     * same, clusters of equal size are filled in their order.
     */
    double bothSides(int[] source, int[] room, int block) {
      if (block == blocks) {
        return oneSide(false, source);
      }
      double least = Double.POSITIVE_INFINITY;
      for (int c = 0; c < room.length; c++) {
        if (room[c] > 0 && !(uniform && isLaterOfEmpty(room, c))) {
          room[c]--;
          source[block] = c;
          least = Math.min(least, bothSides(source, room, block + 1));
          room[c]++;
        }
      }
      return least;
    }
  }

  private static void compositions(int rest, List<Integer> begun, List<int[]> found) {
    if (rest == 0) {
      found.add(begun.stream().mapToInt(i -> i).toArray());
    }
    for (int size = 1; size <= rest; size++) {
      begun.add(size);
      compositions(rest - size, begun, found);
      begun.removeLast();
    }
  }

  private static List<int[]> compositions(int blocks) {
    var found = new ArrayList<int[]>();
    compositions(blocks, new ArrayList<>(), found);
    return found;
  }

  private double[][] links(int clusters) {
    var links = new double[clusters][clusters];
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        links[a][b] = a == b ? 0 : random.nextBoolean() ? random.nextInt(9) : random.nextDouble();
      }
    }
    return links;
  }

  private List<PaperCase> cases(int[] sizes) {
    var cases = new ArrayList<PaperCase>();
    for (int parts = 1; parts <= Arrays.stream(sizes).sum(); parts++) {
      cases.add(new PaperCase(sizes, parts));
      cases.add(new PaperCase(sizes, parts, links(sizes.length)));
    }
    return cases;
  }

  private static void check(PaperCase given, Opened opened, Renumber renumber, double least) {
    var plan = given.plan(renumber);
    var source = opened.clusters(plan.numberings().getFirst());
    var target = opened.clusters(plan.numberings().getLast());
    assertThat(plan.after().cost())
        .as("%s, %s", given, renumber)
        .isCloseTo(least, within(1e-9))
        .isCloseTo(opened.cost(source, target), within(1e-9));
    assertThat(plan.isOptimal()).as("%s, %s", given, renumber).isTrue();
    assertThat(plan.before().cost())
        .isCloseTo(opened.cost(opened.clusterOf, opened.clusterOf), within(1e-9));
  }

  @Test
  void oneSideFree() {
    for (int blocks = 1; blocks <= MOST; blocks++) {
      for (var sizes : compositions(blocks)) {
        for (var each : cases(sizes)) {
          var opened = new Opened(each);
          check(each, opened, Renumber.SOURCE, opened.oneSide(true, opened.clusterOf));
          check(each, opened, Renumber.TARGET, opened.oneSide(false, opened.clusterOf));
        }
      }
    }
  }

  /**
   * With both sides free, the order of the clusters makes no difference but for links. The larger
   * ones with links at random are tried with one K each, and up to five clusters.
   */
  @Test
  void bothSidesFree() {
    for (int blocks = 1; blocks <= MOST; blocks++) {
      int drawn = 1 + random.nextInt(blocks);
      for (var sizes : compositions(blocks)) {
        if (blocks > 5 && !isFalling(sizes)) {
          continue;
        }
        for (var each : cases(sizes)) {
          boolean drawnNow = each.parts() == drawn && sizes.length <= 5;
          if (blocks <= 5 || each.links().length == 0 || drawnNow) {
            var opened = new Opened(each);
            double least = opened.bothSides(new int[blocks], sizes.clone(), 0);
            check(each, opened, Renumber.BOTH, least);
          }
        }
      }
    }
  }

  private static boolean isFalling(int[] sizes) {
    for (int i = 1; i < sizes.length; i++) {
      if (sizes[i] > sizes[i - 1]) {
        return false;
      }
    }
    return true;
  }
}

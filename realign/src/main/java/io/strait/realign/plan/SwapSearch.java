package io.strait.realign.plan;

import java.util.Arrays;

/**
 * Exchanges blocks of two clusters as long as that saves something. Sizes stay as they are.
 *
 * <p>A pass looks at the clusters two by two. The blocks of one that would save most in the other
 * come first, each with the partners that would save most, up to a number of them; nobody is looked
 * at for whom even the best partner would not do.
 */
final class SwapSearch {
  private static final int MOST_PARTNERS = 64;

  private final Placing placing;
  private final int clusters;
  private final double least;

  /** The blocks of each cluster at the beginning of a pass. */
  private final int[] first;

  private final int[] member;

  /** What exchanges have saved in all. */
  private double saved;

  /**
   * @param least savings that count, above the noise of rounding
   */
  SwapSearch(Placing placing, double least) {
    this.placing = placing;
    this.least = least;
    clusters = placing.graph.clusters();
    first = new int[clusters + 1];
    member = new int[placing.graph.nodes()];
  }

  /**
   * Exchanges until nothing is left to save, or for so many passes.
   *
   * @param worthwhile what a pass must save for another one
   */
  void run(int passes, double worthwhile) {
    double before = Double.NEGATIVE_INFINITY;
    for (int pass = 0; pass < passes && saved - before >= worthwhile; pass++) {
      before = saved;
      if (!pass()) {
        return;
      }
    }
  }

  private boolean pass() {
    list();
    boolean any = false;
    for (int a = 0; a < clusters; a++) {
      for (int b = a + 1; b < clusters; b++) {
        any |= exchange(a, b);
      }
    }
    return any;
  }

  private void list() {
    Arrays.fill(first, 0);
    for (int c : placing.cluster) {
      first[c + 1]++;
    }
    for (int c = 0; c < clusters; c++) {
      first[c + 1] += first[c];
    }
    var next = first.clone();
    for (int i = 0; i < member.length; i++) {
      member[next[placing.cluster[i]]++] = i;
    }
  }

  private boolean exchange(int a, int b) {
    double most = best(a, b);
    double mostBack = best(b, a);
    if (most + mostBack <= least) {
      return false;
    }
    var there = candidates(a, b, -mostBack);
    var back = candidates(b, a, -most);
    boolean any = false;
    for (long entry : there) {
      int i = (int) entry;
      int tried = 0;
      for (int k = 0; k < back.length && tried < MOST_PARTNERS; k++) {
        int j = (int) back[k];
        if (placing.cluster[i] != a) {
          break;
        }
        if (placing.cluster[j] != b) {
          continue;
        }
        tried++;
        if (placing.gain(i, b) + mostBack <= least) {
          break;
        }
        // Whether they are neighbours takes long to see, and hardly ever makes a loss a gain.
        if (placing.gain(i, b) + placing.gain(j, a) <= least) {
          continue;
        }
        double gain = placing.exchangeGain(i, j);
        if (gain > least) {
          placing.exchange(i, j);
          saved += gain;
          any = true;
        }
      }
    }
    return any;
  }

  private double best(int from, int to) {
    double best = Double.NEGATIVE_INFINITY;
    for (int k = first[from]; k < first[from + 1]; k++) {
      if (placing.cluster[member[k]] == from) {
        best = Math.max(best, placing.gain(member[k], to));
      }
    }
    return best;
  }

  /** Blocks of a cluster that save more than so much in another, the best first. */
  private long[] candidates(int from, int to, double above) {
    var entries = new long[first[from + 1] - first[from]];
    int count = 0;
    for (int k = first[from]; k < first[from + 1]; k++) {
      int i = member[k];
      double gain = placing.gain(i, to);
      if (placing.cluster[i] == from && gain > above + least) {
        entries[count++] = ((long) ~sortable((float) gain) << 32) | i;
      }
    }
    var result = Arrays.copyOf(entries, count);
    Arrays.sort(result);
    return result;
  }

  /** Whole numbers in the order of the floats. */
  private static int sortable(float number) {
    int bits = Float.floatToIntBits(number);
    return bits < 0 ? bits ^ Integer.MAX_VALUE : bits;
  }
}

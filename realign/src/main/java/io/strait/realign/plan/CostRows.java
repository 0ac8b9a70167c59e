package io.strait.realign.plan;

/**
 * What blocks cost in clusters, with ties broken: costs get digits below their last one, at random
 * but for the preferred cluster, which gets none. Over all blocks they add up to less than one, so
 * what is cheapest with them is cheapest without. Where a long has no room for them, costs are as
 * they are.
 */
final class CostRows {
  /** The bits of a long that costs may take, with their random digits, times the clusters. */
  private static final int BITS = 61;

  private static final int MOST_RANDOM_BITS = 20;
  private static final int FEWEST_RANDOM_BITS = 3;

  private final long[] cost;
  private final int clusters;
  private final int[] preferred;
  private final long[] row;

  /** What all costs are multiples of. */
  private final long divisor;

  private final int shift;
  private final int randomBits;

  private CostRows(
      long[] cost, int clusters, int[] preferred, long divisor, int shift, int randomBits) {
    this.cost = cost;
    this.clusters = clusters;
    this.preferred = preferred;
    this.divisor = divisor;
    this.shift = shift;
    this.randomBits = randomBits;
    row = new long[clusters];
  }

  /**
   * @param cost of each block in each cluster, row by row
   * @param preferred a cluster for each block, or none at all
   */
  static CostRows of(long[] cost, int clusters, int[] preferred) {
    long divisor = 0;
    long most = 0;
    for (long each : cost) {
      long size = Math.abs(each);
      most = Math.max(most, size);
      if (divisor != 1) {
        divisor = gcd(size, divisor);
      }
    }
    divisor = Math.max(1, divisor);
    int blockBits = bits(cost.length / clusters);
    int room = BITS - bits(most / divisor) - bits(clusters) - blockBits;
    if (room < FEWEST_RANDOM_BITS) {
      return new CostRows(cost, clusters, preferred, 1, 0, 0);
    }
    int randomBits = Math.min(room, MOST_RANDOM_BITS);
    return new CostRows(cost, clusters, preferred, divisor, randomBits + blockBits, randomBits);
  }

  /** Costs of some of the blocks, with digits of the same kind. */
  CostRows sample(long[] some) {
    return new CostRows(some, clusters, new int[0], divisor, shift, randomBits);
  }

  private static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Whether costs are as they were given. */
  boolean isExact() {
    return randomBits == 0;
  }

  /** What a block costs in each cluster; valid until the next call. */
  long[] row(int block) {
    int first = block * clusters;
    if (randomBits == 0) {
      System.arraycopy(cost, first, row, 0, clusters);
      return row;
    }
    int mask = (1 << randomBits) - 1;
    for (int c = 0; c < clusters; c++) {
      long value = divisor == 1 ? cost[first + c] : cost[first + c] / divisor;
      row[c] = (value << shift) + ((mixed(first + c) & mask) | 1);
    }
    if (preferred.length > 0) {
      row[preferred[block]] &= -(1L << randomBits);
    }
    return row;
  }

  /** A number that looks like one at random. */
  static int mixed(int number) {
    int mixed = (number ^ (number >>> 15)) * 0x2c1b3c6d;
    mixed = (mixed ^ (mixed >>> 12)) * 0x297a2d39;
    return mixed ^ (mixed >>> 15);
  }
}

package io.strait.realign.plan;

import java.util.Arrays;

/**
 * The cheapest way to put blocks into clusters of given sizes: an exact transportation, with prices
 * of clusters that prove it.
 *
 * <p>Every block begins in the cluster that is cheapest for it. Clusters that are too full then
 * hand blocks on, each time over the shortest path to one that has room (successive shortest
 * paths). Nodes of the paths are clusters; the arc from a to b is as long as the cheapest move of a
 * block from a to b. Prices rise with the paths such that every block always is in a cluster that
 * is cheapest for it, price included; so what comes out is optimal, by the duality of linear
 * programs: for any prices p, {@code sum over blocks of min over c of (m[c] + p[c]) - sum over c of
 * n[c]*p[c]} is no more than any placement costs ({@link #bound}), and for these it is what this
 * one costs.
 *
 * <p>Regular patterns have many ways that cost the same, and finding out which of equal blocks to
 * move takes longer than anything else. So {@link CostRows} tell them apart. Prices for the costs
 * without their digits follow from the result.
 *
 * <p>Most blocks are far from moving. Prices of a sample of the blocks are nearly those of all, so
 * a large problem begins with them, and only blocks that are close to another cluster take part;
 * more blocks of a cluster do when its price has risen by as much as keeps the others out. Time is
 * O(P*C + M*C*(C + log P)) for M moves, memory O(P*C). An object may be used again for problems of
 * the same size; after its first use it allocates little.
 */
public final class Transport {
  private static final long INFINITE = Long.MAX_VALUE;

  /** The fewest blocks of a cluster that are let in at a time. */
  private static final int FEWEST = 256;

  /** Larger problems begin with the prices of a sample. */
  private static final int SAMPLED = 16_384;

  /** Blocks that are enough to see which margins are small. */
  private static final int MARGINS = 1024;

  private final int blocks;
  private final int clusters;
  private final int[] cluster;
  private final long[] price;
  private final int[] load;
  private final MoveQueues queues;

  /** Blocks that take no part yet, by cluster; how many each cluster has, and has let in. */
  private final int[] waiting;

  private final int[] first;
  private final int[] left;
  private final int[] taken;
  private final long[] margin;
  private final long[] drawn;

  /** By cluster: prices when it last let blocks in, and by how much more its others are worse. */
  private final long[] reference;

  private final long[] slack;

  private final long[] distance;
  private final int[] before;
  private final boolean[] settled;
  private final int[] path;
  private int pathLength;

  private long[] cost = {};
  private int[] preferred = {};
  private CostRows rows = CostRows.of(cost, 1, preferred);
  private int[] capacity = {};

  public Transport(int blocks, int clusters) {
    this.blocks = blocks;
    this.clusters = clusters;
    cluster = new int[blocks];
    price = new long[clusters];
    load = new int[clusters];
    queues = new MoveQueues(cluster, clusters);
    waiting = new int[blocks];
    first = new int[clusters + 1];
    left = new int[clusters];
    taken = new int[clusters];
    margin = new long[blocks];
    drawn = new long[Math.min(blocks, 2 * MARGINS)];
    reference = new long[clusters * clusters];
    slack = new long[clusters];
    distance = new long[clusters];
    before = new int[clusters];
    settled = new boolean[clusters];
    path = new int[clusters];
  }

  /**
   * Places all blocks.
   *
   * @param costs of each block in each cluster, row by row; sums over all blocks, and of a row
   *     times the number of clusters, must fit a long
   * @param sizes room in each cluster, as much as there are blocks
   * @param preferences the cluster that each block is to have among equally good ones; empty for
   *     any
   * @return what it costs
   */
  public long solve(long[] costs, int[] sizes, int[] preferences) {
    if (costs.length != blocks * clusters
        || sizes.length != clusters
        || Arrays.stream(sizes).sum() != blocks) {
      throw new IllegalArgumentException(
          "costs or sizes that are not of %d blocks and %d clusters".formatted(blocks, clusters));
    }
    cost = costs;
    capacity = sizes;
    preferred = preferences;
    rows = CostRows.of(costs, clusters, preferences);
    run();
    if (!rows.isExact()) {
      recoverPrices();
    }
    return cost(costs, clusters, cluster);
  }

  private void run() {
    samplePrices();
    begin();
    keepOut();
    long excess = excess();
    while (excess > 0) {
      boolean found = isPathFound();
      if (!letIn(found ? distance[path[0]] : INFINITE)) {
        reprice(distance[path[0]]);
        excess -= handOn();
      }
    }
  }

  /** What a block costs in each cluster, told apart, price included. */
  private long[] priced(int block) {
    var row = rows.row(block);
    for (int c = 0; c < clusters; c++) {
      row[c] += price[c];
    }
    return row;
  }

  /**
   * Prices for the costs as they are: every block must be in a cluster that is cheapest for it, so
   * prices of two clusters differ by no more than the cheapest move between them costs. Distances
   * in the graph of these moves do (Bellman and Ford).
   */
  private void recoverPrices() {
    var move = new long[clusters * clusters];
    Arrays.fill(move, INFINITE);
    for (int i = 0; i < blocks; i++) {
      int at = i * clusters;
      int from = cluster[i] * clusters;
      long here = cost[at + cluster[i]];
      for (int c = 0; c < clusters; c++) {
        move[from + c] = Math.min(move[from + c], cost[at + c] - here);
      }
    }
    Arrays.fill(price, 0);
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int a = 0; a < clusters; a++) {
        for (int b = 0; b < clusters; b++) {
          long far = move[a * clusters + b];
          if (far < INFINITE && price[b] + far < price[a]) {
            price[a] = price[b] + far;
            changed = true;
          }
        }
      }
    }
  }

  /** The cluster of each block; valid until the next use. */
  public int[] clusters() {
    return cluster;
  }

  /** The price of each cluster; valid until the next use. */
  public long[] prices() {
    return price;
  }

  /** What a placement costs. */
  public static long cost(long[] costs, int clusters, int[] placement) {
    long sum = 0;
    for (int i = 0; i < placement.length; i++) {
      sum += costs[i * clusters + placement[i]];
    }
    return sum;
  }

  /**
   * What no placement can be cheaper than, whatever the prices. It is found from costs and prices
   * alone, so it is evidence for a placement from any source. Sums may run over a long's range on
   * the way; the result is right if it is within.
   */
  public static long bound(long[] costs, int[] sizes, long[] prices) {
    int clusters = sizes.length;
    long sum = 0;
    for (int row = 0; row < costs.length; row += clusters) {
      long least = INFINITE;
      for (int c = 0; c < clusters; c++) {
        least = Math.min(least, costs[row + c] + prices[c]);
      }
      sum += least;
    }
    for (int c = 0; c < clusters; c++) {
      sum -= sizes[c] * prices[c];
    }
    return sum;
  }

  /** Begins with prices that are right for a part of the blocks, chosen without a pattern. */
  private void samplePrices() {
    Arrays.fill(price, 0);
    if (blocks < SAMPLED) {
      return;
    }
    int count = 0;
    for (int i = 0; i < blocks; i++) {
      count += isSampled(i) ? 1 : 0;
    }
    var sample = new Transport(count, clusters);
    var costs = new long[count * clusters];
    int at = 0;
    for (int i = 0; i < blocks; i++) {
      if (isSampled(i)) {
        System.arraycopy(cost, i * clusters, costs, at, clusters);
        at += clusters;
      }
    }
    var sizes = new int[clusters];
    long sum = 0;
    for (int c = 0; c < clusters; c++) {
      long begin = sum * count / blocks;
      sum += capacity[c];
      sizes[c] = (int) (sum * count / blocks - begin);
    }
    sample.cost = costs;
    sample.capacity = sizes;
    sample.rows = rows.sample(costs);
    sample.run();
    System.arraycopy(sample.price, 0, price, 0, clusters);
  }

  private static boolean isSampled(int block) {
    return CostRows.mixed(block) >>> 28 == 0; // one in 16
  }

  /** Everyone where it is cheapest: where it would rather be, then where there is room. */
  private void begin() {
    Arrays.fill(load, 0);
    for (int i = 0; i < blocks; i++) {
      cluster[i] = -1;
      if (preferred.length > 0 && isCheapest(priced(i), preferred[i])) {
        put(i, preferred[i]);
      }
    }
    for (int i = 0; i < blocks; i++) {
      if (cluster[i] >= 0) {
        continue;
      }
      var values = priced(i);
      int best = 0;
      for (int c = 1; c < clusters; c++) {
        if (values[c] < values[best]
            || (values[c] == values[best] && load[best] >= capacity[best])) {
          best = c;
        }
      }
      put(i, best);
    }
  }

  private static boolean isCheapest(long[] values, int where) {
    for (long value : values) {
      if (value < values[where]) {
        return false;
      }
    }
    return true;
  }

  private void put(int block, int where) {
    cluster[block] = where;
    load[where]++;
  }

  private long excess() {
    long sum = 0;
    for (int c = 0; c < clusters; c++) {
      sum += Math.max(0, load[c] - capacity[c]);
    }
    return sum;
  }

  /** Nobody takes part. */
  private void keepOut() {
    queues.clear();
    Arrays.fill(taken, 0);
    Arrays.fill(slack, 0);
    first[0] = 0;
    for (int c = 0; c < clusters; c++) {
      first[c + 1] = first[c] + load[c];
      left[c] = 0;
      System.arraycopy(price, 0, reference, c * clusters, clusters);
    }
    for (int i = 0; i < blocks; i++) {
      waiting[first[cluster[i]] + left[cluster[i]]++] = i;
    }
  }

  /**
   * Lets blocks of the clusters take part from which one that does not could make a shorter path.
   *
   * @return whether there were such clusters
   */
  private boolean letIn(long far) {
    boolean any = false;
    for (int c = 0; c < clusters; c++) {
      if (left[c] > 0 && distance[c] < far && slack[c] - rise(c) < far - distance[c]) {
        letInFrom(c);
        any = true;
      }
    }
    return any;
  }

  /** By how much blocks of a cluster may have come nearer to another since it let some in. */
  private long rise(int from) {
    int begin = from * clusters;
    long least = INFINITE;
    for (int c = 0; c < clusters; c++) {
      least = Math.min(least, price[c] - reference[begin + c]);
    }
    return price[from] - reference[begin + from] - least;
  }

  /** Lets the blocks of a cluster take part that are closest to another. */
  private void letInFrom(int from) {
    int begin = first[from];
    int count = left[from];
    for (int k = begin; k < begin + count; k++) {
      margin[k] = margin(waiting[k]);
    }
    int wanted = Math.max(FEWEST, 2 * taken[from]);
    long limit = count <= wanted ? INFINITE : quantile(begin, count, (double) wanted / count);
    for (int k = begin; k < begin + left[from]; ) {
      if (margin[k] <= limit) {
        int block = waiting[k];
        int last = begin + --left[from];
        waiting[k] = waiting[last];
        margin[k] = margin[last];
        queues.add(block, rows.row(block));
        taken[from]++;
      } else {
        k++;
      }
    }
    slack[from] = limit;
    System.arraycopy(price, 0, reference, from * clusters, clusters);
    queues.refresh(from);
  }

  /** By how much a block's second-best cluster is worse. */
  private long margin(int block) {
    var values = priced(block);
    int home = cluster[block];
    long least = INFINITE;
    for (int c = 0; c < clusters; c++) {
      if (c != home) {
        least = Math.min(least, values[c]);
      }
    }
    return least == INFINITE ? INFINITE : least - values[home];
  }

  /** About the value that a share of some margins is not above. */
  private long quantile(int begin, int count, double share) {
    int stride = Math.max(1, count / MARGINS);
    int size = 0;
    for (int k = begin; k < begin + count; k += stride) {
      drawn[size++] = margin[k];
    }
    Arrays.sort(drawn, 0, size);
    return drawn[Math.min(size - 1, (int) (share * size))];
  }

  /** Dijkstra's algorithm from all clusters that are too full to the nearest that has room. */
  private boolean isPathFound() {
    Arrays.fill(settled, false);
    for (int c = 0; c < clusters; c++) {
      distance[c] = load[c] > capacity[c] ? 0 : INFINITE;
      before[c] = -1;
    }
    while (true) {
      int nearest = -1;
      for (int c = 0; c < clusters; c++) {
        if (!settled[c]
            && distance[c] < INFINITE
            && (nearest < 0 || distance[c] < distance[nearest])) {
          nearest = c;
        }
      }
      if (nearest < 0) {
        return false;
      }
      settled[nearest] = true;
      if (load[nearest] < capacity[nearest]) {
        pathLength = 0;
        for (int at = nearest; at >= 0; at = before[at]) {
          path[pathLength++] = at;
        }
        return true;
      }
      for (int c = 0; c < clusters; c++) {
        long head = queues.head(nearest, c);
        if (!settled[c] && head < INFINITE) {
          long length = distance[nearest] + head + price[c] - price[nearest];
          if (length < distance[c]) {
            distance[c] = length;
            before[c] = nearest;
          }
        }
      }
    }
  }

  /** Makes arcs of the path zero and none negative. */
  private void reprice(long far) {
    for (int c = 0; c < clusters; c++) {
      if (distance[c] < far) {
        price[c] += far - distance[c];
      }
    }
  }

  /** Moves a block along every arc of the path, again and again while they are as short. */
  private int handOn() {
    int sink = path[0];
    int source = path[pathLength - 1];
    int moved = 0;
    do {
      for (int k = 0; k + 1 < pathLength; k++) {
        int block = queues.first(path[k + 1], path[k]);
        cluster[block] = path[k];
        queues.add(block, rows.row(block));
      }
      load[sink]++;
      load[source]--;
      moved++;
      for (int k = 0; k < pathLength; k++) {
        queues.refresh(path[k]);
      }
    } while (load[source] > capacity[source] && load[sink] < capacity[sink] && isPathAsShort());
    return moved;
  }

  private boolean isPathAsShort() {
    for (int k = 0; k + 1 < pathLength; k++) {
      long head = queues.head(path[k + 1], path[k]);
      if (head == INFINITE || head + price[path[k]] - price[path[k + 1]] != 0) {
        return false;
      }
    }
    return true;
  }
}

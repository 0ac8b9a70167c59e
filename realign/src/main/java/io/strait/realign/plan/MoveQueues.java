package io.strait.realign.plan;

import java.util.Arrays;

/**
 * For every two clusters the blocks that could move from one to the other, cheapest first: binary
 * heaps. An entry of a block that has moved stays until it comes to the front; a block that came
 * back may have two, which does no harm.
 */
final class MoveQueues {
  private final int[] cluster;
  private final int clusters;
  private final int[][] block;
  private final long[][] key;
  private final int[] size;

  /** The key at the front of each queue, the largest number where it is empty. */
  private final long[] head;

  private final int[] seen;
  private int round;

  /**
   * @param cluster where each block is; changes of it count at once
   */
  MoveQueues(int[] cluster, int clusters) {
    this.cluster = cluster;
    this.clusters = clusters;
    int pairs = Math.multiplyExact(clusters, clusters);
    block = new int[pairs][0];
    key = new long[pairs][0];
    size = new int[pairs];
    head = new long[pairs];
    seen = new int[cluster.length];
    clear();
  }

  void clear() {
    Arrays.fill(size, 0);
    Arrays.fill(head, Long.MAX_VALUE);
  }

  /** What the cheapest move costs more; {@link #refresh} must have been called since changes. */
  long head(int from, int to) {
    return head[from * clusters + to];
  }

  /** The block of the cheapest move. */
  int first(int from, int to) {
    return block[from * clusters + to][0];
  }

  /**
   * Lets a block move from where it is now.
   *
   * @param costs of it in each cluster
   */
  void add(int who, long[] costs) {
    int home = cluster[who];
    for (int c = 0; c < clusters; c++) {
      if (c != home) {
        push(home * clusters + c, who, costs[c] - costs[home]);
      }
    }
  }

  /** Brings the heads of all queues up to date. */
  void refresh() {
    for (int c = 0; c < clusters; c++) {
      refresh(c);
    }
  }

  /** Brings the heads of a cluster's queues up to date. */
  void refresh(int from) {
    for (int pair = from * clusters; pair < (from + 1) * clusters; pair++) {
      while (size[pair] > 0 && cluster[block[pair][0]] != from) {
        pop(pair);
      }
      head[pair] = size[pair] > 0 ? key[pair][0] : Long.MAX_VALUE;
    }
  }

  private void push(int pair, int who, long value) {
    if (size[pair] == block[pair].length) {
      makeRoom(pair);
    }
    var blocks = block[pair];
    var keys = key[pair];
    int at = size[pair]++;
    while (at > 0) {
      int up = (at - 1) >> 1;
      if (keys[up] <= value) {
        break;
      }
      keys[at] = keys[up];
      blocks[at] = blocks[up];
      at = up;
    }
    keys[at] = value;
    blocks[at] = who;
  }

  private void pop(int pair) {
    int last = --size[pair];
    if (last > 0) {
      sink(pair, 0, block[pair][last], key[pair][last]);
    }
  }

  /** Puts an entry at a place or below it, where it belongs. */
  private void sink(int pair, int place, int who, long value) {
    var blocks = block[pair];
    var keys = key[pair];
    int count = size[pair];
    int at = place;
    while (true) {
      int child = 2 * at + 1;
      if (child >= count) {
        break;
      }
      if (child + 1 < count && keys[child + 1] < keys[child]) {
        child++;
      }
      if (keys[child] >= value) {
        break;
      }
      keys[at] = keys[child];
      blocks[at] = blocks[child];
      at = child;
    }
    keys[at] = value;
    blocks[at] = who;
  }

  /** Drops entries that no longer count; takes more memory only if most of them do. */
  private void makeRoom(int pair) {
    int from = pair / clusters;
    var blocks = block[pair];
    var keys = key[pair];
    int count = 0;
    round++;
    for (int i = 0; i < size[pair]; i++) {
      int who = blocks[i];
      if (cluster[who] == from && seen[who] != round) {
        seen[who] = round;
        blocks[count] = who;
        keys[count++] = keys[i];
      }
    }
    size[pair] = count;
    for (int i = count / 2 - 1; i >= 0; i--) {
      sink(pair, i, blocks[i], keys[i]);
    }
    if (2 * count >= blocks.length) {
      int room = Math.max(16, blocks.length + (blocks.length >> 1));
      block[pair] = Arrays.copyOf(blocks, room);
      key[pair] = Arrays.copyOf(keys, room);
    }
  }
}

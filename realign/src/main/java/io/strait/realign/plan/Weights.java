package io.strait.realign.plan;

/**
 * What one block exchanges with each cluster: W[c] elements in M[c] messages. Only clusters that
 * have to do with the block are named.
 */
final class Weights {
  private final MessagePattern pattern;
  private final int[] clusters;
  private final long[] elements;
  private final long[] messages;
  private final int[] named;
  private int size;
  private int key = -1;

  /**
   * @param places the cluster of each block at the other end
   */
  Weights(MessagePattern pattern, int[] places, int clusters) {
    this.pattern = pattern;
    this.clusters = places;
    elements = new long[clusters];
    messages = new long[clusters];
    named = new int[clusters];
  }

  /** Turns to a block. */
  void of(int block) {
    pattern.row(block);
    if (pattern.key() != key && pattern.share() > 0) {
      count();
    }
  }

  private void count() {
    key = pattern.key();
    for (int i = 0; i < size; i++) {
      elements[named[i]] = 0;
      messages[named[i]] = 0;
    }
    size = 0;
    for (int i = 0; i < pattern.size(); i++) {
      int cluster = clusters[pattern.to(i)];
      if (messages[cluster]++ == 0) {
        named[size++] = cluster;
      }
      elements[cluster] += pattern.elements(i) / pattern.share();
    }
  }

  /** How many clusters are named. */
  int size() {
    return pattern.share() == 0 ? 0 : size;
  }

  int cluster(int i) {
    return named[i];
  }

  long elements(int cluster) {
    return elements[cluster] * pattern.share();
  }

  long messages(int cluster) {
    return messages[cluster];
  }
}

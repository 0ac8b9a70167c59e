package io.strait.realign.file;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What goes from cluster to cluster. A message is everything that one processor sends to another in
 * one step; what a processor keeps counts as a message inside its cluster, as in paper
 * <em>realign</em>.
 */
public final class ClusterTraffic {
  private final int clusters;
  private final long[] messages;
  private final long[] bytes;

  public ClusterTraffic(int clusters) {
    this.clusters = clusters;
    this.messages = new long[Math.multiplyExact(clusters, clusters)];
    this.bytes = new long[messages.length];
  }

  public int clusters() {
    return clusters;
  }

  public void add(int from, int to, long moreMessages, long moreBytes) {
    messages[from * clusters + to] += moreMessages;
    bytes[from * clusters + to] += moreBytes;
  }

  public long messages(int from, int to) {
    return messages[from * clusters + to];
  }

  public long bytes(int from, int to) {
    return bytes[from * clusters + to];
  }

  /** Messages that stay in their cluster. */
  public long interior() {
    return inside(messages);
  }

  /** Messages that cross gaps. */
  public long external() {
    return all(messages) - interior();
  }

  public long interiorBytes() {
    return inside(bytes);
  }

  public long externalBytes() {
    return all(bytes) - interiorBytes();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClusterTraffic that
        && clusters == that.clusters
        && Arrays.equals(messages, that.messages)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(messages) + Arrays.hashCode(bytes);
  }

  private long inside(long[] values) {
    long sum = 0;
    for (int i = 0; i < clusters; i++) {
      sum += values[i * clusters + i];
    }
    return sum;
  }

  private static long all(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }
}

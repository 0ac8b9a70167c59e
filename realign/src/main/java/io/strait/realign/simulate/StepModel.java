package io.strait.realign.simulate;

/**
 * One step of a realignment, in flat arrays. Bandwidths are in bytes per second and may be
 * infinite; latencies are in seconds.
 *
 * @param firstRank by cluster, and one more
 * @param lanBandwidth by cluster, of every rank's port
 * @param lanLatency by cluster
 * @param gapBandwidth of the channel from cluster to cluster, row by row
 * @param gapLatency likewise
 * @param firstMessage by rank, and one more: the messages that it sends, in this order
 * @param firstInterior by rank, the first of them that stays in the cluster
 * @param to by message, the rank that gets it; never the sender
 * @param bytes by message
 * @param chunk the most bytes that go in one piece
 */
public record StepModel(
    int[] firstRank,
    double[] lanBandwidth,
    double[] lanLatency,
    double[] gapBandwidth,
    double[] gapLatency,
    int[] firstMessage,
    int[] firstInterior,
    int[] to,
    long[] bytes,
    long chunk) {
  public StepModel {
    if (chunk < 1) {
      throw new IllegalArgumentException("chunks of %d bytes".formatted(chunk));
    }
  }

  public int clusters() {
    return firstRank.length - 1;
  }

  public int ranks() {
    return firstRank[firstRank.length - 1];
  }

  /** Chunks of a message. */
  public long chunks(int message) {
    return -Math.floorDiv(-bytes[message], chunk);
  }

  /** Bytes of a message's last chunk. */
  public long lastChunk(int message) {
    return bytes[message] - (chunks(message) - 1) * chunk;
  }
}

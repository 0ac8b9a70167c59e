package io.strait.realign.timing;

import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.ClusterTraffic;
import io.strait.realign.file.Permutation;
import io.strait.realign.plan.MessagePattern;
import io.strait.realign.plan.Ranks;
import java.util.Arrays;

/**
 * Who sends how much in one step, summed up from its messages: bytes of every rank into every
 * cluster, and what gateways pass on. O(ranks x clusters) memory.
 */
final class StepLoads {
  private final Ranks ranks;
  private final int clusters;
  final ClusterTraffic traffic;

  /** By rank and cluster: bytes that the rank sends there, but to itself. */
  final long[] out;

  /** By ordered pair of clusters: bytes for others than the gateway. */
  final long[] forwarded;

  /** By ordered pair: the least bytes that any sender's last chunk has. */
  final long[] lastChunk;

  /** By ordered pair: whether some sender's last chunk is for the gateway itself. */
  final boolean[] endsAtGateway;

  private final long[] lastBytes;
  private final int[] lastTarget;

  StepLoads(
      Ranks ranks,
      ArrayDistribution from,
      ArrayDistribution to,
      Permutation source,
      Permutation target,
      int elementBytes,
      long chunk) {
    this.ranks = ranks;
    this.clusters = ranks.clusters();
    traffic = new ClusterTraffic(clusters);
    out = new long[Math.multiplyExact(ranks.size(), clusters)];
    forwarded = new long[clusters * clusters];
    lastChunk = new long[clusters * clusters];
    Arrays.fill(lastChunk, Long.MAX_VALUE);
    endsAtGateway = new boolean[clusters * clusters];
    lastBytes = new long[clusters];
    lastTarget = new int[clusters];
    var pattern = new MessagePattern(from, to);
    for (int block = 0; block < pattern.blocks(); block++) {
      int sender = source.of(block);
      Arrays.fill(lastTarget, -1);
      pattern.row(block);
      for (int i = 0; i < pattern.size(); i++) {
        add(sender, target.of(pattern.to(i)), pattern.elements(i) * elementBytes);
      }
      ends(ranks.clusterOf(sender), chunk);
    }
  }

  private void add(int sender, int receiver, long bytes) {
    int a = ranks.clusterOf(sender);
    int b = ranks.clusterOf(receiver);
    traffic.add(a, b, 1, bytes);
    if (sender == receiver) {
      return;
    }
    out[sender * clusters + b] += bytes;
    if (a != b) {
      if (!ranks.isGateway(receiver)) {
        forwarded[a * clusters + b] += bytes;
      }
      if (receiver > lastTarget[b]) {
        lastTarget[b] = receiver;
        lastBytes[b] = bytes;
      }
    }
  }

  private void ends(int cluster, long chunk) {
    for (int c = 0; c < clusters; c++) {
      if (lastTarget[c] >= 0) {
        int pair = cluster * clusters + c;
        long size = lastBytes[c] - (lastBytes[c] - 1) / chunk * chunk;
        lastChunk[pair] = Math.min(lastChunk[pair], size);
        endsAtGateway[pair] |= ranks.isGateway(lastTarget[c]);
      }
    }
  }

  /** Bytes that a rank sends to others of its cluster. */
  long interior(int rank) {
    return out[rank * clusters + ranks.clusterOf(rank)];
  }

  /** Bytes that a rank sends to a cluster. */
  long out(int rank, int cluster) {
    return out[rank * clusters + cluster];
  }

  /** Bytes that a rank's port sends before those for this cluster. */
  long before(int rank, int cluster) {
    long bytes = 0;
    for (int c = (ranks.clusterOf(rank) + 1) % clusters; c != cluster; c = (c + 1) % clusters) {
      bytes += out(rank, c);
    }
    return bytes;
  }

  /** Bytes that a rank sends to other clusters. */
  long external(int rank) {
    return before(rank, ranks.clusterOf(rank));
  }
}

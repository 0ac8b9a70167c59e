package io.strait.realign.run;

import io.strait.model.Grid;
import io.strait.model.quantity.Durations;
import io.strait.realign.plan.Ranks;
import io.strait.realign.timing.Channels;
import io.strait.transport.fabric.Delays;
import java.util.Arrays;

/**
 * The networks of a grid, some times faster than life: latencies, and channels between gateways, as
 * {@link Delays}; the ports of hosts to their LANs as the rate of a {@link LanPort}.
 */
public final class EmulatedNetwork implements Delays {
  /** Bytes on their way where nobody says how fast the network is. */
  private static final double UNKNOWN = 2 << 20;

  private final Ranks ranks;
  private final double[] lanBandwidth;
  private final long[] lanLatency;
  private final double[] gapBandwidth;
  private final long[] gapLatency;
  private final double pipe;

  private EmulatedNetwork(Ranks ranks) {
    this.ranks = ranks;
    int clusters = ranks.clusters();
    lanBandwidth = new double[clusters];
    lanLatency = new long[clusters];
    gapBandwidth = new double[clusters * clusters];
    gapLatency = new long[clusters * clusters];
    pipe = 0;
    Arrays.fill(lanBandwidth, Double.POSITIVE_INFINITY);
    Arrays.fill(gapBandwidth, Double.POSITIVE_INFINITY);
  }

  /**
   * @param scale how many times faster than life
   */
  public EmulatedNetwork(Grid grid, Ranks ranks, Channels channels, double scale) {
    this.ranks = ranks;
    int clusters = ranks.clusters();
    lanBandwidth = new double[clusters];
    lanLatency = new long[clusters];
    gapBandwidth = new double[clusters * clusters];
    gapLatency = new long[clusters * clusters];
    double most = 0;
    for (int a = 0; a < clusters; a++) {
      var lan = grid.clusters().get(a).lan();
      lanBandwidth[a] = lan.ofConnections(1).bytesPerSecond() * scale;
      lanLatency[a] = Math.round(Durations.seconds(lan.latency()) * 1e9 / scale);
      for (int b = 0; b < clusters; b++) {
        gapBandwidth[a * clusters + b] = channels.bandwidth(a, b) * scale;
        gapLatency[a * clusters + b] = Math.round(channels.latency(a, b) * 1e9 / scale);
        double onTheWay =
            channels.gap(a, b).isEmpty()
                ? 0
                : channels.bandwidth(a, b) * 2 * channels.latency(a, b);
        most = Math.max(most, Double.isFinite(onTheWay) ? onTheWay : UNKNOWN);
      }
    }
    pipe = most;
  }

  /** Networks as fast as this machine. */
  public static EmulatedNetwork none(Ranks ranks) {
    return new EmulatedNetwork(ranks);
  }

  /** Bytes that may be on their way between gateways, at most, until the first is acknowledged. */
  public double pipe() {
    return pipe;
  }

  /** Bytes per second of the port of a rank. */
  double port(int rank) {
    return lanBandwidth[ranks.clusterOf(rank)];
  }

  /** The bandwidth of every cluster's ports. */
  double[] ports() {
    return lanBandwidth.clone();
  }

  /** Whether anything takes its time: messages, or the ports of hosts. */
  boolean isEmulated() {
    return !isIdle() || Arrays.stream(lanBandwidth).anyMatch(Double::isFinite);
  }

  /** Whether no message is held back. */
  boolean isIdle() {
    return Arrays.stream(lanLatency).allMatch(nanos -> nanos == 0)
        && Arrays.stream(gapLatency).allMatch(nanos -> nanos == 0)
        && Arrays.stream(gapBandwidth).allMatch(Double::isInfinite);
  }

  @Override
  public long latency(int from, int to) {
    int a = ranks.clusterOf(from);
    int b = ranks.clusterOf(to);
    return a == b ? lanLatency[a] : gapLatency[a * ranks.clusters() + b];
  }

  @Override
  public double bandwidth(int from, int to) {
    int a = ranks.clusterOf(from);
    int b = ranks.clusterOf(to);
    return a == b ? Double.POSITIVE_INFINITY : gapBandwidth[a * ranks.clusters() + b];
  }

  @Override
  public int head() {
    return Buffers.HEAD;
  }
}

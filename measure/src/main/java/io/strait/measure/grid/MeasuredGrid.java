package io.strait.measure.grid;

import io.strait.measure.MedianInterval;
import io.strait.measure.grid.probe.HostFacts;
import io.strait.measure.grid.probe.HostSpeed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a grid.
 *
 * @param home the cluster of the coordinator; empty if there are no clusters
 * @param problems what could not be measured, and why
 * @param bytes that all experiments sent
 */
public record MeasuredGrid(
    String home,
    List<Cluster> clusters,
    List<Link> links,
    List<String> problems,
    long bytes,
    double seconds) {
  public MeasuredGrid {
    clusters = List.copyOf(clusters);
    links = List.copyOf(links);
    problems = List.copyOf(problems);
  }

  /**
   * Hosts on one LAN.
   *
   * @param hosts none for a junction, where links meet without a host of ours
   * @param lan null if nothing was measured of it
   */
  public record Cluster(String name, List<Host> hosts, @Nullable Net lan) {
    public Cluster {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * A host.
   *
   * @param speed null if it was not measured
   * @param app the app whose rate was measured; empty for none
   * @param rate tasks per second of the app
   */
  public record Host(
      String name, HostFacts facts, @Nullable HostSpeed speed, String app, double rate) {}

  /**
   * A link between two clusters.
   *
   * @param back the bandwidth in the other direction if it is another; null if it is the same
   */
  public record Link(String from, String to, Net net, @Nullable MedianInterval back) {}

  /**
   * The figures of a network.
   *
   * @param bandwidth what programs get through TCP, bytes per second
   * @param latency seconds
   * @param jitter seconds; NaN if nobody knows
   * @param packets that were sent to see losses
   * @param lost of those
   * @param hasDuplex whether it is known if both directions share it
   * @param bytes that it cost
   * @param seconds that it took
   * @param means how it was measured, for a comment
   */
  public record Net(
      MedianInterval bandwidth,
      MedianInterval latency,
      double jitter,
      long packets,
      long lost,
      boolean hasDuplex,
      boolean isFull,
      long bytes,
      double seconds,
      String means) {

    private static final double QUANTILE = 1.96;

    /** The same, at another cost. */
    Net at(long otherBytes, double otherSeconds) {
      return new Net(
          bandwidth,
          latency,
          jitter,
          packets,
          lost,
          hasDuplex,
          isFull,
          otherBytes,
          otherSeconds,
          means);
    }

    /** The share of packets that are lost; 0 if that may be chance. */
    public double loss() {
      return lost >= 3 ? (double) lost / packets : 0;
    }

    /** The ends of Wilson's 95 % interval of the loss. */
    public double[] lossInterval() {
      if (packets == 0) {
        return new double[] {0, 1};
      }
      double p = (double) lost / packets;
      double z2 = QUANTILE * QUANTILE / packets;
      double middle = (p + z2 / 2) / (1 + z2);
      double half = QUANTILE / (1 + z2) * Math.sqrt(p * (1 - p) / packets + z2 / (4.0 * packets));
      return new double[] {Math.max(0, middle - half), Math.min(1, middle + half)};
    }
  }
}

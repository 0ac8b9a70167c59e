package io.strait.measure.grid.topology;

import io.strait.measure.MedianInterval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What joins the hosts.
 *
 * @param groups of hosts, and junctions, which have none
 */
public record Topology(List<Group> groups, List<Edge> edges) {
  public Topology {
    groups = List.copyOf(groups);
    edges = List.copyOf(edges);
  }

  /**
   * Hosts on one LAN. The first speaks for them.
   *
   * @param hosts their numbers; none for a junction: a place where traffic of several groups passes
   *     one network, without a host of ours
   * @param lan the median of the ways between its hosts; null if there are none
   */
  public record Group(List<Integer> hosts, @Nullable Way lan) {
    public Group {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * A link between two groups.
   *
   * @param a number of a group
   * @param b number of another
   * @param measured the hosts between which it was measured; null if it follows from others
   * @param shared how the network of several links was measured; null for all others
   */
  public record Edge(int a, int b, Way way, @Nullable Pair measured, @Nullable Shared shared) {}

  /**
   * What flows of several links got of a network that they share.
   *
   * @param there the rate of all of them from the first group to the second
   * @param back the same from the second to the first
   * @param bytes that it cost to find and measure it
   * @param seconds that it took
   */
  public record Shared(MedianInterval there, MedianInterval back, long bytes, double seconds) {}
}

package io.strait.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A link between clusters. With more than two names it is a path: a gap with these properties joins
 * every two neighbours, and traffic between the ends passes the gateways of the clusters between.
 *
 * @param network the network from the first cluster to the last
 * @param back the network in the other direction; null if it is the same
 * @param cost the cost of a message over each gap, where messages are counted instead of timed;
 *     null if the file does not say
 */
public record Link(
    List<String> between, Network network, @Nullable Back back, @Nullable Double cost) {
  public Link {
    between = List.copyOf(between);
  }

  /** A link that is the same in both directions. */
  public Link(List<String> between, Network network) {
    this(between, network, null, null);
  }

  /** The other direction of a link. */
  public record Back(Network network, @Nullable Double cost) {}

  /** The gaps of this link: one for every two neighbours on the path. */
  public List<Gap> gaps() {
    var gaps = new ArrayList<Gap>();
    for (int i = 0; i + 1 < between.size(); i++) {
      gaps.add(new Gap(between.get(i), between.get(i + 1), there(), home()));
    }
    return gaps;
  }

  /** Directions with bandwidths of their own never share one. */
  private boolean isDivided() {
    return back != null && !back.network.bandwidth().equals(network.bandwidth());
  }

  private Network there() {
    return isDivided() ? network.with(Duplex.FULL) : network;
  }

  private Network home() {
    if (back == null) {
      return network;
    }
    return isDivided() ? back.network.with(Duplex.FULL) : back.network;
  }

  /**
   * A direct link between two clusters.
   *
   * @param network from the first to the second
   * @param back from the second to the first
   */
  public record Gap(String from, String to, Network network, Network back) {
    public String name() {
      return from + "-" + to;
    }

    /** The network in the direction that leaves one of its ends. */
    public Network leaving(String cluster) {
      return cluster.equals(from) ? network : back;
    }
  }
}

package io.strait.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A link between clusters. With more than two names it is a path: every two neighbours on it are
 * joined by a gap with these properties, and traffic between its ends passes the gateways of the
 * clusters between.
 *
 * @param network from the first cluster to the last
 * @param back what is different the other way; null where nothing is
 * @param cost of a message over each gap of it, for realignments that count messages; null where
 *     the file does not say
 */
public record Link(
    List<String> between, Network network, @Nullable Back back, @Nullable Double cost) {
  public Link {
    between = List.copyOf(between);
  }

  /** A link that is the same both ways. */
  public Link(List<String> between, Network network) {
    this(between, network, null, null);
  }

  /** The other way. Only realignments tell the directions apart. */
  public record Back(Network network, @Nullable Double cost) {}

  /** The gaps of this link: one for every two neighbours on the path. */
  public List<Gap> gaps() {
    var gaps = new ArrayList<Gap>();
    for (int i = 0; i + 1 < between.size(); i++) {
      gaps.add(new Gap(between.get(i), between.get(i + 1), network));
    }
    return gaps;
  }

  /** One crossing between two clusters. */
  public record Gap(String from, String to, Network network) {
    public String name() {
      return from + "-" + to;
    }
  }
}

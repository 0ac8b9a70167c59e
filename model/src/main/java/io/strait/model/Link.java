package io.strait.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A link between clusters. With more than two names it is a path: every two neighbours on it are
 * joined by a gap with these properties, and traffic between its ends passes the gateways of the
 * clusters between.
 */
public record Link(List<String> between, Network network) {
  public Link {
    between = List.copyOf(between);
  }

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

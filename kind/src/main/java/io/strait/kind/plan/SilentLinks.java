package io.strait.kind.plan;

import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Links without any figure in a grid file that has figures of other networks: they were forgotten,
 * or not measured, and a plan may promise too much because of them. A grid file without figures is
 * meant so.
 */
public final class SilentLinks {
  private static final int MOST_LINKS = 4;

  private SilentLinks() {}

  /** The sentence about them, if there are any. */
  public static Optional<String> of(Grid grid) {
    var silent = grid.links().stream().filter(SilentLinks::isSilent).toList();
    boolean isMeant =
        silent.size() == grid.links().size()
            && grid.clusters().stream().allMatch(cluster -> cluster.lan().equals(Network.IDEAL));
    if (silent.isEmpty() || isMeant) {
      return Optional.empty();
    }
    int more = silent.size() - MOST_LINKS;
    return Optional.of(
        "The grid file has no figures of link %s%s: taken as free of delay and without a limit."
            .formatted(
                silent.stream()
                    .limit(MOST_LINKS)
                    .map(link -> String.join("-", link.between()))
                    .collect(Collectors.joining(", ")),
                more > 0 ? " and %d more".formatted(more) : ""));
  }

  private static boolean isSilent(Link link) {
    return link.back() == null && link.cost() == null && link.network().equals(Network.IDEAL);
  }
}

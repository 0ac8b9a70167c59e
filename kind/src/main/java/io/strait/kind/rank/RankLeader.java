package io.strait.kind.rank;

import io.strait.model.Grid;
import org.jspecify.annotations.Nullable;

/** Where runs of ranks are led from: the gateway of the home cluster. */
public final class RankLeader {
  private RankLeader() {}

  /** The grid's home, or its first cluster. */
  public static String cluster(Grid grid) {
    @Nullable String home = grid.home();
    return home == null ? grid.clusters().getFirst().name() : home;
  }

  /** The place of that cluster in the grid. */
  public static int index(Grid grid) {
    var name = cluster(grid);
    int c = 0;
    while (!grid.clusters().get(c).name().equals(name)) {
      c++;
    }
    return c;
  }
}

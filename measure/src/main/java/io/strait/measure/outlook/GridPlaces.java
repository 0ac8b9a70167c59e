package io.strait.measure.outlook;

import io.strait.measure.series.SeriesName;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.text.InputException;
import java.util.List;
import java.util.stream.Stream;

/** What of a grid a series belongs to. */
public final class GridPlaces {
  private static final int MOST_NAMES = 8;

  private final Grid grid;

  public GridPlaces(Grid grid) {
    this.grid = grid;
  }

  /** Whether there is such a gap, its ends in either order. */
  public boolean hasGap(String name) {
    return gaps().anyMatch(gap -> isThere(gap, name) || isBack(gap, name));
  }

  /** Whether there is such a cluster, which has a LAN. */
  public boolean hasLan(String name) {
    return grid.clusters().stream().anyMatch(cluster -> cluster.name().equals(name));
  }

  /** Whether there is such a host, or a group of hosts. */
  public boolean hasHost(String name) {
    return groups().anyMatch(group -> group.name().equals(name) || group.has(name));
  }

  static boolean isThere(Link.Gap gap, String name) {
    return gap.name().equals(name);
  }

  static boolean isBack(Link.Gap gap, String name) {
    return name.equals(gap.to() + "-" + gap.from());
  }

  /** The series in words: {@code gap a-b bandwidth}, {@code LAN a latency}, {@code host es1 …}. */
  public String words(SeriesName name) {
    var what = name.quantity().word() + (name.app() == null ? "" : " of " + name.app());
    var kind = name.quantity().isOfHost() ? "host" : hasGap(name.place()) ? "gap" : "LAN";
    return kind + " " + name.place() + " " + what;
  }

  /**
   * Refuses a series of something that the grid does not have.
   *
   * @param where the series comes from
   */
  public void check(String where, SeriesName name) {
    if (name.quantity().isOfHost()) {
      checkHost(where, name.place());
    } else {
      checkNetwork(where, name.place());
    }
  }

  /** Refuses a host that the grid does not have. */
  public void checkHost(String where, String name) {
    if (!hasHost(name)) {
      throw missing(where, "host", name, groups().map(HostGroup::name));
    }
  }

  /** Refuses a gap or LAN that the grid does not have. */
  public void checkNetwork(String where, String name) {
    if (!hasGap(name) && !hasLan(name)) {
      throw missing(
          where,
          "gap or cluster",
          name,
          Stream.concat(gaps().map(Link.Gap::name), grid.clusters().stream().map(Cluster::name)));
    }
  }

  private static InputException missing(
      String where, String kind, String name, Stream<String> names) {
    List<String> some = names.limit(MOST_NAMES).toList();
    return new InputException(
        "%s: no %s '%s' in the grid, expected one such as: %s"
            .formatted(where, kind, name, String.join(", ", some)));
  }

  private Stream<Link.Gap> gaps() {
    return grid.links().stream().flatMap(link -> link.gaps().stream());
  }

  private Stream<HostGroup> groups() {
    return grid.clusters().stream().flatMap(cluster -> cluster.hosts().stream());
  }
}

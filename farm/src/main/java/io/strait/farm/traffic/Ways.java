package io.strait.farm.traffic;

import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which LANs and gaps carry what a node and its parent say to each other. As in a plan, traffic
 * between clusters loads the gaps with the fewest crossings between them and the LAN of the parent,
 * traffic within a cluster its LAN.
 */
public final class Ways {
  private static final int MOST = 2_000;

  private record Ends(boolean worker, String here, String there) {}

  private final Grid grid;
  private final GapRoutes routes;
  private final Map<String, Network> lans = new HashMap<>();
  private final Map<Ends, List<Carrier>> ways = new HashMap<>();
  private final Map<String, Carrier> carriers = new LinkedHashMap<>();

  public Ways(Grid grid) {
    this.grid = grid;
    this.routes = new GapRoutes(grid);
    grid.clusters().forEach(c -> lans.put(c.name(), c.lan()));
  }

  /**
   * The way from a node to its parent.
   *
   * @param worker whether it is a worker rather than a gateway, which stands at the gap
   * @param here its cluster
   * @param there its parent's
   */
  public List<Carrier> of(boolean worker, String here, String there) {
    return ways.computeIfAbsent(new Ends(worker, here, there), this::find);
  }

  private List<Carrier> find(Ends ends) {
    var way = new ArrayList<Carrier>();
    if (ends.worker || ends.here.equals(ends.there)) {
      addLan(way, ends.here);
    }
    if (!ends.here.equals(ends.there)) {
      var at = ends.here;
      for (var gap : routes.between(ends.here, ends.there)) {
        var next = gap.from().equals(at) ? gap.to() : gap.from();
        add(way, "gap " + gap.name(), gap, gap.leaving(at), gap.leaving(next));
        at = next;
      }
      addLan(way, ends.there);
    }
    return List.copyOf(way);
  }

  private void addLan(List<Carrier> way, String cluster) {
    @Nullable Network lan = lans.get(cluster);
    if (lan != null) {
      add(way, "LAN " + cluster, null, lan, lan);
    }
  }

  private void add(
      List<Carrier> way, String name, Link.@Nullable Gap gap, Network network, Network back) {
    if (carriers.size() < MOST || carriers.containsKey(name)) {
      way.add(carriers.computeIfAbsent(name, n -> new Carrier(n, gap, network, back)));
    }
  }

  /** All on any way so far, gaps first, in the order of the grid. */
  public List<Carrier> all() {
    var found = new LinkedHashMap<String, Carrier>();
    for (var link : grid.links()) {
      link.gaps().forEach(g -> find(found, "gap " + g.name()));
    }
    grid.clusters().forEach(c -> find(found, "LAN " + c.name()));
    return List.copyOf(found.values());
  }

  private void find(Map<String, Carrier> found, String name) {
    @Nullable Carrier carrier = carriers.get(name);
    if (carrier != null) {
      found.put(name, carrier);
    }
  }
}

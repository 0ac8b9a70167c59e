package io.strait.farm.report;

import io.strait.farm.report.EventIndex.Node;
import io.strait.farm.report.EventIndex.Role;
import io.strait.farm.traffic.Carrier;
import io.strait.farm.traffic.Ways;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.view.page.Bins;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many bytes every LAN and every gap carried when. */
final class NetworkLoad {
  /**
   * One LAN or gap.
   *
   * @param clusters whose nodes used it
   */
  record Use(Carrier carrier, Set<String> clusters, Bins up, Bins down) {
    String name() {
      return carrier.name();
    }

    Link.@Nullable Gap gap() {
      return carrier.gap();
    }

    double capacity() {
      return carrier.capacity();
    }

    /** What counts against the capacity. */
    double[] perSecond(int bins) {
      var rates = up.perSecond(bins);
      var other = down.perSecond(bins);
      for (int i = 0; i < rates.length; i++) {
        rates[i] = carrier.counted(rates[i], other[i]);
      }
      return rates;
    }

    /** Bytes per second that count, on average over some seconds. */
    double mean(double seconds) {
      return carrier.counted(up.sum(), down.sum()) / seconds;
    }
  }

  private final Crew crew;
  private final long span;
  private final int bins;
  private final Ways ways;
  private final Map<Carrier, Use> uses = new HashMap<>();

  NetworkLoad(Grid grid, Crew crew, long span, int bins) {
    this.crew = crew;
    this.span = span;
    this.bins = bins;
    this.ways = new Ways(grid);
  }

  void carried(Node node, long from, long to, double up, double down) {
    @Nullable Node parent = crew.parent(node);
    if (parent == null) {
      return;
    }
    var here = crew.clusterOf(node);
    for (var carrier : ways.of(node.role() == Role.WORKER, here, crew.clusterOf(parent))) {
      var use =
          uses.computeIfAbsent(
              carrier,
              c -> new Use(c, new HashSet<>(), new Bins(span, bins), new Bins(span, bins)));
      use.clusters.add(here);
      use.up.add(from, to, up);
      use.down.add(from, to, down);
    }
  }

  /** All that carried something, gaps first, in the order of the grid. */
  List<Use> uses() {
    return ways.all().stream().map(uses::get).filter(use -> use != null).toList();
  }
}

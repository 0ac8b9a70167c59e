package io.strait.kind.report;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Grids with one of their networks improved, or all of a kind. */
public final class NetworkChanges {
  /** A grid and what is better in it. */
  public record Change(String what, Grid grid) {}

  private final Grid grid;
  private final boolean jitter;
  private final List<Change> changes = new ArrayList<>();

  /**
   * @param jitter whether less of it could help
   */
  public NetworkChanges(Grid grid, boolean jitter) {
    this.grid = grid;
    this.jitter = jitter;
  }

  public List<Change> changes() {
    return changes;
  }

  /** Improves some links. */
  public void gaps(String of, Predicate<Link> which) {
    networks(
        of,
        grid.links().stream().filter(which).map(Link::network).toList(),
        change ->
            new Grid(
                grid.name(),
                grid.home(),
                grid.clusters(),
                grid.links().stream()
                    .map(link -> which.test(link) ? changed(link, change) : link)
                    .toList()));
  }

  private static Link changed(Link link, UnaryOperator<Network> change) {
    Link.@Nullable Back back = link.back();
    return new Link(
        link.between(),
        change.apply(link.network()),
        back == null ? null : new Link.Back(change.apply(back.network()), back.cost()),
        link.cost());
  }

  /** Improves the LANs of some clusters. */
  public void lans(String of, Predicate<String> which) {
    networks(
        of,
        grid.clusters().stream().filter(c -> which.test(c.name())).map(Cluster::lan).toList(),
        change ->
            clusters(grid, which, c -> new Cluster(c.name(), change.apply(c.lan()), c.hosts())));
  }

  /** A grid with some of its clusters changed. */
  public static Grid clusters(Grid grid, Predicate<String> which, UnaryOperator<Cluster> change) {
    return new Grid(
        grid.name(),
        grid.home(),
        grid.clusters().stream().map(c -> which.test(c.name()) ? change.apply(c) : c).toList(),
        grid.links());
  }

  /** A grid with some of its networks changed. */
  private interface Changed {
    Grid grid(UnaryOperator<Network> change);
  }

  private void networks(String of, List<Network> networks, Changed changed) {
    if (networks.stream().anyMatch(n -> !n.latency().isZero())) {
      changes.add(new Change("half the latency of " + of, changed.grid(NetworkChanges::sooner)));
    }
    if (jitter && networks.stream().anyMatch(n -> !n.jitter().isZero())) {
      changes.add(new Change("half the jitter of " + of, changed.grid(NetworkChanges::steadier)));
    }
    if (networks.stream().anyMatch(n -> n.bandwidth().isLimited())) {
      changes.add(new Change("twice the bandwidth of " + of, changed.grid(NetworkChanges::twice)));
    }
  }

  private static Network sooner(Network network) {
    return new Network(
        network.bandwidth(),
        network.latency().dividedBy(2),
        network.loss(),
        network.duplex(),
        network.jitter());
  }

  private static Network steadier(Network network) {
    return new Network(
        network.bandwidth(),
        network.latency(),
        network.loss(),
        network.duplex(),
        network.jitter().dividedBy(2));
  }

  /** Twice as fast. */
  public static Network twice(Network network) {
    return new Network(
        new Bandwidth(2 * network.bandwidth().bytesPerSecond()),
        network.latency(),
        network.loss(),
        network.duplex(),
        network.jitter());
  }

  /** Twice as fast. */
  public static HostGroup twice(HostGroup group) {
    var rates = new HashMap<String, Rate>();
    group.rates().forEach((app, rate) -> rates.put(app, new Rate(2 * rate.perSecond())));
    @Nullable Speed speed = group.speed();
    return withRates(
        group,
        rates,
        speed == null ? null : new Speed(2 * speed.flopPerSecond()),
        group.masterRates());
  }

  public static HostGroup withRates(
      HostGroup group,
      Map<String, Rate> rates,
      @Nullable Speed speed,
      Map<String, Rate> masterRates) {
    return new HostGroup(
        group.name(),
        group.count(),
        group.role(),
        rates,
        speed,
        group.cores(),
        group.available(),
        group.price(),
        masterRates);
  }
}

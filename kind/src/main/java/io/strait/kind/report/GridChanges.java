package io.strait.kind.report;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Messages;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Grids with some of their networks or hosts improved, one change after the other.
 *
 * @param <A> apps of one kind
 */
public final class GridChanges<A> {
  /** What may be better about a network. */
  public enum Improvement {
    LATENCY("half the latency of "),
    JITTER("half the jitter of "),
    BANDWIDTH("twice the bandwidth of "),
    MESSAGE_SETUP("half the message set-up of ");

    private final String words;

    Improvement(String words) {
      this.words = words;
    }

    private boolean canHelp(Network network) {
      return switch (this) {
        case LATENCY -> !network.latency().isZero();
        case JITTER -> !network.jitter().isZero();
        case BANDWIDTH -> network.bandwidth().isLimited();
        case MESSAGE_SETUP -> !network.messages().setup().isZero();
      };
    }

    private Network of(Network network) {
      return new Network(
          this == BANDWIDTH
              ? new Bandwidth(2 * network.bandwidth().bytesPerSecond())
              : network.bandwidth(),
          network.latency().dividedBy(this == LATENCY ? 2 : 1),
          network.loss(),
          network.duplex(),
          network.jitter().dividedBy(this == JITTER ? 2 : 1),
          this == MESSAGE_SETUP ? halfSetup(network.messages()) : network.messages());
    }

    private static Messages halfSetup(Messages messages) {
      return new Messages(
          messages.setup().dividedBy(2),
          messages.block(),
          messages.blockSetup(),
          messages.bus(),
          messages.cpu());
    }
  }

  private final Grid grid;
  private final A app;
  private final Set<Improvement> improvements;
  private final List<Variant<A>> changes = new ArrayList<>();

  /**
   * @param improvements of networks that could help
   */
  public GridChanges(Grid grid, A app, Set<Improvement> improvements) {
    this.grid = grid;
    this.app = app;
    this.improvements = improvements;
  }

  /** All changes so far. */
  public List<Variant<A>> changes() {
    return changes;
  }

  public Variant<A> today() {
    return new Variant<>("", grid, app);
  }

  public void add(String what, Grid changed) {
    changes.add(new Variant<>(what, changed, app));
  }

  /**
   * Improves all gaps, LANs and hosts at once, then one after the other: where clusters are alike,
   * one of them alone changes nothing.
   *
   * @param faster a host that is twice as fast; null if hosts do not matter
   */
  public void addAll(@Nullable UnaryOperator<HostGroup> faster) {
    if (grid.links().size() > 1) {
      gaps("all gaps", link -> true);
    }
    if (grid.clusters().size() > 1) {
      lans("all LANs", cluster -> true);
      if (faster != null) {
        hosts("all hosts", cluster -> true, faster);
      }
    }
    for (var link : grid.links()) {
      gaps("gap " + String.join("-", link.between()), link::equals);
    }
    for (var cluster : grid.clusters()) {
      lans("the LAN of " + cluster.name(), cluster.name()::equals);
      if (faster != null) {
        hosts("hosts of " + cluster.name(), cluster.name()::equals, faster);
      }
    }
  }

  /** Improves some links. */
  public void gaps(String of, Predicate<Link> which) {
    var networks =
        grid.links().stream()
            .filter(which)
            .flatMap(link -> link.gaps().stream())
            .flatMap(gap -> Stream.of(gap.network(), gap.back()))
            .distinct()
            .toList();
    for (var improvement : helpful(networks)) {
      add(
          improvement.words + of,
          new Grid(
              grid.name(),
              grid.home(),
              grid.clusters(),
              grid.links().stream()
                  .map(link -> which.test(link) ? improved(link, improvement) : link)
                  .toList()));
    }
  }

  private static Link improved(Link link, Improvement improvement) {
    Link.@Nullable Back back = link.back();
    return new Link(
        link.between(),
        improvement.of(link.network()),
        back == null ? null : new Link.Back(improvement.of(back.network()), back.cost()),
        link.cost());
  }

  /** Improves the LANs of some clusters. */
  public void lans(String of, Predicate<String> which) {
    var lans =
        grid.clusters().stream().filter(c -> which.test(c.name())).map(Cluster::lan).toList();
    for (var improvement : helpful(lans)) {
      add(improvement.words + of, clusters(which, c -> c.with(improvement.of(c.lan()))));
    }
  }

  private List<Improvement> helpful(List<Network> networks) {
    return improvements.stream()
        .sorted()
        .filter(improvement -> networks.stream().anyMatch(improvement::canHelp))
        .toList();
  }

  /** Makes the hosts of some clusters twice as fast. */
  public void hosts(String of, Predicate<String> which, UnaryOperator<HostGroup> faster) {
    add(
        of + " twice as fast",
        clusters(which, c -> c.with(c.hosts().stream().map(faster).toList())));
  }

  private Grid clusters(Predicate<String> which, UnaryOperator<Cluster> change) {
    return new Grid(
        grid.name(),
        grid.home(),
        grid.clusters().stream().map(c -> which.test(c.name()) ? change.apply(c) : c).toList(),
        grid.links());
  }

  /** The grid with other hosts in a cluster. */
  public Grid withHosts(String cluster, List<HostGroup> hosts) {
    return clusters(cluster::equals, c -> c.with(hosts));
  }

  /** Hosts that are twice as fast. */
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
        masterRates,
        group.peripherals());
  }
}

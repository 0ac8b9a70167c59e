package io.strait.model.text;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Inbound;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.Start;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes grids as trees, which {@link GridFile} can read. */
public final class GridTree {
  private GridTree() {}

  public static Tree of(Grid grid) {
    var clusters = new Tree();
    for (var cluster : grid.clusters()) {
      var tree = new Tree();
      if (!cluster.lan().equals(Network.IDEAL)) {
        tree.put("lan", network(new Tree(), cluster.lan()));
      }
      if (cluster.inbound() != Inbound.ANY) {
        tree.put("inbound", Fields.lower(cluster.inbound()));
      }
      @Nullable Start start = cluster.start();
      if (start != null) {
        tree.put("start", StartFile.tree(start));
      }
      clusters.put(
          cluster.name(),
          tree.put("hosts", cluster.hosts().stream().map(GridTree::group).toList()));
    }
    var tree = new Tree().put("grid", grid.name()).putIfPresent("home", grid.home());
    tree.put("clusters", clusters);
    if (!grid.links().isEmpty()) {
      tree.put("links", grid.links().stream().map(GridTree::link).toList());
    }
    return tree;
  }

  private static Tree link(Link link) {
    var tree =
        network(new Tree().put("between", link.between()), link.network())
            .putIfPresent("cost", link.cost());
    Link.@Nullable Back back = link.back();
    if (back != null) {
      var other = new Tree();
      boolean isDivided = !link.gaps().getFirst().network().duplex().equals(Duplex.HALF);
      if (isDivided && back.network().bandwidth().isLimited()) {
        other.put("bandwidth", back.network().bandwidth());
      }
      other.put("latency", Durations.text(back.network().latency()));
      tree.put("back", other.putIfPresent("cost", back.cost()));
    }
    return tree;
  }

  private static Tree group(HostGroup group) {
    var tree = new Tree().put("name", group.name());
    if (group.count() > 0) {
      tree.put("count", group.count());
    }
    if (group.role() != Role.ANY) {
      tree.put("role", Fields.lower(group.role()));
    }
    tree.putIfPresent("rate", rates(group.rates())).putIfPresent("speed", group.speed());
    if (group.cores() != 1) {
      tree.put("cores", group.cores());
    }
    if (!group.available().equals(Fraction.ALL)) {
      tree.put("available", group.available());
    }
    return tree.putIfPresent("price", group.price())
        .putIfPresent("master-rate", rates(group.masterRates()))
        .putIfPresent("peripheral-speed", group.peripherals().speed())
        .putIfPresent(
            "cards", group.peripherals().cards() == 1 ? null : group.peripherals().cards())
        .putIfPresent("cards-time", group.peripherals().cardsTime());
  }

  private static @Nullable Object rates(Map<String, Rate> rates) {
    if (rates.isEmpty()) {
      return null;
    }
    @Nullable Rate any = rates.get(HostGroup.ANY_APP);
    if (any != null) {
      return any;
    }
    var tree = new Tree();
    new TreeMap<>(rates).forEach(tree::put);
    return tree;
  }

  private static Tree network(Tree tree, Network network) {
    if (network.bandwidth().isLimited()) {
      tree.put("bandwidth", network.bandwidth());
    }
    if (!network.latency().isZero()) {
      tree.put("latency", Durations.text(network.latency()));
    }
    if (network.loss().ofOne() > 0) {
      tree.put("loss", network.loss());
    }
    if (network.duplex() != Duplex.HALF) {
      tree.put("duplex", Fields.lower(network.duplex()));
    }
    if (!network.jitter().isZero()) {
      tree.put("jitter", Durations.text(network.jitter()));
    }
    var messages = network.messages();
    if (!messages.setup().isZero()) {
      tree.put("message-setup", Durations.text(messages.setup()));
    }
    if (messages.block().count() > 0) {
      tree.put("block", messages.block()).put("block-setup", Durations.text(messages.blockSetup()));
    }
    if (messages.bus().isLimited()) {
      tree.put("bus", messages.bus());
    }
    return tree.putIfPresent("cpu", messages.cpu());
  }
}

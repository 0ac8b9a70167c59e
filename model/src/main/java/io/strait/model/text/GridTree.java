package io.strait.model.text;

import io.strait.model.App;
import io.strait.model.Duplex;
import io.strait.model.Element;
import io.strait.model.FarmApp;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.RealignApp;
import io.strait.model.Reduction;
import io.strait.model.Role;
import io.strait.model.StencilApp;
import io.strait.model.TaskCode;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Grids and apps as trees: what {@link GridFile} and {@link AppFile} read, the other way round. */
public final class GridTree {
  private GridTree() {}

  public static Tree of(Grid grid) {
    var clusters = new Tree();
    for (var cluster : grid.clusters()) {
      var tree = new Tree();
      if (!cluster.lan().equals(Network.IDEAL)) {
        tree.put("lan", network(new Tree(), cluster.lan()));
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
      if (back.network().bandwidth().isLimited()) {
        other.put("bandwidth", back.network().bandwidth());
      }
      other.put("latency", Durations.text(back.network().latency()));
      tree.put("back", other.putIfPresent("cost", back.cost()));
    }
    return tree;
  }

  public static Tree of(App app) {
    return switch (app) {
      case FarmApp farm -> {
        var tree =
            new Tree()
                .put("app", farm.name())
                .put("kind", "farm")
                .put("tasks", farm.tasks())
                .put("input", farm.input())
                .put("output", farm.output());
        if (farm.reduce() != Reduction.NONE) {
          tree.put("reduce", reduce(farm));
        }
        tree.putIfPresent("work", farm.work()).putIfPresent("master-work", farm.masterWork());
        tree.putIfPresent("run", run(farm.run()));
        yield tree;
      }
      case StencilApp stencil -> StencilFile.tree(stencil);
      case RealignApp realign -> RealignFile.tree(realign);
    };
  }

  private static String reduce(FarmApp farm) {
    var name = Fields.lower(farm.reduce());
    return farm.reduce().hasElements() && farm.element() != Element.DOUBLE
        ? name + " " + Fields.lower(farm.element())
        : name;
  }

  static @Nullable Tree run(@Nullable TaskCode code) {
    return switch (code) {
      case null -> null;
      case TaskCode.JavaClass java -> {
        var tree = new Tree().put("class", java.name());
        if (!java.with().isEmpty()) {
          var with = new Tree();
          java.with().forEach(with::put);
          tree.put("with", with);
        }
        yield limits(tree, java, null, java.files());
      }
      case TaskCode.Command command ->
          limits(
                  new Tree().put("command", command.line()),
                  command,
                  command.timeLimit(),
                  command.files())
              .putIfPresent("parameters", command.parameters())
              .putIfPresent("result", command.result());
      case TaskCode.Resident resident ->
          limits(
              new Tree().put("resident", resident.line()),
              resident,
              resident.timeLimit(),
              resident.files());
    };
  }

  private static Tree limits(
      Tree tree, TaskCode code, @Nullable Duration timeLimit, List<String> files) {
    if (timeLimit != null) {
      tree.put("time-limit", Durations.text(timeLimit));
    }
    retries(tree, code);
    return files.isEmpty() ? tree : tree.put("files", files);
  }

  private static Tree retries(Tree tree, TaskCode code) {
    return code.retries() == TaskCode.RETRIES ? tree : tree.put("retries", code.retries());
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
        .putIfPresent("master-rate", rates(group.masterRates()));
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
    return tree;
  }
}

package io.strait.cli.report;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.StencilApp;
import io.strait.model.quantity.Rate;
import io.strait.plan.PlanException;
import io.strait.plan.stencil.StencilPlanner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What would help a stencil most: the plan made again, its strategy and band chosen anew, with one
 * thing improved at a time.
 *
 * @param iterationSeconds of the plan as it is made today
 * @param ideas best first
 * @param leftOut things that were not tried, since the grid has too many
 */
public record StencilAdvice(double iterationSeconds, List<Idea> ideas, int leftOut) {
  private static final double NOTHING = 0.005;
  private static final int MOST_PLANS = 60;
  private static final int MOST_RANKS = 20_000;

  public StencilAdvice {
    ideas = List.copyOf(ideas);
  }

  /**
   * One change and what it brings.
   *
   * @param strategy the best one then
   * @param gain as a share: 0.2 for a fifth more iterations in the same time
   */
  public record Idea(String what, String strategy, double iterationSeconds, double gain) {
    public boolean helps() {
      return gain > NOTHING;
    }
  }

  private record Change(String what, Grid grid) {}

  static StencilAdvice of(Grid grid, StencilApp app, int ranks) {
    @Nullable Idea base = plan(new Change("", grid), app, 1);
    if (base == null) {
      return new StencilAdvice(Double.NaN, List.of(), 0);
    }
    var changes = changes(grid, app);
    int most = Math.clamp(MOST_RANKS / Math.max(1, ranks), 4, MOST_PLANS);
    var ideas = new ArrayList<Idea>();
    for (var change : changes.subList(0, Math.min(most, changes.size()))) {
      @Nullable Idea idea = plan(change, app, base.iterationSeconds);
      if (idea != null) {
        ideas.add(idea);
      }
    }
    ideas.sort(Comparator.comparingDouble(Idea::gain).reversed());
    return new StencilAdvice(base.iterationSeconds, ideas, Math.max(0, changes.size() - most));
  }

  private static @Nullable Idea plan(Change change, StencilApp app, double before) {
    try {
      var result = StencilPlanner.plan(change.grid, app).result();
      double seconds = result.iterationSeconds();
      return new Idea(
          change.what, result.strategy().word(), seconds, seconds > 0 ? before / seconds - 1 : 0);
    } catch (PlanException e) {
      return null; // no such plan: nothing to compare with
    }
  }

  /** What concerns all first: where clusters are alike, one of them alone changes nothing. */
  private static List<Change> changes(Grid grid, StencilApp app) {
    var changes = new ArrayList<Change>();
    var clusters = grid.clusters().stream().map(Cluster::name).toList();
    if (grid.links().size() > 1) {
      gaps(grid, "all gaps", link -> true, changes);
    }
    if (clusters.size() > 1) {
      lans(grid, "all LANs", cluster -> true, changes);
      changes.add(new Change("all hosts twice as fast", hosts(grid, app, cluster -> true)));
    }
    for (var link : grid.links()) {
      gaps(grid, "gap " + String.join("-", link.between()), link::equals, changes);
    }
    for (var name : clusters) {
      lans(grid, "the LAN of " + name, name::equals, changes);
      changes.add(
          new Change("hosts of %s twice as fast".formatted(name), hosts(grid, app, name::equals)));
    }
    return changes;
  }

  private static void gaps(Grid grid, String of, Predicate<Link> which, List<Change> changes) {
    networks(
        of,
        grid.links().stream().filter(which).map(Link::network).toList(),
        change ->
            new Grid(
                grid.name(),
                grid.home(),
                grid.clusters(),
                grid.links().stream()
                    .map(
                        link ->
                            which.test(link)
                                ? new Link(link.between(), change.apply(link.network()))
                                : link)
                    .toList()),
        changes);
  }

  private static void lans(Grid grid, String of, Predicate<String> which, List<Change> changes) {
    networks(
        of,
        grid.clusters().stream().filter(c -> which.test(c.name())).map(Cluster::lan).toList(),
        change ->
            clusters(grid, which, c -> new Cluster(c.name(), change.apply(c.lan()), c.hosts())),
        changes);
  }

  /** A grid with some of its networks changed. */
  private interface Changed {
    Grid grid(UnaryOperator<Network> change);
  }

  private static void networks(
      String of, List<Network> networks, Changed changed, List<Change> changes) {
    if (networks.stream().anyMatch(n -> !n.latency().isZero())) {
      changes.add(new Change("half the latency of " + of, changed.grid(StencilAdvice::sooner)));
    }
    if (networks.stream().anyMatch(n -> !n.jitter().isZero())) {
      changes.add(new Change("half the jitter of " + of, changed.grid(StencilAdvice::steadier)));
    }
    if (networks.stream().anyMatch(n -> n.bandwidth().isLimited())) {
      changes.add(new Change("twice the bandwidth of " + of, changed.grid(Advice::twice)));
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

  private static Grid hosts(Grid grid, StencilApp app, Predicate<String> which) {
    return clusters(
        grid,
        which,
        c ->
            new Cluster(
                c.name(), c.lan(), c.hosts().stream().map(host -> twice(host, app)).toList()));
  }

  private static Grid clusters(Grid grid, Predicate<String> which, UnaryOperator<Cluster> change) {
    return new Grid(
        grid.name(),
        grid.home(),
        grid.clusters().stream().map(c -> which.test(c.name()) ? change.apply(c) : c).toList(),
        grid.links());
  }

  /** Hosts that give no rate compute at the app's cost per cell. */
  private static HostGroup twice(HostGroup group, StencilApp app) {
    var faster = Advice.twice(group);
    @Nullable Double cost = app.costPerCell();
    if (cost == null
        || !(cost > 0)
        || group.rates().containsKey(app.name())
        || group.rates().containsKey(HostGroup.ANY_APP)) {
      return faster;
    }
    var rates = new HashMap<>(faster.rates());
    rates.put(app.name(), new Rate(2 / cost));
    return Advice.withRates(faster, rates, faster.speed(), faster.masterRates());
  }
}

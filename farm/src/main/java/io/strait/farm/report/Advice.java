package io.strait.farm.report;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.kind.report.NetworkChanges;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.PlanException;
import io.strait.model.quantity.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What would help most: the plan made again with one thing improved at a time.
 *
 * @param speedup of the plan as it is made today, over the home cluster as it is
 * @param ideas best first
 * @param leftOut things that were not tried, since the grid has too many
 */
public record Advice(double speedup, List<Idea> ideas, int leftOut) {
  public Advice {
    ideas = List.copyOf(ideas);
  }

  private static final int MOST_PLANS = 80;
  private static final int MOST_HOSTS = 2_000_000;
  private static final double NOTHING = 0.001;

  /**
   * One change and what it brings.
   *
   * @param gain as a share: 0.2 for a fifth more
   */
  public record Idea(String what, double speedup, double gain) {
    public boolean helps() {
      return gain > NOTHING;
    }
  }

  private record Change(String what, Grid grid) {}

  /**
   * Of a plan.
   *
   * @param only a phase, if the plan goes no further; null for all
   */
  static Advice of(Grid grid, FarmApp app, FarmPlan plan, PhasePlan.@Nullable Phase only) {
    var options =
        new PlanOptions(
            plan.efficiency(),
            plan.master(),
            PlanOptions.Method.FLOW,
            plan.objective(),
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);
    var promised = plan.result().total();
    double local = promised.estimatedRate() / promised.speedup();
    double base = rate(grid, app, options, only);
    if (!(base > 0)) {
      return new Advice(Double.NaN, List.of(), 0);
    }
    var changes = changes(grid, app, plan);
    int most = Math.clamp(MOST_HOSTS / Math.max(1, grid.hostCount()), 4, MOST_PLANS);
    var ideas = new ArrayList<Idea>();
    for (var change : changes.subList(0, Math.min(most, changes.size()))) {
      double rate = rate(change.grid, app, options, only);
      if (Double.isFinite(rate)) {
        ideas.add(new Idea(change.what, rate / local, rate / base - 1));
      }
    }
    ideas.sort(Comparator.comparingDouble(Idea::gain).reversed());
    return new Advice(base / local, ideas, Math.max(0, changes.size() - most));
  }

  private static double rate(
      Grid grid, FarmApp app, PlanOptions options, PhasePlan.@Nullable Phase only) {
    try {
      var plan = FarmPlanner.plan(grid, app, options);
      return plan.steps().stream()
          .filter(p -> p.phase() == only)
          .findFirst()
          .orElse(plan.result())
          .total()
          .estimatedRate();
    } catch (PlanException e) {
      return Double.NaN; // no such plan: nothing to compare with
    }
  }

  private static List<Change> changes(Grid grid, FarmApp app, FarmPlan plan) {
    var changes = new ArrayList<Change>();
    for (int i = 0; i < grid.links().size(); i++) {
      var link = grid.links().get(i);
      if (link.network().bandwidth().isLimited()) {
        var links = new ArrayList<>(grid.links());
        links.set(i, new Link(link.between(), NetworkChanges.twice(link.network())));
        changes.add(
            new Change(
                "twice the bandwidth of the gap " + String.join("-", link.between()),
                new Grid(grid.name(), grid.home(), grid.clusters(), links)));
      }
    }
    masterTwice(grid, app, plan, changes);
    for (var cluster : grid.clusters()) {
      var name = cluster.name();
      changes.add(
          new Change(
              "hosts of %s twice as fast".formatted(name),
              with(
                  grid,
                  name,
                  c -> hosts(c, c.hosts().stream().map(NetworkChanges::twice).toList()))));
      @Nullable HostGroup best = best(cluster, app);
      if (best != null) {
        var more = new ArrayList<>(cluster.hosts());
        more.add(named(best, "one-more-in-" + name));
        changes.add(
            new Change(
                "one more host like %s in %s".formatted(best.hostName(0), name),
                with(grid, name, c -> hosts(c, more))));
      }
      if (cluster.lan().bandwidth().isLimited()) {
        changes.add(
            new Change(
                "twice the bandwidth of the LAN of " + name,
                with(
                    grid,
                    name,
                    c -> new Cluster(c.name(), NetworkChanges.twice(c.lan()), c.hosts()))));
      }
    }
    return changes;
  }

  /** Where handing out and taking in limits the master. */
  private static void masterTwice(Grid grid, FarmApp app, FarmPlan plan, List<Change> changes) {
    for (var cluster : grid.clusters()) {
      for (int i = 0; i < cluster.hosts().size(); i++) {
        var group = cluster.hosts().get(i);
        double rate = app.masterRate(group);
        if (!Double.isFinite(rate) || !group.has(plan.master())) {
          continue;
        }
        var hosts = new ArrayList<>(cluster.hosts());
        var twice = new Rate(2 * rate / group.available().ofOne());
        hosts.set(
            i,
            NetworkChanges.withRates(
                group, group.rates(), group.speed(), Map.of(app.name(), twice)));
        changes.add(
            new Change(
                "a master twice as fast on " + plan.master(),
                with(grid, cluster.name(), c -> hosts(c, hosts))));
        return;
      }
    }
  }

  private static Grid with(Grid grid, String cluster, UnaryOperator<Cluster> change) {
    return new Grid(
        grid.name(),
        grid.home(),
        grid.clusters().stream().map(c -> c.name().equals(cluster) ? change.apply(c) : c).toList(),
        grid.links());
  }

  private static Cluster hosts(Cluster cluster, List<HostGroup> hosts) {
    return new Cluster(cluster.name(), cluster.lan(), hosts);
  }

  private static HostGroup named(HostGroup group, String name) {
    return new HostGroup(
        name,
        0,
        group.role(),
        group.rates(),
        group.speed(),
        group.cores(),
        group.available(),
        group.price(),
        group.masterRates());
  }

  private static @Nullable HostGroup best(Cluster cluster, FarmApp app) {
    return cluster.hosts().stream()
        .filter(g -> g.role().mayWork() && app.workRate(g) != null)
        .max(Comparator.comparingDouble(g -> speed(g, app)))
        .orElse(null);
  }

  private static double speed(HostGroup group, FarmApp app) {
    @Nullable Rate rate = app.workRate(group);
    return rate == null ? 0 : rate.perSecond();
  }
}

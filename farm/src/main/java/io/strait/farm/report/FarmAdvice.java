package io.strait.farm.report;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.kind.report.Advice;
import io.strait.kind.report.GridChanges;
import io.strait.kind.report.GridChanges.Improvement;
import io.strait.kind.report.Valuation;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Rate;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What would help a farm: faster gaps and LANs, a faster master, faster and more hosts.
 *
 * @param only a phase, if the plan goes no further; null for all
 * @param local the rate of the home cluster as it is; speedups are over this
 */
record FarmAdvice(PlanOptions options, PhasePlan.@Nullable Phase only, double local)
    implements Valuation<FarmApp> {
  private static final Advice.Limits LIMITS = new Advice.Limits(80, 2_000_000, 0.001);

  /**
   * Of a plan.
   *
   * @param only a phase, if the plan goes no further; null for all
   * @param hosts whether hosts limited the run, so that others may help
   */
  static Advice of(
      Grid grid, FarmApp app, FarmPlan plan, PhasePlan.@Nullable Phase only, boolean hosts) {
    var options =
        new PlanOptions(
            plan.efficiency(),
            plan.master(),
            PlanOptions.Method.FLOW,
            plan.objective(),
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);
    var changes = changes(grid, app, plan, hosts);
    return Advice.of(
        changes.today(),
        changes.changes(),
        new FarmAdvice(options, only, plan.result().localRate()),
        grid.hostCount(),
        LIMITS);
  }

  @Override
  public @Nullable Worth plan(Grid grid, FarmApp app) {
    var plan = FarmPlanner.plan(grid, app, options);
    double rate =
        plan.steps().stream()
            .filter(p -> p.phase() == only)
            .findFirst()
            .orElse(plan.result())
            .total()
            .estimatedRate();
    return Double.isFinite(rate) ? worth(rate, rate / local) : null;
  }

  /** A home that has no workers gives no speedup. */
  private static Worth worth(double rate, double speedup) {
    return Double.isFinite(speedup)
        ? new Worth(
            rate,
            "speedup %.3f".formatted(speedup),
            "speedup " + Show.number(speedup),
            "a speedup of " + Show.number(speedup),
            tree -> tree.put("speedup", speedup))
        : new Worth(
            rate,
            "%.3g tasks/s".formatted(rate),
            Show.number(rate) + " tasks/s",
            Show.number(rate) + " tasks/s",
            tree -> tree.put("tasks_per_s", rate));
  }

  @Override
  public double gain(double today, double then) {
    return then / today - 1;
  }

  private static GridChanges<FarmApp> changes(
      Grid grid, FarmApp app, FarmPlan plan, boolean hosts) {
    var changes = new GridChanges<>(grid, app, Set.of(Improvement.BANDWIDTH));
    for (var link : grid.links()) {
      changes.gaps("the gap " + String.join("-", link.between()), link::equals);
    }
    masterTwice(grid, app, plan, changes);
    for (var cluster : grid.clusters()) {
      var name = cluster.name();
      if (hosts) {
        changes.hosts("hosts of " + name, name::equals, GridChanges::twice);
      }
      @Nullable HostGroup best = hosts ? best(cluster, app) : null;
      if (best != null) {
        var more = new ArrayList<>(cluster.hosts());
        more.add(named(best, "one-more-in-" + name));
        changes.add(
            "one more host like %s in %s".formatted(best.hostName(0), name),
            changes.withHosts(name, more));
      }
      changes.lans("the LAN of " + name, name::equals);
    }
    return changes;
  }

  /** A faster master, where its own work limits it. */
  private static void masterTwice(
      Grid grid, FarmApp app, FarmPlan plan, GridChanges<FarmApp> changes) {
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
            GridChanges.withRates(group, group.rates(), group.speed(), Map.of(app.name(), twice)));
        changes.add(
            "a master twice as fast on " + plan.master(), changes.withHosts(cluster.name(), hosts));
        return;
      }
    }
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

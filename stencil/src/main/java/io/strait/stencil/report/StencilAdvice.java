package io.strait.stencil.report;

import io.strait.kind.report.Advice;
import io.strait.kind.report.GridChanges;
import io.strait.kind.report.GridChanges.Improvement;
import io.strait.kind.report.Valuation;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Rate;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.plan.StencilPlanner;
import io.strait.view.page.Show;
import java.util.EnumSet;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/** What would help a stencil: faster networks and hosts, strategy and band chosen anew. */
final class StencilAdvice implements Valuation<StencilApp> {
  private static final Advice.Limits LIMITS = new Advice.Limits(60, 20_000_000, 0.005);

  /** What a rank costs a plan besides, in steps of a simulation. */
  private static final int OF_RANK = 2000;

  static Advice of(Grid grid, StencilApp app, StencilPlan plan, int ranks) {
    var changes =
        new GridChanges<>(
            grid, app, EnumSet.of(Improvement.LATENCY, Improvement.JITTER, Improvement.BANDWIDTH));
    changes.addAll(host -> twice(host, app));
    double effort = StencilPlanner.effort(grid, app, plan) + (double) OF_RANK * ranks;
    int size = (int) Math.min(effort, LIMITS.size());
    return Advice.of(changes.today(), changes.changes(), new StencilAdvice(), size, LIMITS);
  }

  @Override
  public Worth plan(Grid grid, StencilApp app) {
    var result = StencilPlanner.quickly(grid, app).result();
    var strategy = result.strategy().word();
    double seconds = result.iterationSeconds();
    var shown = Show.seconds(seconds);
    return new Worth(
        seconds,
        "%s for an iteration with %s".formatted(shown, strategy),
        "%s with %s".formatted(shown, strategy),
        "%s for an iteration, strategy and band chosen anew".formatted(shown),
        tree -> tree.put("strategy", strategy).put("iteration_s", seconds));
  }

  @Override
  public double gain(double today, double then) {
    return then > 0 ? today / then - 1 : 0;
  }

  /** Hosts that give no rate compute at the app's cost per cell. */
  private static HostGroup twice(HostGroup group, StencilApp app) {
    var faster = GridChanges.twice(group);
    @Nullable Double cost = app.costPerCell();
    if (cost == null
        || !(cost > 0)
        || group.rates().containsKey(app.name())
        || group.rates().containsKey(HostGroup.ANY_APP)) {
      return faster;
    }
    var rates = new HashMap<>(faster.rates());
    rates.put(app.name(), new Rate(2 / cost));
    return GridChanges.withRates(faster, rates, faster.speed(), faster.masterRates());
  }
}

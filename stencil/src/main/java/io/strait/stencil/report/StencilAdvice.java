package io.strait.stencil.report;

import io.strait.kind.report.NetworkChanges;
import io.strait.kind.report.NetworkChanges.Change;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.PlanException;
import io.strait.model.quantity.Rate;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.StencilPlanner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
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
      var result = StencilPlanner.plan(change.grid(), app).result();
      double seconds = result.iterationSeconds();
      return new Idea(
          change.what(), result.strategy().word(), seconds, seconds > 0 ? before / seconds - 1 : 0);
    } catch (PlanException e) {
      return null; // no such plan: nothing to compare with
    }
  }

  /** What concerns all first: where clusters are alike, one of them alone changes nothing. */
  private static List<Change> changes(Grid grid, StencilApp app) {
    var networks = new NetworkChanges(grid, true);
    var changes = networks.changes();
    var clusters = grid.clusters().stream().map(Cluster::name).toList();
    if (grid.links().size() > 1) {
      networks.gaps("all gaps", link -> true);
    }
    if (clusters.size() > 1) {
      networks.lans("all LANs", cluster -> true);
      changes.add(new Change("all hosts twice as fast", hosts(grid, app, cluster -> true)));
    }
    for (var link : grid.links()) {
      networks.gaps("gap " + String.join("-", link.between()), link::equals);
    }
    for (var name : clusters) {
      networks.lans("the LAN of " + name, name::equals);
      changes.add(
          new Change("hosts of %s twice as fast".formatted(name), hosts(grid, app, name::equals)));
    }
    return changes;
  }

  private static Grid hosts(Grid grid, StencilApp app, Predicate<String> which) {
    return NetworkChanges.clusters(
        grid,
        which,
        c ->
            new Cluster(
                c.name(), c.lan(), c.hosts().stream().map(host -> twice(host, app)).toList()));
  }

  /** Hosts that give no rate compute at the app's cost per cell. */
  private static HostGroup twice(HostGroup group, StencilApp app) {
    var faster = NetworkChanges.twice(group);
    @Nullable Double cost = app.costPerCell();
    if (cost == null
        || !(cost > 0)
        || group.rates().containsKey(app.name())
        || group.rates().containsKey(HostGroup.ANY_APP)) {
      return faster;
    }
    var rates = new HashMap<>(faster.rates());
    rates.put(app.name(), new Rate(2 / cost));
    return NetworkChanges.withRates(faster, rates, faster.speed(), faster.masterRates());
  }
}

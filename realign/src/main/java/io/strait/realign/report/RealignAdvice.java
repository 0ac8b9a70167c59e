package io.strait.realign.report;

import io.strait.kind.report.NetworkChanges;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.Renumber;
import io.strait.realign.plan.RealignPlanner;
import io.strait.realign.plan.RealignTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would help a realignment most: the plan made again with one thing improved at a time.
 *
 * @param seconds of one repetition by the plan as it is made today
 * @param ideas best first
 * @param leftOut things that were not tried, since the grid has too many
 */
public record RealignAdvice(double seconds, List<Idea> ideas, int leftOut) {
  private static final double NOTHING = 0.005;
  private static final int MOST_PLANS = 60;
  private static final int MOST_RANKS = 20_000;

  public RealignAdvice {
    ideas = List.copyOf(ideas);
  }

  /**
   * One change and what it brings.
   *
   * @param gain as a share: 0.2 for a fifth more repetitions in the same time
   */
  public record Idea(String what, double seconds, double gain) {
    public boolean helps() {
      return gain > NOTHING;
    }
  }

  private record Change(String what, Grid grid, RealignApp app) {}

  static RealignAdvice of(Grid grid, RealignApp app, int ranks) {
    @Nullable Idea base = plan(new Change("", grid, app), 1);
    if (base == null || !(base.seconds > 0)) {
      return new RealignAdvice(0, List.of(), 0);
    }
    var changes = changes(grid, app);
    int most = Math.clamp(MOST_RANKS / Math.max(1, ranks), 4, MOST_PLANS);
    var ideas = new ArrayList<Idea>();
    for (var change : changes.subList(0, Math.min(most, changes.size()))) {
      @Nullable Idea idea = plan(change, base.seconds);
      if (idea != null) {
        ideas.add(idea);
      }
    }
    ideas.sort(Comparator.comparingDouble(Idea::gain).reversed());
    return new RealignAdvice(base.seconds, ideas, Math.max(0, changes.size() - most));
  }

  private static @Nullable Idea plan(Change change, double before) {
    try {
      var plan = RealignPlanner.plan(change.grid, change.app, RealignPlanner.Method.EXACT);
      double seconds = RealignTiming.of(change.grid, change.app, plan.numberings()).seconds();
      double gain = seconds > 0 ? before / seconds - 1 : Double.POSITIVE_INFINITY;
      return new Idea(change.what, seconds, gain);
    } catch (PlanException e) {
      return null; // no such plan: nothing to compare with
    }
  }

  /** What is free first: numbering more, then networks, those that concern all first. */
  private static List<Change> changes(Grid grid, RealignApp app) {
    var changes = new ArrayList<Change>();
    if (app.renumber() != Renumber.BOTH) {
      changes.add(
          new Change(
              "renumber: both instead of "
                  + app.renumber().name().toLowerCase(java.util.Locale.ROOT),
              grid,
              new RealignApp(
                  app.name(),
                  app.shape(),
                  app.elementBytes(),
                  app.phases(),
                  Renumber.BOTH,
                  app.repetitions(),
                  app.memory(),
                  app.data())));
    }
    var networks = new NetworkChanges(grid, false);
    var clusters = grid.clusters().stream().map(Cluster::name).toList();
    if (grid.links().size() > 1) {
      networks.gaps("all gaps", link -> true);
    }
    if (clusters.size() > 1) {
      networks.lans("all LANs", cluster -> true);
    }
    for (var link : grid.links()) {
      networks.gaps("gap " + String.join("-", link.between()), link::equals);
    }
    for (var name : clusters) {
      networks.lans("the LAN of " + name, name::equals);
    }
    networks.changes().forEach(c -> changes.add(new Change(c.what(), c.grid(), app)));
    return changes;
  }
}

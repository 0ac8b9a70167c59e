package io.strait.farm.plan;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.Span;
import io.strait.model.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lets the simulator say how long a plan takes where the grid may turn out otherwise: the plan is
 * rehearsed as it is, with its machines and settings, on every grid that was drawn. Nine of ten
 * rehearsals lie within the promise.
 */
public final class DrawnGrids {
  /** The part of rehearsals beyond each end of the promise. */
  private static final double BEYOND = 0.05;

  /** Longer runs are rehearsed in part: the share that they lose or gain is soon the same. */
  private static final long TASKS_PER_WORKER = 50;

  private static final long FEWEST_TASKS = 2_000;
  private static final long MOST_TASKS = 100_000;

  private DrawnGrids() {}

  /** The plan with a promise that holds on most of these grids. */
  public static FarmPlan promised(Inputs<FarmApp> inputs, FarmPlan plan, List<Grid> drawn) {
    var result = plan.result();
    if (result.total().workers() == 0) {
      return plan;
    }
    var app = shortened(inputs.app(), result.total().workers());
    double usual = seconds(inputs.grid(), app, plan);
    var shares = drawn.stream().mapToDouble(grid -> seconds(grid, app, plan) / usual).toArray();
    Arrays.sort(shares);
    var span = result.total().promised();
    // The rehearsal on the expected grid belongs to what may happen.
    double least = Math.min(1, part(shares, BEYOND));
    double most = Math.max(1, part(shares, 1 - BEYOND));
    var steps = new ArrayList<>(plan.steps());
    steps.set(
        steps.size() - 1,
        result.promising(new Span(span.usual(), span.least() * least, span.most() * most)));
    return plan.with(steps, plan.notes());
  }

  private static FarmApp shortened(FarmApp app, int workers) {
    long tasks =
        Math.min(app.tasks(), Math.clamp(TASKS_PER_WORKER * workers, FEWEST_TASKS, MOST_TASKS));
    return new FarmApp(
        app.name(),
        tasks,
        app.input(),
        app.output(),
        app.reduce(),
        app.element(),
        app.work(),
        app.masterWork(),
        app.run());
  }

  private static double seconds(Grid grid, FarmApp app, FarmPlan plan) {
    return new Rehearsal(grid, app, plan, plan.result(), RehearsalSettings.DEFAULT)
        .run(null)
        .makespan();
  }

  /** The value below which a part of them lies. */
  private static double part(double[] sorted, double part) {
    double at = part * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}

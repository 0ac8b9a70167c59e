package io.strait.plan;

import io.strait.model.App;
import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.Grid;
import io.strait.model.RealignApp;
import io.strait.model.StencilApp;
import io.strait.plan.farm.FarmPlanner;

/** Plans an application of any kind on a grid. */
public final class Planner {
  private Planner() {}

  /**
   * @throws PlanException if there is no such plan
   */
  public static FarmPlan plan(Grid grid, App app, PlanOptions options) {
    return switch (app) {
      case FarmApp farm -> FarmPlanner.plan(grid, farm, options);
      case StencilApp stencil ->
          throw new PlanException.Usage(
              "app '%s' is a stencil, expected a farm".formatted(stencil.name()));
      case RealignApp realign ->
          throw new PlanException.Usage(
              "app '%s' is a realignment, expected a farm".formatted(realign.name()));
    };
  }
}

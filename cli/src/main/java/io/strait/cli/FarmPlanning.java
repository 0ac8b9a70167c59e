package io.strait.cli;

import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanTree;
import io.strait.model.text.Tree;
import io.strait.plan.PlanOptions;
import io.strait.plan.Planner;
import io.strait.plan.farm.Refinement;
import io.strait.plan.farm.RehearsalSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * {@code strait plan} for a farm.
 *
 * @param refine whether to rehearse the plan and improve it by what that shows
 */
record FarmPlanning(PlanOptions planning, boolean refine) implements PlanKind<FarmPlan> {
  @Override
  public String word() {
    return "a farm";
  }

  @Override
  public Set<String> options() {
    return Set.of(
        "--efficiency",
        "--master",
        "--objective",
        "--deadline",
        "--budget",
        "--method",
        "--refine",
        "--what-if",
        "--sweep",
        "--plot",
        "--output");
  }

  @Override
  public FarmPlan plan(Inputs inputs) {
    var plan = Planner.plan(inputs.grid(), inputs.app(), planning);
    return refine
        ? Refinement.refine(inputs.grid(), (FarmApp) inputs.app(), plan, RehearsalSettings.DEFAULT)
        : plan;
  }

  @Override
  public String verdict(FarmPlan plan) {
    return Verdict.of(plan);
  }

  @Override
  public String text(Inputs inputs, FarmPlan plan, Style style) {
    return PlanText.of(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs inputs, FarmPlan plan) {
    return PlanTree.of(plan);
  }

  @Override
  public Tree file(Inputs inputs, FarmPlan plan) {
    return PlanTree.file(inputs.grid(), inputs.app(), plan);
  }

  @Override
  public String comparison(FarmPlan old, FarmPlan now, Style style) {
    return Comparison.of(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<FarmPlan>> points, Style style) {
    return SweepText.text(sweep, points, style);
  }

  @Override
  public void point(Tree tree, FarmPlan plan) {
    SweepText.point(tree, plan);
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<FarmPlan>> points)
      throws IOException {
    return Plot.draw(file, "What %s brings".formatted(sweep.path()), sweep.axis(), points);
  }
}

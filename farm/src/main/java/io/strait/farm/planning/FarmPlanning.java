package io.strait.farm.planning;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.Limits;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.Refinement;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.plan.Rehearsed;
import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.text.Tree;
import io.strait.view.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * {@code strait plan} for a farm.
 *
 * @param refine whether to rehearse the plan and improve it by what that shows
 * @param settings puts what the options say of a run into its plan
 * @param check refuses inputs that do not fit the options
 */
public record FarmPlanning(
    PlanOptions planning,
    boolean refine,
    UnaryOperator<FarmPlan> settings,
    Consumer<Inputs<FarmApp>> check)
    implements Planning<FarmApp, FarmPlan> {
  @Override
  public FarmPlan plan(Inputs<FarmApp> inputs) {
    check.accept(inputs);
    return Limits.kept(planning, options -> promised(inputs, options));
  }

  private FarmPlan promised(Inputs<FarmApp> inputs, PlanOptions options) {
    var plan = settings.apply(FarmPlanner.plan(inputs.grid(), inputs.app(), options));
    return Rehearsed.of(
        inputs,
        refine
            ? Refinement.refine(inputs.grid(), inputs.app(), plan, RehearsalSettings.DEFAULT)
            : plan,
        options.budget());
  }

  @Override
  public String verdict(FarmPlan plan) {
    return PlanVerdict.of(plan);
  }

  @Override
  public String text(Inputs<FarmApp> inputs, FarmPlan plan, Style style) {
    return PlanText.of(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs<FarmApp> inputs, FarmPlan plan) {
    return FarmPlanTree.of(plan);
  }

  @Override
  public String comparison(FarmPlan old, FarmPlan now, Style style) {
    return PlanComparison.of(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<FarmPlan>> points, Style style) {
    return SweepTable.text(sweep, points, style);
  }

  @Override
  public void point(Tree tree, FarmPlan plan) {
    SweepTable.point(tree, plan);
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<FarmPlan>> points)
      throws IOException {
    return SweepPlot.draw(file, "What %s brings".formatted(sweep.path()), sweep.axis(), points);
  }
}

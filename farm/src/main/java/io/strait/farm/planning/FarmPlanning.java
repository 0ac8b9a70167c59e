package io.strait.farm.planning;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.outcome.RateUnit;
import io.strait.farm.plan.DrawnGrids;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.Limits;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.PlannedData;
import io.strait.farm.plan.Refinement;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.plan.Rehearsed;
import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.Grid;
import io.strait.model.text.Tree;
import io.strait.view.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * {@code strait plan} for a farm.
 *
 * @param refine whether to rehearse the plan and improve it by what that shows
 * @param settings puts what the options say of a run into its plan
 * @param check refuses inputs that do not fit the options
 * @param drawn grids as this one may turn out; none if it is as its file says
 */
public record FarmPlanning(
    PlanOptions planning,
    boolean refine,
    UnaryOperator<FarmPlan> settings,
    Consumer<Inputs<FarmApp>> check,
    List<Grid> drawn)
    implements Planning<FarmApp, FarmPlan> {
  public FarmPlanning {
    drawn = List.copyOf(drawn);
  }

  @Override
  public Planning<FarmApp, FarmPlan> over(List<Grid> grids) {
    return new FarmPlanning(planning, refine, settings, check, grids);
  }

  @Override
  public boolean hasIntervals() {
    return true;
  }

  @Override
  public double seconds(FarmPlan plan) {
    return plan.result().total().promisedSeconds();
  }

  @Override
  public FarmPlan plan(Inputs<FarmApp> inputs) {
    check.accept(inputs);
    return Limits.kept(planning, options -> promised(inputs, options));
  }

  /** Tasks over rate: start and end of the run, and what refining brings, take a rehearsal. */
  @Override
  public FarmPlan sketch(Inputs<FarmApp> inputs) {
    check.accept(inputs);
    return Limits.kept(
        planning,
        options ->
            new PlannedData(MissingData.of(inputs))
                .plan(inputs, options, each -> planned(inputs, each), UnaryOperator.identity()));
  }

  private FarmPlan promised(Inputs<FarmApp> inputs, PlanOptions options) {
    var rehearsed =
        new PlannedData(MissingData.of(inputs))
            .plan(
                inputs,
                options,
                each -> unrehearsed(inputs, each),
                plan -> Rehearsed.of(inputs, plan, options.budget()));
    return drawn.isEmpty() ? rehearsed : DrawnGrids.promised(inputs, rehearsed, drawn);
  }

  private FarmPlan unrehearsed(Inputs<FarmApp> inputs, PlanOptions options) {
    var plan = planned(inputs, options);
    return refine
        ? Refinement.refine(
            inputs.grid(), inputs.app(), plan, RehearsalSettings.DEFAULT, options.without())
        : plan;
  }

  private FarmPlan planned(Inputs<FarmApp> inputs, PlanOptions options) {
    return settings.apply(FarmPlanner.plan(inputs.grid(), inputs.app(), options));
  }

  @Override
  public Map<String, String> parts(Inputs<FarmApp> inputs, FarmPlan plan) {
    var parts = new HashMap<String, String>();
    for (var cluster : plan.result().clusters()) {
      if (!cluster.workers().isEmpty()) {
        var unit = RateUnit.of(cluster.estimatedRate());
        parts.put(
            cluster.name(),
            "%d workers, %s %s"
                .formatted(
                    cluster.workers().size(), unit.show(cluster.estimatedRate()), unit.label));
      }
    }
    return parts;
  }

  @Override
  public Map<String, Integer> usual(Inputs<FarmApp> inputs, FarmPlan plan) {
    var usual = new HashMap<String, Integer>();
    usual.put("--efficiency", (int) Math.round(100 * plan.efficiency()));
    if (inputs.app().reduce().shrinks()) {
      usual.put("--aggregate", SweepTable.mostCombined(plan));
    }
    return usual;
  }

  @Override
  public String verdict(FarmPlan plan) {
    return PlanVerdict.of(plan, !drawn.isEmpty());
  }

  @Override
  public String text(Inputs<FarmApp> inputs, FarmPlan plan, Style style) {
    return PlanText.of(inputs, plan, verdict(plan), style);
  }

  @Override
  public Tree json(Inputs<FarmApp> inputs, FarmPlan plan) {
    var tree = FarmPlanTree.of(plan);
    return drawn.isEmpty() ? tree : tree.put("forecast", forecast(plan));
  }

  private Tree forecast(FarmPlan plan) {
    var total = plan.result().total();
    return new Tree()
        .put("draws", drawn.size())
        .put("least_speedup", PlanVerdict.speedup(total, total.promised().most()))
        .put("most_speedup", PlanVerdict.speedup(total, total.promised().least()))
        .put("least_time_s", total.promised().least())
        .put("most_time_s", total.promised().most());
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

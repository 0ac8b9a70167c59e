package io.strait.cli;

import io.strait.model.Grid;
import io.strait.model.RealignApp;
import io.strait.model.RealignPlan;
import io.strait.model.text.Document;
import io.strait.model.text.Inputs;
import io.strait.model.text.RealignPlanFile;
import io.strait.model.text.Tree;
import io.strait.plan.PlanException;
import io.strait.plan.PlanOptions.Method;
import io.strait.plan.realign.RealignPlanner;
import io.strait.plan.realign.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@code strait plan} for a realignment. */
record RealignPlanning(Method method) implements PlanKind<RealignPlan> {
  static final String WORD = "a realignment";

  /** Plans; a value of the app file that does not fit is reported where it stands. */
  static RealignPlan of(Inputs inputs, Method method) {
    return Planning.located(inputs, new RealignPlanning(method));
  }

  /** What a plan file holds, whoever wrote it: its figures are those of its numberings. */
  static RealignPlanFile.Content read(Document document) {
    var content = RealignPlanFile.read(document);
    try {
      return new RealignPlanFile.Content(
          content.inputs(),
          content.app(),
          RealignPlanner.counted(content.inputs().grid(), content.app(), content.plan()));
    } catch (PlanException e) {
      throw document.error(document.root(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Set<String> options() {
    return Set.of("--method", "--what-if", "--sweep", "--plot", "--output", "--rankfile", "--mpi");
  }

  @Override
  public RealignPlan plan(Inputs inputs) {
    var app = (RealignApp) inputs.app();
    return Timing.timed(inputs.grid(), app, numbered(inputs.grid(), app));
  }

  private RealignPlan numbered(Grid grid, RealignApp app) {
    if (method != Method.PAPER) {
      return RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT);
    }
    try {
      return RealignPlanner.plan(grid, app, RealignPlanner.Method.PAPER);
    } catch (PlanException.Usage e) {
      throw new PlanException.Usage(e.getMessage() + "; expected that, or --method flow");
    }
  }

  @Override
  public String verdict(RealignPlan plan) {
    return RealignVerdict.of(plan);
  }

  @Override
  public String text(Inputs inputs, RealignPlan plan, Style style) {
    return RealignText.plan(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs inputs, RealignPlan plan) {
    return RealignPlanFile.json(inputs.grid(), plan);
  }

  @Override
  public Tree file(Inputs inputs, RealignPlan plan) {
    return RealignPlanFile.file(inputs.grid(), (RealignApp) inputs.app(), plan);
  }

  @Override
  public String comparison(RealignPlan old, RealignPlan now, Style style) {
    return RealignText.comparison(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<RealignPlan>> points, Style style) {
    return RealignSweep.text(sweep, points, style);
  }

  @Override
  public void point(Tree tree, RealignPlan plan) {
    var after = plan.after();
    tree.put("interior", after.traffic().interior())
        .put("external", after.traffic().external())
        .put("cost", after.cost())
        .put("lower_bound", plan.lowerBound())
        .put("time_s", after.seconds())
        .put(
            "before",
            new Tree()
                .put("interior", plan.before().traffic().interior())
                .put("external", plan.before().traffic().external())
                .put("cost", plan.before().cost())
                .put("time_s", plan.before().seconds()));
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<RealignPlan>> points)
      throws IOException {
    return RealignSweep.draw(file, sweep, points);
  }
}

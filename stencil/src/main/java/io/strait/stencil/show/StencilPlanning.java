package io.strait.stencil.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.StencilPlanner;
import io.strait.view.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code strait plan} for a stencil. */
public record StencilPlanning() implements Planning<StencilApp, StencilPlan> {
  @Override
  public StencilPlan plan(Inputs<StencilApp> inputs) {
    return StencilPlanner.plan(inputs.grid(), inputs.app());
  }

  @Override
  public String verdict(StencilPlan plan) {
    return StencilVerdict.of(plan);
  }

  @Override
  public String text(Inputs<StencilApp> inputs, StencilPlan plan, Style style) {
    return StencilText.plan(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs<StencilApp> inputs, StencilPlan plan) {
    return StencilPlanFile.json(plan);
  }

  @Override
  public String comparison(StencilPlan old, StencilPlan now, Style style) {
    return StencilText.comparison(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<StencilPlan>> points, Style style) {
    return StencilSweep.text(sweep, points, style);
  }

  @Override
  public void point(Tree tree, StencilPlan plan) {
    tree.put("best", plan.best().word())
        .put("strategies", plan.strategies().stream().map(StencilPlanFile::strategy).toList());
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<StencilPlan>> points)
      throws IOException {
    return StencilPlot.draw(file, sweep, points);
  }
}

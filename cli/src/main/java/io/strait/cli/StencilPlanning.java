package io.strait.cli;

import io.strait.model.StencilApp;
import io.strait.model.StencilPlan;
import io.strait.model.text.Inputs;
import io.strait.model.text.StencilPlanFile;
import io.strait.model.text.Tree;
import io.strait.plan.stencil.StencilPlanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** {@code strait plan} for a stencil. */
record StencilPlanning() implements PlanKind<StencilPlan> {
  static final String WORD = "a stencil";

  /** Refuses options that stencils do not have. */
  static void refuse(CommandSpec spec, Inputs inputs, Set<String> allowed) {
    Planning.refuse(spec, inputs, WORD, allowed);
  }

  /** Plans; a value of the app file that does not fit is reported where it stands. */
  static StencilPlan of(Inputs inputs) {
    return Planning.located(inputs, new StencilPlanning());
  }

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Set<String> options() {
    return Set.of("--what-if", "--sweep", "--plot", "--output");
  }

  @Override
  public StencilPlan plan(Inputs inputs) {
    return StencilPlanner.plan(inputs.grid(), (StencilApp) inputs.app());
  }

  @Override
  public String verdict(StencilPlan plan) {
    return StencilVerdict.of(plan);
  }

  @Override
  public String text(Inputs inputs, StencilPlan plan, Style style) {
    return StencilText.plan(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs inputs, StencilPlan plan) {
    return StencilPlanFile.json(plan);
  }

  @Override
  public Tree file(Inputs inputs, StencilPlan plan) {
    return StencilPlanFile.file(inputs.grid(), (StencilApp) inputs.app(), plan);
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

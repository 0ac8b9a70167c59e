package io.strait.stencil.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.plan.StencilPlanner;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code strait plan} for a stencil. */
public record StencilPlanning() implements Planning<StencilApp, StencilPlan> {
  @Override
  public StencilPlan plan(Inputs<StencilApp> inputs) {
    return StencilPlanner.plan(inputs.grid(), inputs.app());
  }

  /** Columns that two clusters compute count for the one that delivers them. */
  @Override
  public Map<String, String> parts(Inputs<StencilApp> inputs, StencilPlan plan) {
    var app = inputs.app();
    var matrix = RankMatrix.of(app, inputs.grid());
    var best = plan.result();
    var clusters = inputs.grid().clusters();
    var ranks = new int[clusters.size()];
    var cells = new long[clusters.size()];
    for (var block : Bands.decomposition(app, matrix, best.strategy(), best.band()).blocks()) {
      ranks[block.rank().cluster()]++;
      cells[block.rank().cluster()] += block.owns().cells();
    }
    double all = (double) app.columns() * app.rows();
    var parts = new HashMap<String, String>();
    for (int c = 0; c < ranks.length; c++) {
      if (ranks[c] > 0) {
        parts.put(
            clusters.get(c).name(),
            "%s, %s of the domain"
                .formatted(Show.counted(ranks[c], "rank"), Numbers.percent(cells[c] / all)));
      }
    }
    return parts;
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

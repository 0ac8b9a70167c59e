package io.strait.stencil.report;

import io.strait.model.Grid;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.view.page.Html;
import io.strait.view.page.Section;
import io.strait.view.page.Show;

/** The domain as a strategy of a plan divides it, with its bands. */
public record PlannedDomain(Grid grid, StencilApp app, StrategyPlan promised) {
  /**
   * That of the strategy which runs.
   *
   * @param word what the strategy is called; the plan's best for any other word
   */
  public static PlannedDomain of(Grid grid, StencilApp app, StencilPlan plan, String word) {
    var named =
        plan.strategies().stream().filter(each -> each.strategy().word().equals(word)).findFirst();
    return new PlannedDomain(grid, app, named.orElse(plan.result()));
  }

  public Section section() {
    return new Section(
        "Who computes what",
        "The domain of %s columns and %s rows, as %s divides it."
            .formatted(
                Show.count(app.columns()), Show.count(app.rows()), promised.strategy().word()),
        this::write);
  }

  private void write(Html html) {
    var strategy = promised.strategy();
    var matrix = RankMatrix.of(app, grid);
    var chart = new MatrixChart(grid, Bands.decomposition(app, matrix, strategy, promised.band()));
    chart.legend(html);
    chart.write(html, strategy.word());
  }
}

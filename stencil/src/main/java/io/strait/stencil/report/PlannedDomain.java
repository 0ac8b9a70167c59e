package io.strait.stencil.report;

import io.strait.model.Grid;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.view.page.Html;
import io.strait.view.page.Section;
import io.strait.view.page.Show;

/** The domain as the best strategy of a plan divides it, with its bands. */
public record PlannedDomain(Grid grid, StencilApp app, StencilPlan plan) {
  public Section section() {
    return new Section(
        "Who computes what",
        "The domain of %s columns and %s rows, as %s divides it."
            .formatted(Show.count(app.columns()), Show.count(app.rows()), plan.best().word()),
        this::write);
  }

  private void write(Html html) {
    for (var each : plan.strategies()) {
      if (each.strategy() == plan.best()) {
        var matrix = RankMatrix.of(app, grid);
        var chart =
            new MatrixChart(grid, Bands.decomposition(app, matrix, each.strategy(), each.band()));
        chart.legend(html);
        chart.write(html, each.strategy().word());
      }
    }
  }
}

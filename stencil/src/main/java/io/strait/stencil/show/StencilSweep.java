package io.strait.stencil.show;

import io.strait.kind.plan.Sweep;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.Strategy;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every strategy takes along a sweep, as a table. */
final class StencilSweep {
  private StencilSweep() {}

  /** What a strategy promises at a value; null where it does not fit. */
  static @Nullable StrategyPlan of(Sweep.Point<StencilPlan> point, Strategy strategy) {
    @Nullable StencilPlan plan = point.plan();
    return plan == null ? null : plan.find(strategy).orElse(null);
  }

  static String text(Sweep sweep, List<Sweep.Point<StencilPlan>> points, Style style) {
    var titles = new ArrayList<String>();
    titles.add(" " + sweep.path());
    for (var strategy : Strategy.values()) {
      titles.add(" " + strategy.word());
    }
    titles.add(" band");
    titles.add("best");
    var table = new Table(titles.toArray(String[]::new));
    for (var point : points) {
      var cells = new ArrayList<String>();
      cells.add(point.text());
      for (var strategy : Strategy.values()) {
        @Nullable StrategyPlan plan = of(point, strategy);
        cells.add(plan == null ? "–" : Show.seconds(plan.iterationSeconds()));
      }
      @Nullable StencilPlan plan = point.plan();
      @Nullable StrategyPlan wavefront = of(point, Strategy.WAVEFRONT);
      cells.add(wavefront == null ? "–" : StencilText.band(wavefront));
      cells.add(plan == null ? point.problem() : plan.best().word());
      table.row(cells.toArray(String[]::new));
    }
    return table.print(style) + "\nTimes of one iteration; band: the wavefront's.\n";
  }
}

package io.strait.cli;

import io.strait.model.StencilPlan;
import io.strait.model.StencilPlan.StrategyPlan;
import io.strait.model.Strategy;
import io.strait.model.text.StencilPlanFile;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every strategy takes along a sweep, as a table or as JSON. */
final class StencilSweep {
  private StencilSweep() {}

  /** One value with its plan, or why there is none. */
  record Point(double value, String text, @Nullable StencilPlan plan, String problem) {
    /** What a strategy promises here; null where it does not fit. */
    @Nullable StrategyPlan of(Strategy strategy) {
      return plan == null
          ? null
          : plan.strategies().stream()
              .filter(each -> each.strategy() == strategy)
              .findFirst()
              .orElse(null);
    }
  }

  static String text(Sweep sweep, List<Point> points, Style style) {
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
        @Nullable StrategyPlan plan = point.of(strategy);
        cells.add(plan == null ? "–" : StencilText.time(plan.iterationSeconds()));
      }
      @Nullable StencilPlan plan = point.plan();
      @Nullable StrategyPlan wavefront = point.of(Strategy.WAVEFRONT);
      cells.add(wavefront == null ? "–" : StencilText.band(wavefront));
      cells.add(plan == null ? point.problem() : plan.best().word());
      table.row(cells.toArray(String[]::new));
    }
    return table.print(style) + "\nTimes of one iteration; band: the wavefront's.\n";
  }

  static String json(Sweep sweep, List<Point> points) {
    var list =
        points.stream()
            .map(
                point -> {
                  var tree = new Tree().put("value", point.text());
                  var plan = point.plan();
                  if (plan == null) {
                    return tree.put("problem", point.problem());
                  }
                  return tree.put("best", plan.best().word())
                      .put(
                          "strategies",
                          plan.strategies().stream().map(StencilPlanFile::strategy).toList());
                })
            .toList();
    return new Tree().put("path", sweep.path()).put("points", list).json();
  }
}

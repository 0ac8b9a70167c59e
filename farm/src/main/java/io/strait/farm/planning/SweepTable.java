package io.strait.farm.planning;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlan;
import io.strait.kind.plan.Sweep;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.List;

/** The points of a sweep, as a table or as JSON. */
final class SweepTable {
  private SweepTable() {}

  static String text(Sweep sweep, List<Sweep.Point<FarmPlan>> points, Style style) {
    var table =
        new Table(
            " " + sweep.path(),
            " workers",
            " speedup",
            " efficiency",
            " time",
            " combine",
            "bound by");
    for (var point : points) {
      var plan = point.plan();
      if (plan == null) {
        table.row(point.text(), "", "", "", "", "", point.problem());
        continue;
      }
      var total = plan.result().total();
      int most = mostCombined(plan);
      table.row(
          point.text(),
          Integer.toString(total.workers()),
          Numbers.speedup(total.speedup()),
          Numbers.percent(total.efficiency()),
          Durations.rounded(total.timeSeconds()),
          most > 1 ? Integer.toString(most) : "",
          total.boundBy());
    }
    return table.print(style);
  }

  /** What JSON says of one value. */
  static void point(Tree tree, FarmPlan plan) {
    var total = plan.result().total();
    tree.put("master", plan.master())
        .put("workers", total.workers())
        .put("estimated_rate", total.estimatedRate())
        .put("speedup", total.speedup())
        .put("efficiency", total.efficiency())
        .put("time_s", total.timeSeconds())
        .put("cost", total.cost())
        .put("aggregate", mostCombined(plan))
        .put("bound_by", total.boundBy());
  }

  static int mostCombined(FarmPlan plan) {
    return plan.result().clusters().stream().mapToInt(ClusterPlan::aggregate).max().orElse(1);
  }
}

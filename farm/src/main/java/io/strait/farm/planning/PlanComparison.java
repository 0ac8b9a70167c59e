package io.strait.farm.planning;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlan;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.HashMap;

/** Two plans side by side: as it is, and what if. */
final class PlanComparison {
  private static final int MOST_ROWS = 24;

  private PlanComparison() {}

  static String of(FarmPlan old, FarmPlan now, Style style) {
    var table =
        new Table(
            "cluster",
            " workers",
            " what if",
            " speedup",
            " what if",
            " efficiency",
            " what if",
            " combine",
            " what if",
            "bound by",
            "what if");
    var olds = new HashMap<String, ClusterPlan>();
    old.result().clusters().forEach(c -> olds.put(c.name(), c));
    int rows = 0;
    for (var after : now.result().clusters()) {
      var was = olds.get(after.name());
      if (was == null || rows++ >= MOST_ROWS) {
        continue;
      }
      table.row(
          after.name(),
          Integer.toString(was.workers().size()),
          Integer.toString(after.workers().size()),
          Numbers.speedup(was.speedup()),
          Numbers.speedup(after.speedup()),
          Numbers.percent(was.efficiency()),
          Numbers.percent(after.efficiency()),
          Integer.toString(was.aggregate()),
          Integer.toString(after.aggregate()),
          was.boundBy(),
          after.boundBy());
    }
    var total = old.result().total();
    var then = now.result().total();
    table.row(
        "total",
        Integer.toString(total.workers()),
        Integer.toString(then.workers()),
        Numbers.speedup(total.speedup()),
        Numbers.speedup(then.speedup()),
        Numbers.percent(total.efficiency()),
        Numbers.percent(then.efficiency()),
        "",
        "",
        total.boundBy(),
        then.boundBy());
    return table.print(style)
        + "\nTime: %s, what if: %s; master: %s, what if: %s\n"
            .formatted(
                total.promised().text(Durations::rounded),
                then.promised().text(Durations::rounded),
                old.master(),
                now.master());
  }
}

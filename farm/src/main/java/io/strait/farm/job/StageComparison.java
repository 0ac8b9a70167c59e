package io.strait.farm.job;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.outcome.PhaseFigures;
import io.strait.farm.rehearsal.PromiseText;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Estimates, simulation and measurement of the phases that were run, side by side. */
record StageComparison(FarmPlan plan, List<PhaseFigures> phases) {
  private static final int MOST_ROWS = 24;

  /** Was the promise kept? */
  String verdict() {
    var last = phases.getLast();
    if (!last.isMeasured()) {
      return "The run was interrupted and resumed: nothing was measured.";
    }
    return PromiseText.verdict(
        "The run took",
        last.time(),
        last.total().precision(),
        last.total().measured().speedup(),
        plan.home());
  }

  String text(Style style) {
    boolean references = phases.stream().anyMatch(p -> p.total().published() > 0);
    var head =
        new ArrayList<>(
            List.of("phase", "cluster", " workers", " speedup", " simulated", " measured"));
    if (references) {
      head.add(" published");
    }
    head.addAll(List.of(" efficiency", " measured", " precision", " time", " measured"));
    var table = new Table(head.toArray(String[]::new));
    for (var phase : phases) {
      var rows = phase.rows(MOST_ROWS);
      for (var row : rows) {
        var cells =
            new ArrayList<>(
                List.of(
                    row.equals(rows.getFirst()) ? phase.phase() : "",
                    row.name(),
                    Integer.toString(row.workers()),
                    Numbers.speedup(row.predicted().speedup()),
                    Numbers.speedup(row.simulated().speedup()),
                    known(row.measured().speedup(), Numbers::speedup)));
        if (references) {
          cells.add(row.published() > 0 ? Numbers.speedup(row.published()) : "");
        }
        cells.addAll(
            List.of(
                Numbers.percent(row.predicted().efficiency()),
                known(row.measured().efficiency(), Numbers::percent),
                known(row.precision(), Numbers::percent),
                row.equals(rows.getLast()) ? Durations.rounded(phase.time().predicted()) : "",
                row.equals(rows.getLast())
                    ? known(phase.time().measured(), Durations::rounded)
                    : ""));
        table.row(cells.toArray(String[]::new));
      }
      if (!phase.equals(phases.getLast())) {
        table.gap();
      }
    }
    return style.bold(verdict()) + "\n\n" + table.print(style);
  }

  private static String known(double value, DoubleFunction<String> show) {
    return Double.isNaN(value) ? "-" : show.apply(value);
  }
}

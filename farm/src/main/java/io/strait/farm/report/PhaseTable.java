package io.strait.farm.report;

import io.strait.farm.outcome.PhaseFigures;
import io.strait.farm.outcome.PhaseFigures.Row;
import io.strait.farm.outcome.RateUnit;
import io.strait.kind.report.Promise;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;

/** Phases as tables of paper tuning. */
final class PhaseTable {
  private static final int MOST = 24;

  private PhaseTable() {}

  /** For a terminal, all phases in one. */
  static Table text(List<PhaseFigures> phases) {
    var table =
        new Table(
            "phase",
            "cluster",
            " workers",
            " speedup",
            " simulated",
            " measured",
            " efficiency",
            " measured",
            " precision",
            " time");
    for (var phase : phases) {
      var name = phase.phase();
      var time = Durations.rounded(phase.time().measured());
      boolean single = phase.working().size() == 1;
      for (var row : phase.working().subList(0, Math.min(MOST, phase.working().size()))) {
        row(table, name, row, single ? time : "");
        name = "";
      }
      if (!single) {
        row(table, name, phase.total(), time);
      }
      if (!phase.equals(phases.getLast())) {
        table.gap();
      }
    }
    return table;
  }

  private static void row(Table table, String phase, Row row, String time) {
    table.row(
        phase,
        row.name(),
        Integer.toString(row.workers()),
        Numbers.speedup(row.speedup().predicted()),
        Numbers.speedup(row.speedup().simulated()),
        Numbers.speedup(row.speedup().measured()),
        Numbers.percent(row.efficiency().predicted()),
        Numbers.percent(row.efficiency().measured()),
        Numbers.percent(row.precision()),
        time);
  }

  /** For a page, one phase. */
  static void write(Html html, PhaseFigures phase, RateUnit unit) {
    boolean published =
        phase.working().stream().anyMatch(r -> Double.isFinite(r.published()))
            || Double.isFinite(phase.total().published());
    boolean combined = phase.working().stream().anyMatch(r -> r.combine() > 1);
    html.open("h3").text(phase.phase());
    html.element("small", about(phase)).close();
    html.open("div", "class", "scroll", "tabindex", "0")
        .open("table", "class", "figures")
        .open("thead");
    html.open("tr", "class", "groups").element("td", "").element("td", "", "class", "wide");
    if (combined) {
      html.element("td", "", "class", "wide");
    }
    html.element("th", "speedup", "colspan", published ? "4" : "3");
    html.element("th", "efficiency", "colspan", "3");
    html.element("th", "rate, " + unit.label, "colspan", "3", "class", "wide");
    html.element("td", "").element("td", "", "class", "wide").close();
    html.open("tr").element("th", "cluster").element("th", "workers", "class", "number wide");
    if (combined) {
      html.element("th", "combine", "class", "number wide");
    }
    for (int group = 0; group < 3; group++) {
      var wide = group == 2 ? " wide" : "";
      html.element("th", "predicted", "class", "number first" + wide);
      html.element("th", "simulated", "class", group > 0 ? "number wide" : "number");
      html.element("th", "measured", "class", "number" + wide);
      if (group == 0 && published) {
        html.element("th", "published", "class", "number");
      }
    }
    html.element("th", "precision", "class", "number first")
        .element("th", "bound by", "class", "wide");
    html.close().close().open("tbody");
    for (var row : shown(phase.working())) {
      row(html, row, unit, published, combined, false);
    }
    int hidden = phase.working().size() - shown(phase.working()).size();
    if (hidden > 0) {
      html.open("tr").element("td", "… %d more".formatted(hidden), "colspan", "14").close();
    }
    if (phase.working().size() > 1) {
      row(html, phase.total(), unit, published, combined, true);
    }
    html.close().close().close();
  }

  private static List<Row> shown(List<Row> rows) {
    return rows.size() <= MOST
        ? rows
        : rows.stream()
            .sorted(Comparator.comparingDouble((Row r) -> r.rate().predicted()).reversed())
            .limit(MOST - 4)
            .toList();
  }

  private static String about(PhaseFigures phase) {
    var meaning =
        switch (phase.phase()) {
          case "local" -> "the home cluster alone";
          case "multi" -> "all clusters, all workers";
          case "selected" -> "the workers that keep the target efficiency";
          default -> "results combined at the gateways";
        };
    return Double.isFinite(phase.time().measured())
        ? meaning + ", took " + Durations.rounded(phase.time().measured())
        : meaning;
  }

  private static void row(
      Html html, Row row, RateUnit unit, boolean published, boolean combined, boolean total) {
    html.open("tr", "class", total ? "total" : "").element("th", row.name(), "scope", "row");
    html.element("td", Show.count(row.workers()), "class", "number wide");
    if (combined) {
      html.element("td", row.combine() > 1 ? "" + row.combine() : "", "class", "number wide");
    }
    three(html, row.speedup(), Numbers::speedup, "", "");
    if (published) {
      html.element("td", Numbers.speedup(row.published()), "class", "number");
    }
    three(html, row.efficiency(), Numbers::percent, "", " wide");
    three(html, row.rate(), unit::show, " wide", " wide");
    html.element("td", Numbers.percent(row.precision()), "class", "number first strong");
    html.element("td", total ? "" : row.boundBy(), "class", "wide").close();
  }

  /** What is wide is left out on narrow screens. */
  private static void three(
      Html html, Promise three, DoubleFunction<String> show, String kind, String simulated) {
    html.element("td", show.apply(three.predicted()), "class", "number first" + kind);
    html.element("td", show.apply(three.simulated()), "class", "number" + simulated);
    html.element("td", show.apply(three.measured()), "class", "number strong" + kind);
  }
}

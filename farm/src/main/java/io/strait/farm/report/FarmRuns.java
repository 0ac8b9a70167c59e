package io.strait.farm.report;

import io.strait.farm.outcome.RateUnit;
import io.strait.kind.report.Comparison;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.CurveChart;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.util.Comparator;
import java.util.List;

/** Several runs of farms compared. */
public record FarmRuns(List<FarmReport> runs) implements Comparison {
  /** Runs that have a colour of their own. */
  private static final int COLOURS = 6;

  /** Bins of a curve: few, since curves lie over each other. */
  private static final int SMOOTH = 30;

  @Override
  public String verdict() {
    var order = Comparator.comparingDouble(FarmRuns::rate);
    var best = runs.stream().max(order).orElseThrow();
    var worst = runs.stream().min(order).orElseThrow();
    double times = rate(best) / rate(worst);
    if (!Double.isFinite(times)) {
      return worst.isResumed()
          ? "%s was interrupted and resumed: nothing was measured.".formatted(worst.name())
          : "%s has done nothing yet.".formatted(worst.name());
    }
    return times < 1.01
        ? "All runs went at the same rate."
        : "%s was %s times as fast as %s.".formatted(best.name(), Show.number(times), worst.name());
  }

  private static double rate(FarmReport run) {
    double rate = run.result().total().rate().measured();
    return Double.isFinite(rate) ? rate : 0;
  }

  @Override
  public Table table() {
    return new DataTable<FarmReport>("run", FarmReport::name)
        .number("tasks", run -> "%d of %d".formatted(run.finished(), run.tasks()))
        .number("time", run -> Durations.rounded(run.seconds()))
        .number("promised", run -> Durations.rounded(run.promisedSeconds()))
        .number("speedup", run -> Numbers.speedup(run.result().total().speedup().measured()))
        .number("efficiency", run -> Numbers.percent(run.result().total().efficiency().measured()))
        .number("precision", run -> Numbers.percent(run.result().total().precision()))
        .text(runs);
  }

  private RateUnit unit() {
    return RateUnit.of(
        runs.stream().mapToDouble(r -> r.result().total().rate().predicted()).min().orElse(1));
  }

  @Override
  public void figures(Html html) {
    var unit = unit();
    var groups = List.of("time", "rate, " + unit.label, "speedup", "efficiency");
    html.open("div", "class", "scroll", "tabindex", "0")
        .open("table", "class", "figures")
        .open("thead");
    html.open("tr", "class", "groups").element("td", "").element("td", "");
    groups.forEach(group -> html.element("th", group, "colspan", "2"));
    html.element("td", "").close();
    html.open("tr").element("th", "run").element("th", "tasks", "class", "number");
    for (int i = 0; i < groups.size(); i++) {
      html.element("th", "measured", "class", "number");
      html.element("th", "promised", "class", "number");
    }
    html.element("th", "precision", "class", "number").close().close().open("tbody");
    for (int i = 0; i < runs.size(); i++) {
      var run = runs.get(i);
      var total = run.result().total();
      html.open("tr").open("th", "scope", "row");
      html.element("i", "", "class", "key " + colour(i)).text(run.name()).close();
      for (var cell :
          List.of(
              done(run),
              Durations.rounded(run.seconds()),
              Durations.rounded(run.promisedSeconds()),
              unit.show(total.rate().measured()),
              unit.show(total.rate().predicted()),
              Numbers.speedup(total.speedup().measured()),
              Numbers.speedup(total.speedup().predicted()),
              Numbers.percent(total.efficiency().measured()),
              Numbers.percent(total.efficiency().predicted()),
              Numbers.percent(total.precision()))) {
        html.element("td", cell, "class", "number");
      }
      html.close();
    }
    html.close().close().close();
  }

  private static String colour(int run) {
    return "c" + run % COLOURS;
  }

  private static String done(FarmReport run) {
    var all = Show.count(run.tasks());
    return run.finished() >= run.tasks()
        ? all
        : "%s of %s".formatted(Show.count(run.finished()), all);
  }

  @Override
  public List<Section> sections() {
    return List.of(
        new Section(
            "Throughput",
            "Results at the master since each run began, in %s.".formatted(unit().label),
            this::curves));
  }

  private void curves(Html html) {
    html.open("p", "class", "legend");
    for (int i = 0; i < runs.size(); i++) {
      Page.key(html, colour(i), runs.get(i).name());
    }
    html.close();
    double span = runs.stream().mapToDouble(r -> r.index.end / 1e3).max().orElse(1);
    var chart = new CurveChart(span, unit().scale());
    for (int i = 0; i < runs.size(); i++) {
      var run = runs.get(i);
      chart.curve(
          new CurveChart.Curve(
              run.name(),
              run.bins.throughput().perSecond(Math.min(SMOOTH, FarmPage.bins(run))),
              run.index.end / 1e3,
              colour(i)));
    }
    chart.write(html, "tall", "tasks per second of every run over time");
  }
}

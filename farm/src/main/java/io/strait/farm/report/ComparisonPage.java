package io.strait.farm.report;

import io.strait.model.quantity.Durations;
import io.strait.view.page.CurveChart;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import java.util.Comparator;
import java.util.List;

/** Several runs compared on a page. */
public final class ComparisonPage {
  /** Runs that have a colour of their own. */
  private static final int COLOURS = 6;

  /** Bins of a curve: few, since curves lie over each other. */
  private static final int SMOOTH = 30;

  private ComparisonPage() {}

  /** The page as text. */
  public static String of(List<RunReport> runs, String version) {
    var html = Page.begin("%d runs · strait report".formatted(runs.size()));
    html.open("header").element("p", "%d runs compared".formatted(runs.size()), "class", "over");
    html.element("h1", verdict(runs)).close();
    table(html, runs);
    curves(html, runs);
    verdicts(html, runs);
    html.element("footer", "Made by " + version);
    return html.page();
  }

  /** The fastest and the slowest in one sentence. */
  public static String verdict(List<RunReport> runs) {
    var order = Comparator.comparingDouble(ComparisonPage::rate);
    var best = runs.stream().max(order).orElseThrow();
    var worst = runs.stream().min(order).orElseThrow();
    double times = rate(best) / rate(worst);
    if (!Double.isFinite(times)) {
      return "%s has done nothing yet.".formatted(worst.name());
    }
    return times < 1.01
        ? "All runs went at the same rate."
        : "%s was %s times as fast as %s.".formatted(best.name(), Show.number(times), worst.name());
  }

  private static double rate(RunReport run) {
    double rate = run.result().total().rate().measured();
    return Double.isFinite(rate) ? rate : 0;
  }

  private static Show.RateUnit unit(List<RunReport> runs) {
    return Show.RateUnit.of(
        runs.stream().mapToDouble(r -> r.result().total().rate().predicted()).min().orElse(1));
  }

  private static void table(Html html, List<RunReport> runs) {
    var unit = unit(runs);
    Page.section(html, "Measured, and promised beside it", "");
    html.open("div", "class", "scroll").open("table", "class", "figures").open("thead");
    html.open("tr", "class", "groups").element("th", "").element("th", "");
    for (var group : List.of("time", "rate, " + unit.label, "speedup", "efficiency")) {
      html.element("th", group, "colspan", "2");
    }
    html.element("th", "").close();
    html.open("tr").element("th", "run");
    for (var title :
        List.of(
            "tasks",
            "measured",
            "promised",
            "measured",
            "promised",
            "measured",
            "promised",
            "measured",
            "promised",
            "precision")) {
      html.element("th", title, "class", "number");
    }
    html.close().close().open("tbody");
    for (int i = 0; i < runs.size(); i++) {
      var run = runs.get(i);
      var total = run.result().total();
      html.open("tr").open("th", "scope", "row");
      html.element("i", "", "class", "key c" + i % COLOURS).text(run.name()).close();
      for (var cell :
          List.of(
              done(run),
              Durations.rounded(run.seconds()),
              Durations.rounded(run.promisedSeconds()),
              unit.show(total.rate().measured()),
              unit.show(total.rate().predicted()),
              Show.speedup(total.speedup().measured()),
              Show.speedup(total.speedup().predicted()),
              Show.percent(total.efficiency().measured()),
              Show.percent(total.efficiency().predicted()),
              Show.percent(total.precision()))) {
        html.element("td", cell, "class", "number");
      }
      html.close();
    }
    html.close().close().close().close();
  }

  private static String done(RunReport run) {
    var all = Show.count(run.tasks());
    return run.finished() >= run.tasks()
        ? all
        : "%s of %s".formatted(Show.count(run.finished()), all);
  }

  private static void curves(Html html, List<RunReport> runs) {
    var unit = unit(runs);
    double span = runs.stream().mapToDouble(r -> r.index.end / 1e3).max().orElse(1);
    Page.section(
        html,
        "Throughput",
        "Results at the master since each run began, in %s.".formatted(unit.label));
    html.open("p", "class", "legend");
    for (int i = 0; i < runs.size(); i++) {
      html.open("span").element("i", "", "class", "key c" + i % COLOURS);
      html.text(runs.get(i).name()).close();
    }
    html.close();
    var chart = new CurveChart(span, unit.scale());
    for (int i = 0; i < runs.size(); i++) {
      var run = runs.get(i);
      chart.curve(
          new CurveChart.Curve(
              run.name(),
              run.bins.throughput().perSecond(Math.min(SMOOTH, RunPage.bins(run))),
              run.index.end / 1e3,
              "c" + i % COLOURS));
    }
    chart.write(html, "tall", "tasks per second of every run over time");
    html.close();
  }

  private static void verdicts(Html html, List<RunReport> runs) {
    Page.section(html, "Each run", "");
    html.open("dl");
    for (var run : runs) {
      html.open("div").element("dt", run.name()).element("dd", run.verdict()).close();
    }
    html.close().close();
  }
}

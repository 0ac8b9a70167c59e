package io.strait.realign.report;

import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import io.strait.view.page.StrategyBars;
import java.util.Comparator;
import java.util.List;

/** Several runs of realignments compared on a page. */
public final class RealignComparisonPage {
  private RealignComparisonPage() {}

  /** The page as text. */
  public static String of(List<RealignReport> runs, String version) {
    var html = Page.begin("%d runs · strait report".formatted(runs.size()));
    html.open("header").element("p", "%d runs compared".formatted(runs.size()), "class", "over");
    html.element("h1", verdict(runs)).close();
    table(html, runs);
    Page.section(html, "Time per repetition", "");
    StrategyBars.write(
        html,
        runs.stream()
            .flatMap(
                run ->
                    run.steps().stream()
                        .map(
                            step ->
                                new StrategyBars.Bar(
                                    "%s, %s".formatted(run.name(), step.name()),
                                    step.measured(),
                                    step.isPromised() ? step.predicted() : Double.NaN,
                                    step.equals(run.result()))))
            .toList());
    html.close();
    Page.section(html, "Each run", "");
    html.open("dl");
    for (var run : runs) {
      html.open("div").element("dt", run.name()).element("dd", run.verdict()).close();
    }
    html.close().close();
    html.element("footer", "Made by " + version);
    return html.page();
  }

  /** The fastest and the slowest in one sentence. */
  public static String verdict(List<RealignReport> runs) {
    var order = Comparator.comparingDouble((RealignReport run) -> run.result().measured());
    var best = runs.stream().min(order).orElseThrow();
    var worst = runs.stream().max(order).orElseThrow();
    double times = worst.result().measured() / best.result().measured();
    return !(times >= 1.01)
        ? "A repetition took equally long in all runs."
        : "A repetition of %s was %s times as fast as one of %s."
            .formatted(best.name(), Show.number(times), worst.name());
  }

  private static void table(Html html, List<RealignReport> runs) {
    Page.section(html, "Measured, and promised beside it", "");
    DataTable.begin(
        html,
        "run",
        List.of(
            "app",
            "grid",
            "ranks",
            "numbering",
            "predicted",
            "simulated",
            "measured",
            "precision",
            "interior",
            "external",
            "external bytes"));
    for (var run : runs) {
      for (var step : run.steps()) {
        html.open("tr").element("th", run.name(), "scope", "row");
        DataTable.cells(
            html,
            List.of(
                run.app().name(),
                run.grid(),
                Show.count(run.ranks.size()),
                step.name(),
                RealignTables.promised(step.predicted()),
                RealignTables.promised(step.simulated()),
                Show.seconds(step.measured()),
                step.isPromised() ? Show.precision(step.precision()) : Show.NOTHING,
                Show.count(step.interior()),
                Show.count(step.external()),
                Show.size(step.externalBytes())));
        html.close();
      }
    }
    DataTable.end(html);
    html.close();
  }
}

package io.strait.stencil.report;

import io.strait.model.quantity.Durations;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import io.strait.view.page.StrategyBars;
import java.util.Comparator;
import java.util.List;

/** Several runs of stencils compared on a page. */
public final class StencilComparisonPage {
  private StencilComparisonPage() {}

  /** The page as text. */
  public static String of(List<StencilReport> runs, String version) {
    var html = Page.begin("%d runs · strait report".formatted(runs.size()));
    html.open("header").element("p", "%d runs compared".formatted(runs.size()), "class", "over");
    html.element("h1", verdict(runs)).close();
    table(html, runs);
    Page.section(html, "Time per iteration", "");
    StrategyBars.write(
        html,
        runs.stream()
            .map(
                run ->
                    new StrategyBars.Bar(
                        "%s, %s".formatted(run.name(), run.result().name()),
                        run.result().measured(),
                        run.result().predicted(),
                        false))
            .toList());
    html.close();
    for (var run : runs) {
      timeline(html, run);
    }
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
  public static String verdict(List<StencilReport> runs) {
    var order = Comparator.comparingDouble((StencilReport run) -> run.result().measured());
    var best = runs.stream().min(order).orElseThrow();
    var worst = runs.stream().max(order).orElseThrow();
    double times = worst.result().measured() / best.result().measured();
    return !(times >= 1.01)
        ? "An iteration took equally long in all runs."
        : "An iteration of %s (%s) was %s times as fast as one of %s (%s)."
            .formatted(
                best.name(),
                best.result().name(),
                Show.number(times),
                worst.name(),
                worst.result().name());
  }

  private static void table(Html html, List<StencilReport> runs) {
    Page.section(html, "Measured, and promised beside it", "");
    DataTable.begin(
        html,
        "run",
        List.of(
            "app",
            "grid",
            "ranks",
            "strategy",
            "band",
            "predicted",
            "simulated",
            "measured",
            "precision",
            "iterations",
            "all",
            "computing",
            "waiting, LAN",
            "waiting, gap"));
    for (var run : runs) {
      var result = run.result();
      html.open("tr").element("th", run.name(), "scope", "row");
      DataTable.cells(
          html,
          List.of(
              run.app().name(),
              run.grid(),
              Show.count(run.matrix.ranks().size()),
              result.name(),
              result.band(),
              Show.seconds(result.predicted()),
              Show.seconds(result.simulated()),
              Show.seconds(result.measured()),
              Show.precision(result.precision()),
              Show.count(result.iterations()),
              Durations.rounded(result.seconds()),
              Show.percent(result.computing()),
              Show.percent(result.waitingLan()),
              Show.percent(result.waitingGap())));
      html.close();
    }
    DataTable.end(html);
    html.close();
  }

  private static void timeline(Html html, StencilReport run) {
    Page.section(
        html,
        "Waiting in " + run.name(),
        "What every rank did with %s.".formatted(run.result().name()));
    WaitingChart.legend(html);
    new WaitingChart(run.inputs.grid(), run.matrix).write(html, run.ranks.getLast());
    html.close();
  }
}

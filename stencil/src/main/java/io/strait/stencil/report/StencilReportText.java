package io.strait.stencil.report;

import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report about stencils on a terminal and as JSON.
 *
 * @param advice null where runs are compared
 */
public record StencilReportText(List<StencilReport> runs, @Nullable StencilAdvice advice, Path page)
    implements Answer {
  private static final int MOST_IDEAS = 3;

  @Override
  public String text(Style style) {
    var text = new StringBuilder();
    text.append(style.bold(verdict())).append("\n\n");
    text.append(table().print(style));
    if (advice != null) {
      runs.getFirst().warnings().forEach(warning -> text.append('\n').append(warning).append('\n'));
      text.append(ideas(advice));
    }
    return text.append("\nThe page: ").append(page).append('\n').toString();
  }

  private String verdict() {
    return runs.size() == 1 ? runs.getFirst().verdict() : StencilComparisonPage.verdict(runs);
  }

  /** Of one run its strategies, of several what each of them ran at last. */
  private Table table() {
    if (runs.size() > 1) {
      var table = new Table(titles("run", "strategy"));
      for (var run : runs) {
        table.row(cells(run.result(), run.name(), run.result().name()));
      }
      return table;
    }
    var run = runs.getFirst();
    var table = new Table(titles("strategy"));
    for (var each : run.strategies()) {
      table.row(cells(each, each.name() + (each.equals(run.result()) ? " *" : "")));
    }
    return table;
  }

  private static String[] titles(String... first) {
    var titles = new ArrayList<>(List.of(first));
    titles.addAll(
        List.of(
            " band",
            " predicted",
            " simulated",
            " measured",
            " precision",
            " all",
            " computing",
            " waiting, LAN",
            " waiting, gap"));
    return titles.toArray(String[]::new);
  }

  private static String[] cells(StrategyFigures figures, String... first) {
    var cells = new ArrayList<>(List.of(first));
    cells.addAll(
        List.of(
            figures.band(),
            Show.seconds(figures.predicted()),
            Show.seconds(figures.simulated()),
            Show.seconds(figures.measured()),
            Double.isFinite(figures.precision())
                ? "%.1f %%".formatted(100 * figures.precision())
                : "–",
            Durations.rounded(figures.seconds()),
            Numbers.percent(figures.computing()),
            Numbers.percent(figures.waitingLan()),
            Numbers.percent(figures.waitingGap())));
    return cells.toArray(String[]::new);
  }

  private static String ideas(StencilAdvice advice) {
    var text = new StringBuilder();
    for (var idea :
        advice.ideas().stream().filter(StencilAdvice.Idea::helps).limit(MOST_IDEAS).toList()) {
      text.append(
          "%s%s: +%.1f %%, %s for an iteration with %s\n"
              .formatted(
                  text.isEmpty() ? "\nWhat would help most:\n  " : "  ",
                  idea.what(),
                  100 * idea.gain(),
                  Show.seconds(idea.iterationSeconds()),
                  idea.strategy()));
    }
    return text.toString();
  }

  @Override
  public Tree json() {
    var tree =
        new Tree()
            .put("verdict", verdict())
            .put("runs", runs.stream().map(StencilReportText::run).toList());
    if (advice != null) {
      tree.put(
          "advice",
          advice.ideas().stream()
              .map(
                  i ->
                      new Tree()
                          .put("change", i.what())
                          .put("strategy", i.strategy())
                          .put("iteration_s", i.iterationSeconds())
                          .put("gain", i.gain()))
              .toList());
    }
    return tree.put("page", page.toString());
  }

  private static Tree run(StencilReport run) {
    var result = run.result();
    return new Tree()
        .put("folder", run.folder().toString())
        .put("app", run.app().name())
        .put("grid", run.grid())
        .put("best", result.name())
        .put("iterations", result.iterations())
        .put("iteration_s", result.plan().iterationSeconds())
        .put("simulated_iteration_s", result.simulated())
        .put("measured_iteration_s", result.measured())
        .put("measured_time_s", result.seconds())
        .put("precision", result.precision())
        .put("warnings", run.warnings())
        .put("strategies", run.strategies().stream().map(StencilReportText::strategy).toList());
  }

  private static Tree strategy(StrategyFigures figures) {
    return StencilPlanFile.strategy(figures.plan())
        .put("simulated_iteration_s", figures.simulated())
        .put("measured_iteration_s", figures.measured())
        .put("measured_time_s", figures.seconds())
        .put("iterations", figures.iterations())
        .put("time_scale", figures.scale())
        .put("precision", figures.precision())
        .put("computing", figures.computing())
        .put("waiting_lan", figures.waitingLan())
        .put("waiting_gap", figures.waitingGap())
        .put("measured_memory_bytes", figures.memory());
  }
}

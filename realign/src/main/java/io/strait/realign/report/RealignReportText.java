package io.strait.realign.report;

import io.strait.model.text.Tree;
import io.strait.view.Answer;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report about realignments on a terminal and as JSON.
 *
 * @param advice null where runs are compared
 */
public record RealignReportText(List<RealignReport> runs, @Nullable RealignAdvice advice, Path page)
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
    return runs.size() == 1 ? runs.getFirst().verdict() : RealignComparisonPage.verdict(runs);
  }

  private Table table() {
    var table =
        new Table(
            "run",
            "numbering",
            " predicted",
            " simulated",
            " measured",
            " precision",
            " interior",
            " external",
            " external bytes");
    for (var run : runs) {
      for (var step : run.steps()) {
        table.row(
            run.name(),
            step.name() + (step.equals(run.result()) ? " *" : ""),
            promised(step.predicted()),
            promised(step.simulated()),
            Show.seconds(step.measured()),
            step.isPromised() ? "%.1f %%".formatted(100 * step.precision()) : "–",
            "" + step.interior(),
            "" + step.external(),
            Show.size(step.externalBytes()));
      }
    }
    return table;
  }

  private static String promised(double seconds) {
    return seconds > 0 ? Show.seconds(seconds) : "–";
  }

  private static String ideas(RealignAdvice advice) {
    var text = new StringBuilder();
    for (var idea :
        advice.ideas().stream().filter(RealignAdvice.Idea::helps).limit(MOST_IDEAS).toList()) {
      text.append(
          "%s%s: +%.1f %%, %s for a repetition\n"
              .formatted(
                  text.isEmpty() ? "\nWhat would help most:\n  " : "  ",
                  idea.what(),
                  100 * idea.gain(),
                  Show.seconds(idea.seconds())));
    }
    return text.toString();
  }

  @Override
  public Tree json() {
    var tree =
        new Tree()
            .put("verdict", verdict())
            .put("runs", runs.stream().map(RealignReportText::run).toList());
    if (advice != null) {
      tree.put(
          "advice",
          advice.ideas().stream()
              .map(
                  i ->
                      new Tree()
                          .put("change", i.what())
                          .put("time_s", i.seconds())
                          .put("gain", i.gain()))
              .toList());
    }
    return tree.put("page", page.toString());
  }

  private static Tree run(RealignReport run) {
    var result = run.result();
    return new Tree()
        .put("folder", run.folder().toString())
        .put("app", run.app().name())
        .put("grid", run.grid())
        .put("time_s", result.predicted())
        .put("simulated_time_s", result.simulated())
        .put("measured_time_s", result.measured())
        .put("precision", result.precision())
        .put("warnings", run.warnings())
        .put("steps", run.steps().stream().map(RealignReportText::step).toList());
  }

  private static Tree step(RealignFigures figures) {
    return new Tree()
        .put("name", figures.name())
        .put("predicted_s", figures.predicted())
        .put("simulated_s", figures.simulated())
        .put("measured_s", figures.measured())
        .put("precision", figures.precision())
        .put("interior", figures.interior())
        .put("external", figures.external())
        .put("interior_bytes", figures.interiorBytes())
        .put("external_bytes", figures.externalBytes())
        .put("verified", figures.checked() ? figures.verified() : null);
  }
}

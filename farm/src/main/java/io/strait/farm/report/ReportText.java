package io.strait.farm.report;

import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report on a terminal and as JSON.
 *
 * @param advice null where runs are compared
 */
public record ReportText(List<RunReport> runs, @Nullable Advice advice, Path page)
    implements Answer {
  private static final int MOST_ROWS = 24;
  private static final int MOST_IDEAS = 3;

  @Override
  public String text(Style style) {
    var text = new StringBuilder();
    text.append(style.bold(verdict())).append("\n\n");
    text.append(advice == null ? comparison(style) : figures(runs.getFirst(), style));
    if (advice != null) {
      runs.getFirst().warnings().forEach(warning -> text.append('\n').append(warning).append('\n'));
      text.append(ideas(advice));
    }
    return text.append("\nThe page: ").append(page).append('\n').toString();
  }

  private String verdict() {
    return runs.size() == 1 ? runs.getFirst().verdict() : ComparisonPage.verdict(runs);
  }

  private static String figures(RunReport run, Style style) {
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
    for (var phase : run.phases()) {
      var name = phase.phase();
      boolean single = phase.clusters().size() == 1;
      for (var row : phase.clusters().subList(0, Math.min(MOST_ROWS, phase.clusters().size()))) {
        row(table, name, row, single ? Durations.rounded(phase.time()) : "");
        name = "";
      }
      if (!single) {
        row(table, name, phase.total(), Durations.rounded(phase.time()));
      }
      if (!phase.equals(run.result())) {
        table.gap();
      }
    }
    return table.print(style);
  }

  private static void row(Table table, String phase, PhaseFigures.Row row, String time) {
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

  private String comparison(Style style) {
    var table =
        new Table("run", " tasks", " time", " promised", " speedup", " efficiency", " precision");
    for (var run : runs) {
      var total = run.result().total();
      table.row(
          run.name(),
          "%d of %d".formatted(run.finished(), run.tasks()),
          Durations.rounded(run.seconds()),
          Durations.rounded(run.promisedSeconds()),
          Numbers.speedup(total.speedup().measured()),
          Numbers.percent(total.efficiency().measured()),
          Numbers.percent(total.precision()));
    }
    return table.print(style);
  }

  private static String ideas(Advice advice) {
    var text = new StringBuilder();
    for (var idea : advice.ideas().stream().filter(Advice.Idea::helps).limit(MOST_IDEAS).toList()) {
      text.append(
          "%s%s: +%.1f %%, speedup %.3f\n"
              .formatted(
                  text.isEmpty() ? "\nWhat would help most:\n  " : "  ",
                  idea.what(),
                  100 * idea.gain(),
                  idea.speedup()));
    }
    return text.toString();
  }

  @Override
  public Tree json() {
    var tree =
        new Tree()
            .put("verdict", verdict())
            .put("runs", runs.stream().map(ReportText::run).toList());
    if (advice != null) {
      tree.put(
          "advice",
          advice.ideas().stream()
              .map(
                  i ->
                      new Tree()
                          .put("change", i.what())
                          .put("speedup", i.speedup())
                          .put("gain", i.gain()))
              .toList());
    }
    return tree.put("page", page.toString());
  }

  private static Tree run(RunReport run) {
    return new Tree()
        .put("folder", run.folder().toString())
        .put("state", run.state())
        .put("tasks", run.tasks())
        .put("finished", run.finished())
        .put("failed", run.failed())
        .put("time_s", run.promisedSeconds())
        .put("measured_time_s", run.seconds())
        .put("warnings", run.warnings())
        .put("total", row(run.result().total()))
        .put("clusters", run.result().clusters().stream().map(ReportText::row).toList())
        .put("steps", run.phases().stream().map(ReportText::phase).toList());
  }

  private static Tree phase(PhaseFigures phase) {
    return new Tree()
        .put("phase", phase.phase())
        .put("measured_time_s", phase.time())
        .put("total", row(phase.total()))
        .put("clusters", phase.clusters().stream().map(ReportText::row).toList());
  }

  private static Tree row(PhaseFigures.Row row) {
    var tree =
        new Tree()
            .put("name", row.name())
            .put("workers", row.workers())
            .put("estimated_rate", row.rate().predicted())
            .put("simulated_rate", row.rate().simulated())
            .put("measured_rate", row.rate().measured())
            .put("speedup", row.speedup().predicted())
            .put("simulated_speedup", row.speedup().simulated())
            .put("measured_speedup", row.speedup().measured())
            .put("efficiency", row.efficiency().predicted())
            .put("simulated_efficiency", row.efficiency().simulated())
            .put("measured_efficiency", row.efficiency().measured())
            .put("precision", row.precision());
    return Double.isFinite(row.published()) ? tree.put("reference_speedup", row.published()) : tree;
  }
}

package io.strait.kind.report;

import io.strait.model.text.Tree;
import io.strait.view.Answer;
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
record ReportText(
    String verdict, Table table, List<RunReport<?, ?>> runs, @Nullable Advice advice, Path page)
    implements Answer {
  @Override
  public String text(Style style) {
    var text = new StringBuilder();
    text.append(style.bold(verdict)).append("\n\n").append(table.print(style));
    if (advice != null) {
      @Nullable Table losses = runs.getFirst().losses();
      text.append(losses == null ? "" : "\n" + losses.print(style));
      runs.getFirst().warnings().forEach(warning -> text.append('\n').append(warning).append('\n'));
      text.append(advice.text());
    }
    return text.append("\nThe page: ").append(page).append('\n').toString();
  }

  @Override
  public Tree json() {
    return new Tree()
        .put("verdict", verdict)
        .put("runs", runs.stream().map(RunReport::json).toList())
        .putIfPresent("advice", advice == null ? null : advice.json())
        .putIfPresent(
            "remedies",
            advice == null || advice.remedies().isEmpty() ? null : advice.remediesJson())
        .put("page", page.toString());
  }
}

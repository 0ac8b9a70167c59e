package io.strait.kind.report;

import io.strait.view.Answer;
import io.strait.view.page.Fact;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Several runs, compared. */
record ComparisonReport(List<RunReport<?, ?>> runs, Comparison comparison) implements Report {
  @Override
  public String page(String version) throws IOException {
    var html = Page.begin("%d runs · strait report".formatted(runs.size()), false);
    html.open("header")
        .element("p", "%d runs compared".formatted(runs.size()), "class", "over")
        .element("h1", comparison.verdict())
        .close();
    new Section("Measured, and promised beside it", comparison::figures).write(html);
    for (var section : comparison.sections()) {
      section.write(html);
    }
    var verdicts = runs.stream().map(run -> new Fact(run.name(), run.verdict())).toList();
    new Section("Each run", body -> Fact.write(body, verdicts)).write(html);
    html.element("footer", "Made by " + version);
    return html.page();
  }

  @Override
  public Answer answer(Path page) {
    return new ReportText(comparison.verdict(), comparison.table(), runs, null, page);
  }
}

package io.strait.kind.report;

import io.strait.view.Answer;
import io.strait.view.page.Fact;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several runs, compared. */
record ComparisonReport(List<RunReport<?, ?>> runs, Comparison comparison) implements Report {
  @Override
  public String page(String version) throws IOException {
    var html = Page.begin("%d runs · strait report".formatted(runs.size()), false);
    head().write(html);
    for (var section : sections()) {
      section.write(html);
    }
    html.element("footer", "Made by " + version);
    return html.text();
  }

  @Override
  public Head head() {
    return new Head("%d runs compared".formatted(runs.size()), comparison.verdict(), List.of());
  }

  @Override
  public List<Section> sections() {
    var sections = new ArrayList<Section>();
    sections.add(new Section("Measured, and promised beside it", comparison::figures));
    sections.addAll(comparison.sections());
    var verdicts = runs.stream().map(run -> new Fact(run.name(), run.verdict())).toList();
    sections.add(new Section("Each run", body -> Fact.write(body, verdicts)));
    return sections;
  }

  @Override
  public Answer answer(Path page) {
    return new ReportText(comparison.verdict(), comparison.table(), runs, null, page);
  }
}

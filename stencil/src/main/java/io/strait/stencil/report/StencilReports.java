package io.strait.stencil.report;

import io.strait.kind.report.Report;
import io.strait.view.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What there is to say of a run, or of several in comparison. */
public record StencilReports(List<StencilReport> runs, @Nullable StencilAdvice advice)
    implements Report {
  public static StencilReports read(List<Path> folders, List<String> names) throws IOException {
    var runs = new ArrayList<StencilReport>();
    for (int i = 0; i < folders.size(); i++) {
      runs.add(StencilReport.read(folders.get(i), names.get(i)));
    }
    return new StencilReports(runs, runs.size() == 1 ? runs.getFirst().advice() : null);
  }

  @Override
  public String page(String version) throws IOException {
    return advice == null
        ? StencilComparisonPage.of(runs, version)
        : StencilPage.of(runs.getFirst(), advice, version);
  }

  @Override
  public Answer answer(Path page) {
    return new StencilReportText(runs, advice, page);
  }
}

package io.strait.realign.report;

import io.strait.kind.report.Report;
import io.strait.view.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What there is to say of a run, or of several in comparison. */
public record RealignReports(List<RealignReport> runs, @Nullable RealignAdvice advice)
    implements Report {
  public static RealignReports read(List<Path> folders, List<String> names) throws IOException {
    var runs = new ArrayList<RealignReport>();
    for (int i = 0; i < folders.size(); i++) {
      runs.add(RealignReport.read(folders.get(i), names.get(i)));
    }
    return new RealignReports(runs, runs.size() == 1 ? runs.getFirst().advice() : null);
  }

  @Override
  public String page(String version) throws IOException {
    return advice == null
        ? RealignComparisonPage.of(runs, version)
        : RealignPage.of(runs.getFirst(), advice, version);
  }

  @Override
  public Answer answer(Path page) {
    return new RealignReportText(runs, advice, page);
  }
}

package io.strait.farm.report;

import io.strait.kind.report.Report;
import io.strait.view.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What there is to say of a farm's run, or of several in comparison. */
public record FarmReport(List<RunReport> runs, @Nullable Advice advice) implements Report {
  public static FarmReport read(List<Path> folders, List<String> names) throws IOException {
    var runs = new ArrayList<RunReport>();
    for (int i = 0; i < folders.size(); i++) {
      runs.add(RunReport.read(folders.get(i), names.get(i)));
    }
    return new FarmReport(runs, runs.size() == 1 ? runs.getFirst().advice() : null);
  }

  @Override
  public String page(String version) throws IOException {
    return advice == null
        ? ComparisonPage.of(runs, version)
        : RunPage.of(runs.getFirst(), advice, version);
  }

  @Override
  public Answer answer(Path page) {
    return new ReportText(runs, advice, page);
  }
}

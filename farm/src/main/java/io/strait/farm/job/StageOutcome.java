package io.strait.farm.job;

import io.strait.farm.outcome.FarmSummary;
import io.strait.farm.run.FarmStatus;
import io.strait.farm.run.SiteData;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.Version;
import io.strait.model.text.Printable;
import io.strait.view.SafeFile;
import io.strait.view.Style;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param results where they are; null if there are none
 * @param comparison with what was promised; null if nothing was
 * @param warning what to keep in mind when reading its figures; empty if nothing
 * @param data how large files came to sites
 * @param trouble why it was stopped, or what went wrong at its end; null if nothing did
 */
record StageOutcome(
    RunFolder folder,
    TaskSpec task,
    FarmStatus status,
    @Nullable Path results,
    @Nullable String trouble,
    String warning,
    Instant ended,
    SiteData data,
    @Nullable StageComparison comparison) {
  /** Different failures that are shown. */
  private static final int MOST_SHOWN = 10;

  /** Tasks that are listed with a failure. */
  private static final int MOST_LISTED = 8;

  StageOutcome with(StageComparison other) {
    return new StageOutcome(folder, task, status, results, trouble, warning, ended, data, other);
  }

  boolean isGood() {
    return isComplete() && status.failed().isEmpty() && trouble == null;
  }

  /** Whether nothing is left to do. */
  boolean isComplete() {
    return results != null;
  }

  String text(Style style) {
    var out = new StringBuilder();
    if (comparison != null) {
      out.append(comparison.text(style)).append('\n');
    }
    int done = status.finished() - status.failed().size();
    int now = status.finished() - status.before();
    out.append("%,d of %,d tasks done".formatted(done, status.tasks()));
    if (now == 0) {
      out.append(status.before() > 0 ? ", all of them before" : "");
    } else {
      out.append(status.before() > 0 ? ", %,d of them now,".formatted(now) : "")
          .append(" in %.1f s (%.3g/s)".formatted(status.seconds(), status.rate()));
    }
    out.append('\n');
    data.stagings().forEach(staging -> out.append(staging.line()).append('\n'));
    appendFailures(out);
    if (results != null) {
      out.append(ResultText.of(results, task)).append('\n');
    }
    if (trouble != null && results != null) {
      out.append(trouble).append('\n');
    } else if (results == null) {
      out.append("stopped: %s\n".formatted(trouble));
      out.append("go on with: strait run --resume %s\n".formatted(folder.whole()));
    }
    return out.toString();
  }

  /** Failures that read alike are shown once. */
  private void appendFailures(StringBuilder out) {
    var alike = new LinkedHashMap<String, List<Integer>>();
    status
        .failed()
        .forEach((id, why) -> alike.computeIfAbsent(why.strip(), w -> new ArrayList<>()).add(id));
    int shown = 0;
    for (var failure : alike.entrySet()) {
      if (shown++ == MOST_SHOWN) {
        out.append(
            "… and %,d other failures, see %s\n"
                .formatted(alike.size() - MOST_SHOWN, folder.summary()));
        break;
      }
      var ids = failure.getValue();
      var listed = String.join(", ", ids.stream().limit(MOST_LISTED).map(id -> "" + id).toList());
      out.append(
          "task%s %s%s failed: %s\n"
              .formatted(
                  ids.size() == 1 ? "" : "s",
                  listed,
                  ids.size() > MOST_LISTED
                      ? " and %,d more".formatted(ids.size() - MOST_LISTED)
                      : "",
                  Printable.lines(failure.getKey()).replace("\n", "\n  ")));
    }
  }

  private FarmSummary summary() {
    return new FarmSummary(
        isGood() ? "done" : isComplete() ? "failed" : "stopped",
        status.standing(),
        comparison == null ? "" : comparison.plan().master(),
        comparison == null ? List.of() : comparison.phases(),
        data.stagings(),
        comparison == null ? "" : comparison.verdict(),
        ended.truncatedTo(ChronoUnit.SECONDS).toString(),
        Version.text(),
        folder.path().toString(),
        results == null ? "" : results.toString(),
        trouble == null ? "" : trouble,
        warning);
  }

  String json() {
    return summary().json();
  }

  /** Leaves a summary in the run's folder. */
  void write() throws IOException {
    SafeFile.write(folder.summary(), json().getBytes(StandardCharsets.UTF_8));
  }
}

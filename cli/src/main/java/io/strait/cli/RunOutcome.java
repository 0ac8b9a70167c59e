package io.strait.cli;

import io.strait.model.text.Tree;
import io.strait.run.node.RunStatus;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param results where they are; null if there are none
 * @param stopped why it was stopped; null if it was not
 */
record RunOutcome(
    String name, Path folder, RunStatus status, @Nullable Path results, @Nullable String stopped) {
  private static final int MOST_SHOWN = 10;

  boolean isGood() {
    return results != null && status.failed().isEmpty();
  }

  String text() {
    var out = new StringBuilder();
    int done = status.finished() - status.failed().size();
    out.append(
        "%,d of %,d tasks done in %.1f s (%.4g/s)%n"
            .formatted(done, status.tasks(), status.seconds(), status.rate()));
    int shown = 0;
    for (var failed : status.failed().entrySet()) {
      if (shown++ == MOST_SHOWN) {
        out.append(
            "… and %,d more, see summary.json%n".formatted(status.failed().size() - MOST_SHOWN));
        break;
      }
      out.append(
          "task %d failed: %s%n"
              .formatted(failed.getKey(), failed.getValue().strip().replace("\n", "\n  ")));
    }
    if (results != null) {
      out.append("results: %s%n".formatted(results));
    }
    if (results == null) {
      out.append(
          "stopped: %s; go on with: strait run --resume %s%n"
              .formatted(stopped == null ? "a task failed" : stopped, folder));
    }
    return out.toString();
  }

  String json() {
    var tree = tree(status).put("folder", folder.toString());
    if (results != null) {
      tree.put("results", results.toString());
    }
    if (stopped != null) {
      tree.put("stopped", stopped);
    }
    return tree.json();
  }

  static Tree tree(RunStatus status) {
    var failed =
        status.failed().entrySet().stream()
            .limit(1_000)
            .map(f -> new Tree().put("task", f.getKey()).put("why", f.getValue()))
            .toList();
    var children =
        status.children().stream()
            .map(
                c ->
                    new Tree()
                        .put("name", c.name())
                        .put("role", c.role().name().toLowerCase(java.util.Locale.ROOT))
                        .put("connected", c.connected())
                        .put("holding", c.holding())
                        .put("finished", c.finished()))
            .toList();
    return new Tree()
        .put("run", status.run())
        .put("tasks", status.tasks())
        .put("finished", status.finished())
        .put("failed", status.failed().size())
        .put("handed_out", status.handedOut())
        .put("duplicates", status.duplicates())
        .put("epoch", status.epoch())
        .put("time_s", status.seconds())
        .put("measured_rate", status.rate())
        .put("failures", failed)
        .put("children", children);
  }
}

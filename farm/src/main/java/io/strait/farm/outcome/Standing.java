package io.strait.farm.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run stands, or stood when it ended: what its master counts. Where a file does not tell,
 * counts are -1 and times NaN.
 *
 * @param finished tasks that are done or have failed for good
 * @param before those that were finished when the master was started
 * @param failed those that have failed for good
 * @param failures why, for the first of them
 * @param epoch how often the master was started
 * @param seconds since the master was started
 * @param rate tasks per second since then
 * @param troubles of nodes, the latest first
 */
public record Standing(
    String run,
    long tasks,
    long finished,
    long before,
    long failed,
    long handedOut,
    long duplicates,
    long epoch,
    double seconds,
    double rate,
    List<Failure> failures,
    List<Child> children,
    List<Trouble> troubles) {
  public static final Standing NONE =
      new Standing(
          "", -1, -1, -1, -1, -1, -1, -1, Double.NaN, Double.NaN, List.of(), List.of(), List.of());

  /** Failures that are listed. */
  private static final int MOST_FAILURES = 1_000;

  /** A task that failed for good. */
  public record Failure(long task, String why) {}

  /**
   * The latest warning of a node, or why it is gone.
   *
   * @param node its name, after those of the gateways above it
   * @param ago in seconds
   */
  public record Trouble(String node, String what, double ago) {}

  /**
   * A direct child of the master.
   *
   * @param workers connected below it; null if it has not told
   */
  public record Child(
      String name,
      String role,
      boolean connected,
      @Nullable Integer workers,
      int holding,
      int finished,
      long received,
      long sent) {
    private Tree tree(boolean live) {
      return new Tree()
          .put("name", name)
          .put("role", role)
          .putIfPresent("connected", live ? connected : null)
          .putIfPresent("workers", live && connected ? workers : null)
          .putIfPresent("holding", live ? holding : null)
          .put("finished", finished)
          .put("received_bytes", received)
          .put("sent_bytes", sent);
    }
  }

  /**
   * As JSON.
   *
   * @param state {@link FarmSummary#RUNNING}, done, failed or stopped
   */
  public Tree tree(String state) {
    boolean live = state.equals(FarmSummary.RUNNING);
    return new Tree()
        .put("run", run)
        .put("state", state)
        .put("tasks", tasks)
        .put("finished", finished)
        .put("finished_before", before)
        .put("failed", failed)
        .put("handed_out", handedOut)
        .put("duplicates", duplicates)
        .put("epoch", epoch)
        .put("real_time_s", seconds)
        .put("real_rate", rate)
        .put(
            "failures",
            failures.stream()
                .limit(MOST_FAILURES)
                .map(f -> new Tree().put("task", f.task).put("why", f.why))
                .toList())
        .put("children", children.stream().map(c -> c.tree(live)).toList())
        .put(
            "troubles",
            troubles.stream()
                .map(
                    t ->
                        new Tree()
                            .put("node", t.node)
                            .put("what", t.what)
                            .put("ago_s", Math.round(10 * t.ago) / 10.0))
                .toList());
  }

  /** Reads what {@link #tree} wrote, but for the children and their troubles. */
  static Standing read(JsonFile file, Node.Mapping node) {
    var failures = new ArrayList<Failure>();
    for (var item : file.items(node, "failures")) {
      var failure = file.mapping(item, "a failure");
      failures.add(new Failure(count(file, failure, "task"), file.text(failure, "why")));
    }
    return new Standing(
        file.text(node, "run"),
        count(file, node, "tasks"),
        count(file, node, "finished"),
        count(file, node, "finished_before"),
        count(file, node, "failed"),
        count(file, node, "handed_out"),
        count(file, node, "duplicates"),
        count(file, node, "epoch"),
        file.number(node, "real_time_s"),
        file.number(node, "real_rate"),
        failures,
        List.of(),
        List.of());
  }

  /** A whole number, or -1. */
  private static long count(JsonFile file, Node.Mapping node, String key) {
    double value = file.number(node, key);
    return Double.isNaN(value) ? -1 : (long) value;
  }
}

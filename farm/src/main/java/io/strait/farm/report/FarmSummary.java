package io.strait.farm.report;

import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code summary.json} tells beyond the plan. Whatever an older or a stopped run does not tell
 * is NaN or empty; what is there but is no number is refused.
 */
record FarmSummary(
    String state,
    String run,
    String version,
    double simulatedTime,
    double measuredTime,
    long finished,
    long failed,
    Map<String, Phase> steps,
    Phase last,
    List<Failure> failures,
    String trouble,
    String warning) {

  private static final int MOST_FAILURES = 50;

  /** What was simulated and measured of one cluster, or of all. */
  record Figures(
      double simulatedRate,
      double measuredRate,
      double simulatedSpeedup,
      double measuredSpeedup,
      double simulatedEfficiency,
      double measuredEfficiency,
      double precision,
      double referenceSpeedup) {
    static final Figures NONE =
        new Figures(
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN);

    boolean isMeasured() {
      return Double.isFinite(measuredRate) || Double.isFinite(measuredSpeedup);
    }
  }

  /** One phase of the plan that was run. */
  record Phase(Figures total, Map<String, Figures> clusters, double measuredTime, double scale) {
    static final Phase NONE = new Phase(Figures.NONE, Map.of(), Double.NaN, Double.NaN);
  }

  /** A task that failed for good. */
  record Failure(String task, String why) {}

  static final FarmSummary NONE =
      new FarmSummary(
          "", "", "", Double.NaN, Double.NaN, -1, -1, Map.of(), Phase.NONE, List.of(), "", "");

  static FarmSummary read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return NONE;
    }
    return new Reader(JsonFile.read(file)).summary();
  }

  private record Reader(JsonFile file) {
    FarmSummary summary() {
      var root = file.mapping(file.root(), "the summary");
      var steps = new LinkedHashMap<String, Phase>();
      for (var item : file.items(root, "steps")) {
        var step = file.mapping(item, "a step");
        steps.put(file.text(step, "phase"), phase(step));
      }
      var failures = new ArrayList<Failure>();
      for (var item : file.items(root, "failures")) {
        var failure = file.mapping(item, "a failure");
        if (failures.size() < MOST_FAILURES) {
          failures.add(new Failure(file.text(failure, "task"), file.text(failure, "why")));
        }
      }
      return new FarmSummary(
          file.text(root, "state"),
          file.text(root, "run"),
          file.text(root, "version"),
          file.number(root, "simulated_time_s"),
          file.number(root, "measured_time_s"),
          count(root, "finished"),
          count(root, "failed"),
          steps,
          phase(root),
          failures,
          file.text(root, "trouble"),
          file.text(root, "warning"));
    }

    private Phase phase(Node.Mapping node) {
      var clusters = new LinkedHashMap<String, Figures>();
      for (var item : file.items(node, "clusters")) {
        var cluster = file.mapping(item, "a cluster");
        clusters.put(file.text(cluster, "name"), figures(cluster));
      }
      @Nullable Node total = node.get("total");
      var all = total == null ? null : file.mapping(total, "total");
      double time = all == null ? Double.NaN : file.number(all, "measured_time_s");
      return new Phase(
          all == null ? Figures.NONE : figures(all),
          clusters,
          Double.isFinite(time) ? time : file.number(node, "measured_time_s"),
          file.number(node, "time_scale"));
    }

    private Figures figures(Node.Mapping node) {
      return new Figures(
          file.number(node, "simulated_rate"),
          file.number(node, "measured_rate"),
          file.number(node, "simulated_speedup"),
          file.number(node, "measured_speedup"),
          file.number(node, "simulated_efficiency"),
          file.number(node, "measured_efficiency"),
          file.number(node, "precision"),
          file.number(node, "reference_speedup"));
    }

    /** A whole number, or -1. */
    private long count(Node.Mapping node, String key) {
      double value = file.number(node, key);
      return Double.isNaN(value) ? -1 : (long) value;
    }
  }
}

package io.strait.cli.report;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code summary.json} tells beyond the plan. Whatever an older or a stopped run does not tell
 * is NaN or empty; what is there but is no number is refused.
 */
record Summary(
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

  private static final long LARGEST = 64 << 20;
  private static final int MOST_FAILURES = 50;

  /** What YAML, which our reader reads, has no room for, though JSON has. */
  private static final Pattern UNPRINTABLE =
      Pattern.compile(
          "[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\x{10000}-\\x{10ffff}]");

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

  static final Summary NONE =
      new Summary(
          "", "", "", Double.NaN, Double.NaN, -1, -1, Map.of(), Phase.NONE, List.of(), "", "");

  static Summary read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return NONE;
    }
    if (Files.size(file) > LARGEST) {
      throw new InputException(
          "%s:1: the file has %d bytes, expected at most %d"
              .formatted(file, Files.size(file), LARGEST));
    }
    var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return new Reader(
            Document.parse(file.toString(), UNPRINTABLE.matcher(text).replaceAll("\ufffd")))
        .summary();
  }

  private record Reader(Document document) {
    Summary summary() {
      var root = mapping(document.root(), "the summary");
      var steps = new LinkedHashMap<String, Phase>();
      for (var item : items(root, "steps")) {
        var step = mapping(item, "a step");
        steps.put(text(step, "phase"), phase(step));
      }
      var failures = new ArrayList<Failure>();
      for (var item : items(root, "failures")) {
        var failure = mapping(item, "a failure");
        if (failures.size() < MOST_FAILURES) {
          failures.add(new Failure(text(failure, "task"), text(failure, "why")));
        }
      }
      return new Summary(
          text(root, "state"),
          text(root, "run"),
          text(root, "version"),
          number(root, "simulated_time_s"),
          number(root, "measured_time_s"),
          count(root, "finished"),
          count(root, "failed"),
          steps,
          phase(root),
          failures,
          text(root, "trouble"),
          text(root, "warning"));
    }

    private Phase phase(Node.Mapping node) {
      var clusters = new LinkedHashMap<String, Figures>();
      for (var item : items(node, "clusters")) {
        var cluster = mapping(item, "a cluster");
        clusters.put(text(cluster, "name"), figures(cluster));
      }
      @Nullable Node total = node.get("total");
      var all = total == null ? null : mapping(total, "total");
      double time = all == null ? Double.NaN : number(all, "measured_time_s");
      return new Phase(
          all == null ? Figures.NONE : figures(all),
          clusters,
          Double.isFinite(time) ? time : number(node, "measured_time_s"),
          number(node, "time_scale"));
    }

    private Figures figures(Node.Mapping node) {
      return new Figures(
          number(node, "simulated_rate"),
          number(node, "measured_rate"),
          number(node, "simulated_speedup"),
          number(node, "measured_speedup"),
          number(node, "simulated_efficiency"),
          number(node, "measured_efficiency"),
          number(node, "precision"),
          number(node, "reference_speedup"));
    }

    private Node.Mapping mapping(Node node, String what) {
      if (node instanceof Node.Mapping mapping) {
        return mapping;
      }
      throw document.error(node, "%s is %s, expected an object".formatted(what, node.kind()));
    }

    private List<Node> items(Node.Mapping node, String key) {
      return switch (node.get(key)) {
        case null -> List.of();
        case Node.Sequence list -> list.items();
        case Node other ->
            throw document.error(other, "%s is %s, expected a list".formatted(key, other.kind()));
      };
    }

    private String text(Node.Mapping node, String key) {
      return switch (node.get(key)) {
        case null -> "";
        case Node.Scalar text -> text.text();
        case Node other ->
            throw document.error(other, "%s is %s, expected a text".formatted(key, other.kind()));
      };
    }

    private double number(Node.Mapping node, String key) {
      var text = text(node, key);
      if (text.isEmpty() || text.equals("null")) {
        return Double.NaN;
      }
      try {
        double value = Double.parseDouble(text);
        if (Double.isFinite(value) && value >= 0) {
          return value;
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw document.error(
          Objects.requireNonNull(node.get(key)),
          "%s is '%s', expected a number of 0 or more, or null".formatted(key, text));
    }

    /** A whole number, or -1. */
    private long count(Node.Mapping node, String key) {
      double value = number(node, key);
      return Double.isNaN(value) ? -1 : (long) value;
    }
  }
}

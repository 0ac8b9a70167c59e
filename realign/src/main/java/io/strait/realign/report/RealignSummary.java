package io.strait.realign.report;

import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.realign.report.RealignFigures.Rank;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What {@code summary.json} of a realignment tells: the numberings that were run. */
final class RealignSummary {
  private final JsonFile file;

  private RealignSummary(JsonFile file) {
    this.file = file;
  }

  /** Numberings as they were run, the plan's last. */
  static List<RealignFigures> read(Path run, int ranks) throws IOException {
    return new RealignSummary(JsonFile.summary(run)).steps(ranks);
  }

  /** Whether what was run can be compared: it cannot where nothing was emulated on one machine. */
  static boolean isCompared(Path run) throws IOException {
    var file = JsonFile.summary(run);
    return !file.text(file.mapping(file.root(), "the summary"), "ratio").equals("null");
  }

  private List<RealignFigures> steps(int ranks) {
    var root = file.mapping(file.root(), "the summary");
    var found = new ArrayList<RealignFigures>();
    var names = new HashSet<String>();
    for (var item : file.items(root, "steps")) {
      var figures = step(file.mapping(item, "a step"), ranks);
      if (!names.add(figures.name())) {
        throw file.document()
            .error(item, "step '%s' once more, expected it once".formatted(figures.name()));
      }
      found.add(figures);
    }
    if (found.isEmpty()) {
      throw file.document().error(root, "no steps, expected what was run");
    }
    return found;
  }

  private RealignFigures step(Node.Mapping node, int ranks) {
    var found = new ArrayList<Rank>();
    for (var item : file.items(node, "ranks")) {
      found.add(rank(file.mapping(item, "a rank"), found.size()));
    }
    if (!found.isEmpty() && found.size() != ranks) {
      throw file.document()
          .error(
              node,
              "ranks has %d items, expected what %d ranks did".formatted(found.size(), ranks));
    }
    return new RealignFigures(
        file.text(node, "name"),
        new Promise(
            file.number(node, "predicted_s"),
            file.number(node, "simulated_s"),
            required(node, "measured_s")),
        seconds(node, "io_s"),
        file.text(node, "resumed").equals("true"),
        (long) required(node, "interior"),
        (long) required(node, "external"),
        (long) required(node, "interior_bytes"),
        (long) required(node, "external_bytes"),
        !file.text(node, "verified").equals("false"),
        file.text(node, "verified").matches("true|false"),
        found);
  }

  private Rank rank(Node.Mapping node, int expected) {
    if (required(node, "rank") != expected) {
      throw file.document()
          .error(node, "rank %s, expected rank %d".formatted(file.text(node, "rank"), expected));
    }
    return new Rank(
        expected,
        file.text(node, "host"),
        file.text(node, "cluster"),
        seconds(node, "pack_s"),
        seconds(node, "wait_s"),
        seconds(node, "unpack_s"),
        seconds(node, "io_s"),
        (long) seconds(node, "sent_bytes"),
        (long) seconds(node, "received_bytes"),
        (long) seconds(node, "memory_bytes"));
  }

  private double seconds(Node.Mapping node, String key) {
    double value = file.number(node, key);
    return Double.isNaN(value) ? 0 : value;
  }

  private double required(Node.Mapping node, String key) {
    return file.required(node, key, "a step");
  }
}

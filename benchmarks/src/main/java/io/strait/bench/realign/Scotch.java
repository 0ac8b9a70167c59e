package io.strait.bench.realign;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.bench.Command;
import io.strait.realign.plan.Flows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Scotch's program for static mapping, as Debian packages it: blocks with their flows onto a
 * complete graph of clusters weighted by their sizes. It may miss the sizes by a share that it is
 * told.
 */
final class Scotch {
  private static final String PROGRAM = "scotch_gmap";
  private static final Path FOLDER = Path.of("benchmarks/target/scotch");

  /**
   * What it found.
   *
   * @param clusters of each block
   * @param seconds of CPU time for the mapping alone: that of the program, times the share that it
   *     says the mapping took
   */
  record Mapping(int[] clusters, double seconds) {
    /** By how much the sizes are missed at most, as a share of the size. */
    double imbalance(int[] sizes) {
      var count = new int[sizes.length];
      for (int c : clusters) {
        count[c]++;
      }
      double most = 0;
      for (int c = 0; c < sizes.length; c++) {
        most = Math.max(most, Math.abs(count[c] - sizes[c]) / (double) sizes[c]);
      }
      return most;
    }
  }

  private Scotch() {}

  /** Nothing where it cannot be had. */
  static @Nullable Scotch find() {
    return Command.provide(PROGRAM, "scotch") ? new Scotch() : null;
  }

  /** Nothing where it fails. */
  @Nullable Mapping map(Flows flows, int[] sizes) {
    try {
      Files.createDirectories(FOLDER);
      var graph = FOLDER.resolve("flows.grf");
      var target = FOLDER.resolve("clusters.tgt");
      var mapping = FOLDER.resolve("blocks.map");
      var log = FOLDER.resolve("log");
      Files.writeString(graph, graph(flows));
      Files.writeString(
          target,
          "cmpltw %d %s%n"
              .formatted(
                  sizes.length,
                  Arrays.stream(sizes).mapToObj(String::valueOf).collect(Collectors.joining(" "))));
      var files = List.of(graph, target, mapping, log);
      var timed = "TIMEFORMAT='user=%U system=%S'; { time \"$0\" \"$@\"; } 2>&1";
      var command = new ArrayList<>(List.of("bash", "-c", timed, PROGRAM, "-vt"));
      files.forEach(file -> command.add(file.toString()));
      var output = Command.call(command);
      if (output.status() != 0) {
        return null;
      }
      var times = Files.readString(log, UTF_8);
      double share = seconds(times, "Mapping") / seconds(times, "Total");
      double seconds = (output.number("user") + output.number("system")) * share;
      return new Mapping(read(mapping, flows.blocks()), seconds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its format of graphs: neighbours from both ends, with the messages between them. */
  private static String graph(Flows flows) {
    var rows = new ArrayList<TreeMap<Integer, Integer>>();
    for (int i = 0; i < flows.blocks(); i++) {
      rows.add(new TreeMap<>());
    }
    int arcs = 0;
    for (int i = 0; i < flows.blocks(); i++) {
      for (int e = flows.start(i); e < flows.start(i + 1); e++) {
        int to = flows.to(e);
        if (to != i) {
          arcs += rows.get(i).merge(to, 1, Integer::sum) == 1 ? 1 : 0;
          arcs += rows.get(to).merge(i, 1, Integer::sum) == 1 ? 1 : 0;
        }
      }
    }
    var text = new StringBuilder();
    text.append("0\n%d %d\n0 010\n".formatted(flows.blocks(), arcs));
    for (var row : rows) {
      text.append(row.size());
      row.forEach((to, weight) -> text.append(' ').append(weight).append(' ').append(to));
      text.append('\n');
    }
    return text.toString();
  }

  private static int[] read(Path mapping, int blocks) throws IOException {
    var clusters = new int[blocks];
    var lines = Files.readAllLines(mapping);
    for (var line : lines.subList(1, lines.size())) {
      var words = line.strip().split("\\s+", -1);
      clusters[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
    }
    return clusters;
  }

  /** Of one of the lines that it ends with, such as {@code T Mapping 1.8}. */
  private static double seconds(String log, String line) {
    return log.lines()
        .map(words -> words.strip().split("\\s+", -1))
        .filter(words -> words.length == 3 && words[1].equals(line))
        .mapToDouble(words -> Double.parseDouble(words[2]))
        .findFirst()
        .orElse(Double.NaN);
  }
}

package io.strait.cli;

import io.strait.cli.BadInputs.Bad;
import java.util.List;

/** As {@link BadInputs}, for realignments. */
final class BadRealigns {
  private BadRealigns() {}

  static final String GOOD_GRID =
      """
      grid: pair
      clusters:
        left:
          lan: {bandwidth: 10 MB/s}
          hosts:
            - {name: l, count: 2}
        right:
          hosts:
            - {name: r, count: 4}
            - {name: front, role: master}
      links:
        - {between: [left, right], bandwidth: 1 MB/s, cost: 2, back: {bandwidth: 2 MB/s, cost: 3}}
      """;

  static final String GOOD_APP =
      """
      app: move
      kind: realign
      array: {shape: [36, 12], element: 8 B}
      source: {distribution: [block, none]}
      target: {distribution: [partition(2), cyclic(4)], processors: [3, 2]}
      renumber: both
      repetitions: 3
      memory: 64 kB
      data: memory
      """;

  static final String GOOD_CHAIN =
      """
      app: chain
      kind: realign
      array: {shape: [36, 12], element: 8 B}
      phases:
        - {distribution: [block, none]}
        - {distribution: [none, block]}
        - {distribution: [block, block]}
      data: {source: "in-{rank}.raw", target: "out-{rank}.raw"}
      """;

  private static Bad app(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.APP, GOOD_APP, good, bad, place, words);
  }

  private static Bad chain(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.APP, GOOD_CHAIN, good, bad, place, words);
  }

  private static Bad grid(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.GRID, GOOD_GRID, good, bad, place, words);
  }

  /** What has the wrong shape. */
  static List<Bad> shape() {
    return List.of(
        app("memory:", "limit:", "8:1", "unknown key 'limit' in a realignment", "app, kind"),
        app(
            "kind: realign",
            "kind: move",
            "2:7",
            "kind is 'move'",
            "farm, stencil, realign or program"),
        app("array: {shape: [36, 12], element: 8 B}\n", "", "1:1", "has no 'array'", "array: …"),
        app("shape: [36, 12], ", "", "3:8", "array has no 'shape'", "shape: …"),
        app(", element: 8 B", "", "3:8", "array has no 'element'", "element: …"),
        app("[36, 12]", "[]", "3:16", "shape has 0 numbers", "1 to 8 dimensions"),
        app("[36, 12]", "[1,1,1,1,1,1,1,1,1]", "3:16", "shape has 9 numbers", "1 to 8"),
        app("[36, 12]", "[36, 0]", "3:21", "shape has '0'", "a whole number from 1"),
        app("[36, 12]", "[36, -12]", "3:21", "shape has '-12'", "a whole number from 1"),
        app("[36, 12]", "[36, many]", "3:21", "shape has 'many'", "a whole number from 1"),
        app("[36, 12]", "36", "3:16", "shape is '36'", "expected a list"),
        app("8 B", "8", "3:35", "element: '8' has no unit", "expected"),
        app("8 B", "-8 B", "3:35", "element is '-8 B'", "above zero"),
        app("[block, none]", "[]", "4:24", "distribution has 0 items", "expected 2"),
        app("[block, none]", "[block, even]", "4:32", "'even'", "block, cyclic, cyclic(b)"),
        app("[block, none]", "[block, Block]", "4:32", "'Block'", "block, cyclic, cyclic(b)"),
        app("[block, none]", "[block(3), none]", "4:25", "'block(3)'", "block, cyclic, cyclic(b)"),
        app("partition(2)", "partition(0)", "5:25", "'partition(0)'", "factor of 1 or more"),
        app("partition(2)", "partition(-2)", "5:25", "'partition(-2)'", "factor of 1 or more"),
        app("partition(2)", "partition", "5:25", "'partition'", "partition(K)"),
        app("cyclic(4)", "cyclic(0)", "5:39", "'cyclic(0)'", "a block of 1 element or more"),
        app("cyclic(4)", "cyclic(4", "5:39", "'cyclic(4", "expected"),
        app("[3, 2]", "[3, 0]", "5:67", "processors has '0'", "a whole number from 1"),
        app(
            "target: {dist",
            "target: {spread: 1, dist",
            "5:10",
            "unknown key 'spread'",
            "distribution"),
        app(
            "target: {distribution: [partition(2), cyclic(4)], processors: [3, 2]}\n",
            "",
            "1:1",
            "has no 'target'",
            "target: …"),
        app(
            "renumber: both",
            "renumber: all",
            "6:11",
            "renumber is 'all'",
            "source, target, both, same"),
        app("repetitions: 3", "repetitions: 0", "7:14", "repetitions is '0'", "from 1"),
        app("64 kB", "64", "8:9", "memory: '64' has no unit", "expected"),
        app("64 kB", "-1 kB", "8:9", "memory is '-1 kB'", "above zero"),
        app("data: memory", "data: disk", "9:7", "data is 'disk'", "memory, files"),
        chain("phases:\n", "phases:\n  - 5\n", "5:5", "a phase is '5'", "a mapping"),
        chain(
            "  - {distribution: [none, block]}\n  - {distribution: [block, block]}\n",
            "",
            "5:3",
            "phases has 1 items",
            "2 to 1000"),
        chain(
            "data:",
            "source: {distribution: [block, block]}\ndata:",
            "8:9",
            "source beside phases",
            "one or the other"),
        chain("in-{rank}.raw", "in.raw", "8:16", "source is 'in.raw'", "{rank}"),
        chain(", target: \"out-{rank}.raw\"", "", "8:7", "data has no 'target'", "target: …"),
        grid("cost: 2", "cost: -2", "12:55", "cost is '-2'", "a number from 0"),
        grid("cost: 2", "cost: 2 s", "12:55", "cost is '2 s'", "without a unit"),
        grid(
            "cost: 3",
            "loss: 3%",
            "12:84",
            "unknown key 'loss' in back",
            "bandwidth, latency, cost"));
  }

  /** What has the right shape and makes no sense. */
  static List<Bad> sense() {
    return List.of(
        app("[36, 12]", "[9007199254740992, 12]", "3:16", "more than 2^53 elements", "fewer"),
        app("8 B", "0.5 B", "3:35", "element is", "whole bytes"),
        app(
            "[36, 12], element: 8 B",
            "[36000000, 12000000], element: 1 MiB",
            "3:8",
            "432000000000000 elements of 1048576 B, more than 2^63 bytes in 2 distributions",
            "fewer"),
        app("8 B", "2 MiB", "3:35", "element is", "at most 1048576 B"),
        app("[block, none]", "[block]", "4:24", "distribution has 1 items", "expected 2"),
        app("[block, none]", "[none, none]", "4:9", "no dimension is distributed over 6", "block"),
        app("[3, 2]", "[3]", "5:63", "processors has 1 items", "expected 2"),
        app("[3, 2]", "[3, 3]", "5:9", "9 processors, expected 6", "one for each host"),
        app(
            "partition(2)",
            "partition(5)",
            "5:9",
            "partition(5) of 36 elements over 3",
            "multiple of 15"),
        app(
            "[block, none]}",
            "[block, none], processors: [3, 2]}",
            "4:9",
            "2 processors along a dimension that is not distributed",
            "expected 1"),
        app("64 kB", "100 B", "8:9", "memory is 100 B", "more memory, more hosts, or data: files"),
        chain("[none, block]}", "[none, partition(7)]}", "6:5", "phase 2", "multiple of 42"));
  }
}

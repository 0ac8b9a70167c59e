package io.strait.cli;

import io.strait.cli.BadInputs.Bad;
import java.util.List;

/** As {@link BadInputs}, for stencils. */
final class BadStencils {
  private BadStencils() {}

  static final String GOOD_GRID =
      """
      grid: pair
      clusters:
        left:
          lan: {latency: 1 ms, jitter: 0.1 ms}
          hosts:
            - {name: l, count: 4}
        right:
          hosts:
            - {name: r, count: 4, rate: {heat: 33e6/s}}
      links:
        - {between: [left, right], latency: 50 ms, jitter: 5 ms}
      """;

  static final String GOOD_APP =
      """
      app: heat
      kind: stencil
      domain: [300, 200]
      type: float
      stencil: 9-point
      radius: 2
      boundary: mirror
      iterations: 500
      converge: {tolerance: 1e-6, every: 5}
      cost-per-cell: 0.5 ns
      processors: [2, 4]
      clusters: [left, right]
      checkpoint: 100
      frames: 50
      strategy: wavefront
      band: 10
      run: {class: io.strait.apps.Heat, with: {hot: 100}}
      """;

  private static Bad app(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.APP, GOOD_APP, good, bad, place, words);
  }

  private static Bad grid(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.GRID, GOOD_GRID, good, bad, place, words);
  }

  /** What has the wrong shape. */
  static List<Bad> shape() {
    return List.of(
        app("frames:", "pictures:", "14:1", "unknown key 'pictures' in a stencil", "app, kind"),
        app("domain: [300, 200]\n", "", "1:1", "a stencil has no 'domain'", "domain: …"),
        app("iterations: 500\n", "", "1:1", "a stencil has no 'iterations'", "iterations: …"),
        app("[300, 200]", "[]", "3:9", "domain has 0 numbers", "[columns, rows] or [cells]"),
        app("[300, 200]", "[3, 2, 1]", "3:9", "domain has 3 numbers", "[columns, rows]"),
        app("[300, 200]", "[300, 0]", "3:15", "domain has '0'", "a whole number from 1 to"),
        app("[300, 200]", "[many, 200]", "3:10", "domain has 'many'", "a whole number"),
        app("[300, 200]", "[2147483648, 1]", "3:10", "domain has '2147483648'", "to 1073741824"),
        app("[300, 200]", "300", "3:9", "domain is '300'", "expected a list"),
        app("float", "long", "4:7", "type is 'long'", "double, float, int"),
        app("9-point", "7-point", "5:10", "stencil is '7-point'", "5-point, 9-point"),
        app("radius: 2", "radius: 0", "6:9", "radius is '0'", "a whole number from 1"),
        app("mirror", "open", "7:11", "boundary is 'open'", "fixed, periodic, mirror"),
        app("500", "1000000001", "8:13", "iterations is '1000000001'", "from 1 to 1000000000"),
        app("500", "0", "8:13", "iterations is '0'", "a whole number from 1"),
        app("1e-6", "-1", "9:23", "tolerance is '-1'", "zero or more"),
        app("1e-6", "NaN", "9:23", "tolerance is 'NaN'", "a number of zero or more"),
        app("tolerance: 1e-6, ", "", "9:11", "converge has no 'tolerance'", "tolerance: …"),
        app("every: 5", "each: 5", "9:29", "unknown key 'each' in converge", "tolerance, every"),
        app("0.5 ns", "0.5", "10:16", "cost-per-cell: '0.5' has no unit", "a duration"),
        app("0.5 ns", "0 ns", "10:16", "cost-per-cell is '0 ns'", "above zero"),
        app("0.5 ns", "-1 ns", "10:16", "cost-per-cell is '-1 ns'", "above zero"),
        app("[2, 4]", "[]", "11:13", "processors has 0 numbers", "[rows, columns]"),
        app("[2, 4]", "[0, 8]", "11:14", "processors has '0'", "a whole number from 1"),
        app("[left, right]", "[]", "12:11", "clusters is empty", "at least one cluster"),
        app("[left, right]", "[left, left]", "12:18", "'left' is twice", "every cluster once"),
        app("[left, right]", "left", "12:11", "clusters is 'left'", "expected a list"),
        app("checkpoint: 100", "checkpoint: 0", "13:13", "checkpoint is '0'", "from 1 to"),
        app("wavefront", "magic", "15:11", "strategy is 'magic'", "sync, lh, lhrp, wavefront"),
        app("band: 10", "band: -1", "16:7", "band is '-1'", "a whole number from 1"),
        app(
            "with: {hot: 100}",
            "files: [a]",
            "17:35",
            "unknown key 'files' in run",
            "one of: class, with"),
        app("class: io", "command: io", "17:7", "unknown key 'command' in run", "class, with"),
        grid("jitter: 5 ms", "jitter: 5", "11:54", "jitter: '5' has no unit", "a duration"),
        grid("jitter: 5 ms", "jitter: -5 ms", "11:54", "jitter is '-5 ms'", "zero or more"));
  }

  /** What has the right shape and makes no sense. */
  static List<Bad> sense() {
    return List.of(
        app("[300, 200]", "[1000000000, 1000000000]", "3:9", "1000000000 x 1000000000", "2^44"),
        app("radius: 2", "radius: 201", "6:9", "radius is 201", "columns and rows"),
        app("[left, right]", "[left, middle]", "12:18", "unknown cluster 'middle'", "left, right"),
        app("[2, 4]", "[2, 3]", "11:13", "processors is [2, 3]", "expected 8", "one for each host"),
        app("[2, 4]", "[3]", "11:13", "has 4 hosts that work", "a multiple of its 3"),
        app("wavefront", "lh", "16:7", "band is 10 with strategy lh", "lhrp, wavefront"),
        app("band: 10", "band: 1000", "16:7", "band is 1000, expected 2 to"),
        app("band: 10", "band: 1", "16:7", "band is 1, expected 2 to"),
        app("[300, 200]", "[6, 200]", "3:9", "4 ranks share 6 columns", "at most 3 ranks"),
        app(
                "cost-per-cell: 0.5 ns\n",
                "",
                "6:9",
                "host 'l' has no rate for app 'heat'",
                "cells per second")
            .blaming(BadInputs.GRID));
  }
}

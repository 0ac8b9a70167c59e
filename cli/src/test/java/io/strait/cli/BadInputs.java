package io.strait.cli;

import java.util.List;

/**
 * Grids, apps and plans that are wrong, each made from a right one by one change. {@link
 * BadInputTest} holds the reader to them, {@link SchemaTest} the published schemas, so that the two
 * cannot drift apart.
 */
final class BadInputs {
  private BadInputs() {}

  static final String GRID = "grid.yaml";
  static final String APP = "app.yaml";
  static final String PLAN = "plan.yaml";

  /** A grid that is right; the changes of the tables apply to it, and so do their places. */
  static final String GOOD_GRID =
      """
      grid: pair
      home: left
      clusters:
        left:
          lan: {bandwidth: 10 MiB/s, latency: 0.2 ms, loss: 0%, duplex: full}
          hosts:
            - {name: front, role: master}
            - {name: l, count: 2, rate: {sum: 4/s}}
        right:
          hosts:
            - {name: r, count: 3, role: worker, speed: 2 Gflop/s, cores: 4, available: 80%}
      links:
        - {between: [left, right], bandwidth: 1 MB/s, latency: 50 ms, loss: 1%}
      """;

  static final String GOOD_APP =
      """
      app: sum
      kind: farm
      tasks: 100
      input: 4 B
      output: 64 KiB
      reduce: sum
      work: 1 Gflop
      run: {command: "sum {id}"}
      """;

  private static final String ONLY_MASTERS =
      """
      grid: pair
      clusters: {left: {hosts: [{name: front, role: master}, {name: back, role: master}]}}
      """;

  /**
   * One change and what must be said about it.
   *
   * @param file which of the files is changed
   * @param text what is in it then
   * @param blamed the file that the message is about, as a rule the same
   * @param place {@code line:column} of the message in that file
   * @param words parts of the message: what is wrong and what was expected
   */
  record Bad(
      String file, String text, String change, String blamed, String place, List<String> words) {

    Bad blaming(String other) {
      return new Bad(file, text, change, other, place, words);
    }

    @Override
    public String toString() {
      return file + ": " + change.replace("\n", " / ");
    }
  }

  static Bad grid(String good, String bad, String place, String... words) {
    return change(GRID, GOOD_GRID, good, bad, place, words);
  }

  static Bad app(String good, String bad, String place, String... words) {
    return change(APP, GOOD_APP, good, bad, place, words);
  }

  /** A key beside the command; it starts in column 28. */
  static Bad run(String key, String place, String... words) {
    return app("\"sum {id}\"", "\"sum {id}\", " + key, place, words);
  }

  static Bad change(
      String file, String text, String good, String bad, String place, String... words) {
    int at = text.indexOf(good);
    if (at < 0 || text.indexOf(good, at + 1) >= 0) {
      throw new IllegalArgumentException("'%s' must stand once in %s".formatted(good, file));
    }
    var name = bad.isBlank() ? "without " + good : good.isBlank() ? bad : good + " -> " + bad;
    return new Bad(file, text.replace(good, bad), name.strip(), file, place, List.of(words));
  }

  /** What has the wrong shape: the schemas refuse it as the reader does. */
  static List<Bad> shape() {
    return List.of(
        // unknown keys, at every level
        grid("home: left", "hoem: left", "2:1", "unknown key 'hoem'", "grid, home, clusters"),
        grid("    lan:", "    wan:", "5:5", "unknown key 'wan' in cluster left", "lan, hosts"),
        grid("loss: 0%", "drop: 1 ms", "5:49", "unknown key 'drop' in lan", "latency, loss"),
        grid("cores: 4", "core: 4", "11:61", "unknown key 'core' in a host", "name, count, role"),
        grid(
            "loss: 1%",
            "mtu: 9", "13:65", "unknown key 'mtu' in a link", "between, cost, back, bandwidth"),
        app("reduce:", "combine:", "6:1", "unknown key 'combine' in a farm", "app, kind, tasks"),
        app("command:", "shell:", "8:7", "unknown key 'shell' in run", "class, command, resident"),
        // what must be there
        grid("grid: pair\n", "", "1:1", "the grid file has no 'grid'", "expected grid: …"),
        grid(GOOD_GRID, "grid: pair\n", "1:1", "no 'clusters'", "expected clusters: …"),
        grid(
            "    hosts:\n      - {name: r,",
            "    lan: {}\n    # {",
            "10:5",
            "cluster right has no 'hosts'",
            "expected hosts: …"),
        grid("name: front, ", "", "7:9", "a host has no 'name'", "expected name: …"),
        grid("between: [left, right], ", "", "13:5", "a link has no 'between'", "between: …"),
        app("app: sum\n", "", "1:1", "a farm has no 'app'", "expected app: …"),
        app("kind: farm\n", "", "1:1", "the app file has no 'kind'", "expected kind: farm"),
        app("tasks: 100\n", "", "1:1", "a farm has no 'tasks'", "expected tasks: …"),
        app(
            "{command: \"sum {id}\"}",
            "{}",
            "8:6",
            "run has nothing to run",
            "class, command, resident"),
        app(
            "run: {",
            "run: {class: Sum, ",
            "8:6",
            "run has class and command",
            "class, command, resident"),
        // nothing where something must be
        grid("grid: pair", "grid:", "1:6", "grid is nothing", "expected a text"),
        grid("grid: pair", "grid: ''", "1:7", "grid is nothing", "expected a text"),
        grid("grid: pair", "grid: a b", "1:7", "'a b' is not a valid name", "letters, digits"),
        grid("front,", "../front,", "7:16", "'../front' is not a valid name", "letters, digits"),
        // the wrong kind of thing
        grid(GOOD_GRID, "- grid\n", "1:1", "the grid file is a list", "expected a mapping"),
        grid(GOOD_GRID, "pair\n", "1:1", "the grid file is 'pair'", "expected a mapping"),
        app(GOOD_APP, "[]\n", "1:1", "the app file is a list", "expected a mapping"),
        grid(
            GOOD_GRID,
            "grid: pair\nclusters: []\n",
            "2:11",
            "clusters is a list",
            "expected a mapping"),
        grid("[left, right]", "left", "13:15", "between is 'left'", "expected a list"),
        grid("{sum: 4/s}", "[4/s]", "8:35", "rate is a list", "expected app: rate"),
        grid("name: front", "name: [front]", "7:16", "name is a list", "expected a text"),
        app("\"sum {id}\"", "[sum]", "8:16", "command is a list", "expected a text"),
        // empty lists
        grid(GOOD_GRID, "grid: pair\nclusters: {}\n", "2:11", "clusters is empty", "at least one"),
        grid("- {name: r,", "[]\n#", "11:7", "cluster right has no hosts", "at least one"),
        grid("[left, right]", "[left]", "13:15", "fewer than two clusters", "expected [a, b]"),
        grid("[left, right]", "[]", "13:15", "fewer than two clusters", "expected [a, b]"),
        grid(
            "[left, right]",
            "[left, left]",
            "13:22",
            "'left' appears twice in one link",
            "different"),
        grid("[left, right]", "[left, right, left]", "13:29", "'left' appears twice", "different"),
        // units
        grid("10 MiB/s", "10", "5:22", "bandwidth: '10' has no unit", "such as 21.0 KiB/s"),
        grid(
            "10 MiB/s",
            "10 mib/s",
            "5:22",
            "unknown unit 'mib/s'",
            "expected a bandwidth in one of: B/s, kB/s"),
        grid("10 MiB/s", "10 MiB", "5:22", "unknown unit 'MiB'", "expected a bandwidth in one of"),
        grid("10 MiB/s", "fast", "5:22", "'fast' is not a bandwidth", "a number with a unit"),
        grid("0.2 ms", "0.2", "5:41", "latency: '0.2' has no unit", "a duration such as 0.2 ms"),
        grid("0.2 ms", "0.2 msec", "5:41", "unknown unit 'msec'", "ns, us, ms, s, min, h, d"),
        grid("4/s", "4", "8:41", "rate of sum: '4' has no unit", "a rate such as 0.58e-3/s"),
        grid("4/s", "4 Hz", "8:41", "unknown unit 'Hz'", "/s, /min, /h, /d"),
        grid("2 Gflop/s", "2 GHz", "11:50", "unknown unit 'GHz'", "flop/s, kflop/s"),
        grid("80%", "0.8", "11:82", "available: '0.8' has no unit", "a percentage such as 80%"),
        grid("loss: 1%", "loss: 1", "13:71", "loss: '1' has no unit", "a percentage such as 80%"),
        grid("cores: 4", "price: 0.9", "11:68", "price: '0.9' has no unit", "such as 0.9/h"),
        app("input: 4 B", "input: 4", "4:8", "input: '4' has no unit", "a size such as 4 B"),
        app("64 KiB", "64 KB", "5:9", "unknown unit 'KB'", "B, kB, MB"),
        app("1 Gflop", "1 Gflops", "7:7", "unknown unit 'Gflops'", "flop, kflop"),
        // numbers
        grid("10 MiB/s", "-10 MiB/s", "5:22", "bandwidth is '-10 MiB/s'", "a number above zero"),
        grid("10 MiB/s", "0 MiB/s", "5:22", "bandwidth is '0 MiB/s'", "a number above zero"),
        grid(
            "10 MiB/s",
            "NaN MiB/s",
            "5:22",
            "'NaN MiB/s' is not a bandwidth",
            "a number with a unit"),
        grid("10 MiB/s", ".inf", "5:22", "'.inf' is not a bandwidth", "a number with a unit"),
        grid("10 MiB/s", "Infinity MiB/s", "5:22", "is not a bandwidth", "a number with a unit"),
        grid("0.2 ms", "-1 ms", "5:41", "latency is '-1 ms'", "expected zero or more"),
        grid("4/s", "0/s", "8:41", "rate of sum is '0/s'", "a number above zero"),
        grid("4/s", "-4/s", "8:41", "rate of sum is '-4/s'", "a number above zero"),
        grid("2 Gflop/s", "0e9 flop/s", "11:50", "speed is '0e9 flop/s'", "a number above zero"),
        grid("80%", "0%", "11:82", "available is '0%'", "a number above zero"),
        grid("80%", "150%", "11:82", "available is 150%", "expected at most 100%"),
        grid("loss: 1%", "loss: 100%", "13:71", "loss is 100%", "expected less than 100%"),
        grid("loss: 1%", "loss: -1%", "13:71", "loss is '-1%'", "expected zero or more"),
        grid("cores: 4", "cores: 0", "11:68", "cores is '0'", "a whole number from 1 to 1000000"),
        grid("cores: 4", "price: -1/h", "11:68", "price is '-1/h'", "expected zero or more"),
        grid("count: 2", "count: 0", "8:26", "count is '0'", "a whole number from 1 to 10000000"),
        grid("count: 2", "count: -1", "8:26", "count is '-1'", "a whole number from 1 to"),
        grid("count: 2", "count: 1.5", "8:26", "count is '1.5'", "a whole number from 1 to"),
        grid("count: 2", "count: two", "8:26", "count is 'two'", "a whole number from 1 to"),
        grid(
            "count: 2",
            "count: 99999999999",
            "8:26",
            "count is '99999999999'",
            "a whole number from 1 to"),
        app(
            "tasks: 100",
            "tasks: 0",
            "3:8",
            "tasks is '0'",
            "a whole number from 1 to 1000000000000"),
        app("tasks: 100", "tasks: -5", "3:8", "tasks is '-5'", "a whole number from 1 to"),
        app("tasks: 100", "tasks: 1e999", "3:8", "tasks is '1e999'", "a whole number from 1 to"),
        app("tasks: 100", "tasks: many", "3:8", "tasks is 'many'", "a whole number from 1 to"),
        app("64 KiB", "-1 B", "5:9", "output is '-1 B'", "expected zero or more"),
        app("1 Gflop", "0 flop", "7:7", "work is '0 flop'", "a number above zero"),
        app("work:", "master-work: 0 flop\nwork:", "7:14", "master-work is '0 flop'", "above zero"),
        // choices
        grid("role: master", "role: boss", "7:29", "role is 'boss'", "any, master, worker"),
        grid("role: master", "role: Master", "7:29", "role is 'Master'", "any, master, worker"),
        grid("duplex: full", "duplex: both", "5:67", "duplex is 'both'", "half, full"),
        app(
            "reduce: sum",
            "reduce: mean",
            "6:9",
            "reduce is 'mean'",
            "none, sum, min, max, concat, own"),
        app(
            "sum\nwork",
            "sum quad\nwork",
            "6:9",
            "reduce is 'sum quad'",
            "double, float, int, long"),
        app("sum\nwork", "own int\nwork", "6:9", "reduce is 'own int'", "sum, min and max may be"),
        app("kind: farm", "kind: ranch", "2:7", "kind is 'ranch'", "expected farm"),
        // what is run
        run("time-limit: 30", "8:40", "time-limit: '30' has no unit", "such as 0.2 ms"),
        run("time-limit: 0 s", "8:40", "time-limit is '0 s'", "a number above zero"),
        run("retries: -1", "8:37", "retries is '-1'", "a whole number from 0 to 1000"),
        run("retries: often", "8:37", "retries is 'often'", "a whole number from 0 to 1000"),
        run("files: scene.pov", "8:35", "files is 'scene.pov'", "expected a list"),
        run("files: [../scene.pov]", "8:36", "files is '../scene.pov'", "a path below"),
        run("files: [a, b, a]", "8:42", "'a' appears twice in files", "every file once"),
        run("parameters: /tmp/table", "8:40", "parameters is '/tmp/table'", "a path below"),
        run("result: a//b", "8:36", "result is 'a//b'", "a path below"),
        run("result: [a]", "8:36", "result is a list", "expected a text"),
        app(
            "{command: \"sum {id}\"}",
            "{class: Sum, time-limit: 1 s}",
            "8:19",
            "unknown key 'time-limit' in run",
            "class, with, retries, files"),
        app(
            "{command: \"sum {id}\"}",
            "{class: Sum, with: [A]}",
            "8:25",
            "with is a list",
            "expected a mapping"),
        app(
            "{command: \"sum {id}\"}",
            "{class: Sum, with: {size: {}}}",
            "8:32",
            "size is a mapping",
            "expected a text"),
        app(
            "{command: \"sum {id}\"}",
            "{class: Sum, with: {a b: 1}}",
            "8:26",
            "'a b' is not a valid name for a setting",
            "letters, digits"),
        app(
            "{command: \"sum {id}\"}",
            "{resident: sum, result: r}",
            "8:22",
            "unknown key 'result' in run",
            "resident, time-limit, retries, files"));
  }

  /** What has the right shape and yet makes no sense: only the reader sees it. */
  static List<Bad> sense() {
    return List.of(
        grid("home: left", "home: centre", "2:7", "home is 'centre'", "the clusters: left, right"),
        grid("[left, right]", "[left, centre]", "13:22", "unknown cluster 'centre'", "left, right"),
        grid(
            "links:",
            "links:\n  - {between: [right, left]}",
            "14:5",
            "a second link between left and right",
            "expected one"),
        grid(
            "links:\n  -", "#", "9:3", "cluster 'right' has no route to 'left'", "expected a link"),
        grid(GOOD_GRID, ONLY_MASTERS, "2:11", "the grid has no workers", "not role: master"),
        grid(
            "name: l, count: 2",
            "name: front",
            "8:16",
            "a second host 'front'",
            "every host name once"),
        grid("name: front", "name: r2", "11:16", "a second host 'r2'", "every host name once"),
        grid(
            "{sum: 4/s}",
            "{other: 4/s}",
            "8:9",
            "host 'l' has no rate for app 'sum'",
            "rate: {sum: …/s}"),
        app("work: 1 Gflop\n", "", "11:9", "host 'r' has no rate for app 'sum'", "work: … flop")
            .blaming(GRID),
        app(
                "app: sum",
                "app: other",
                "8:9",
                "host 'l' has no rate for app 'other'",
                "rate: {other: …/s}")
            .blaming(GRID),
        grid("10 MiB/s", "1e999 MiB/s", "5:22", "'1e999 MiB/s' is too large", "a finite number"),
        grid("10 MiB/s", "1e305 MiB/s", "5:22", "'1e305 MiB/s' is too large", "a finite number"),
        grid("4/s", "1e-999/s", "8:41", "rate of sum is '1e-999/s'", "a number above zero"),
        grid("0.2 ms", "1e9 d", "5:41", "latency: '1e9 d' is too long", "expected at most"),
        app("{id}", "{strat}", "8:16", "unknown placeholder '{strat}'", "id, attempt, tasks"),
        app("{id}", "${HOME}", "8:16", "unknown placeholder '{HOME}'", "{{ for a brace"),
        app("{id}", "{id", "8:16", "the brace of '{id' is not closed", "{{ for a brace"),
        run("result: 'out{x}'", "8:36", "unknown placeholder '{x}'", "id, attempt, tasks"),
        app(
            "\"sum {id}\"",
            "\"sum '{x}'\", parameters: t.csv",
            "8:16",
            "'{x}' is inside quotes",
            "expected it outside"));
  }
}

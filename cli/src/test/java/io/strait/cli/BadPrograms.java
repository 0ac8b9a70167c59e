package io.strait.cli;

import io.strait.cli.BadInputs.Bad;
import java.util.List;

/** As {@link BadInputs}, for programs. */
final class BadPrograms {
  private BadPrograms() {}

  static final String GOOD_GRID =
      """
      grid: lab
      clusters:
        lab:
          lan: {bandwidth: 1 MB/s, latency: 1 ms, block: 4 kB, block-setup: 1 ms, cpu: 10%}
          hosts:
            - {name: pc, count: 3, speed: 1 Gflop/s, price: 2/h}
            - {name: fast, speed: 3 Gflop/s, price: 9/h}
      """;

  static final String GOOD_APP =
      """
      app: flow
      kind: program
      measured-on: pc1
      rate: frames
      units: 20
      calculations:
        a: {time: 10 ms, cpu: 50%}
        b: {time: 20 ms, split: true}
        c: {time: 5 ms, every: 2}
      data:
        - {from: a, to: b, volume: 1 kB}
        - {from: b, to: c, volume: 2 kB}
      slices: [[a], [b], [c]]
      place: {a: pc1}
      run: {class: io.strait.cli.SmallProgram, with: {bytes: 100}}
      """;

  static Bad app(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.APP, GOOD_APP, good, bad, place, words);
  }

  private static Bad grid(String good, String bad, String place, String... words) {
    return BadInputs.change(BadInputs.GRID, GOOD_GRID, good, bad, place, words);
  }

  static List<Bad> all() {
    return List.of(
        app("to: c, ", "to: a, ", "11:3", "the data flow has a cycle: a to b to a", "late: true"),
        app("to: b, ", "to: a, ", "11:5", "data goes from a to itself", "another calculation"),
        app("50%", "150%", "7:25", "cpu is 150%", "expected at most 100%"),
        app("50%", "half", "7:25", "half", "expected"),
        app("10 ms", "-10 ms", "7:13", "-10 ms", "expected"),
        app("10 ms", "10", "7:13", "'10' has no unit", "expected"),
        app("to: b, ", "to: x, ", "11:19", "unknown calculation 'x'", "one of: a, b, c"),
        app("[a]", "[x]", "13:11", "unknown calculation 'x'", "one of: a, b, c"),
        app("{a: pc1}", "{x: pc1}", "14:9", "unknown calculation 'x'", "one of: a, b, c"),
        app("[c]]", "[c, a]]", "13:24", "'a' is in two slices", "every calculation once"),
        app(", [c]]", "]", "13:9", "no slice has 'c'", "every calculation once"),
        app("{a: pc1}", "{a: pc9}", "14:12", "host 'pc9'", "expected one of: pc, fast"),
        app("{a: pc1}", "{a: [pc1, pc2]}", "14:12", "a is on 2 hosts", "one, or split: true"),
        app("{a: pc1}", "{b: [pc1, pc9]}", "14:18", "host 'pc9'", "expected one of: pc, fast"),
        app("{a: pc1}", "{b: [pc1, pc1]}", "14:18", "b is on 'pc1' twice", "every host once"),
        app("[a], [b], [c]", "[a, b, c]", "13:14", "'b' waits for data of 'a'", "a later slice"),
        app("[a], [b], [c]", "[b], [a], [c]", "13:11", "'b' waits for data of 'a'", "late: true"),
        app("units: 20", "units: 20\noverlap: threads", "14:9", "slices", "overlap: none"),
        app("time: 10 ms, ", "", "7:6", "calculation a has no 'time'", "expected time: … s"),
        app("volume: 1 kB", "volume: 1e30 B", "11:30", "volume is '1e30 B'", "1 B to 1e18 B"),
        app("volume: 1 kB", "volume: 0.5 B", "11:30", "volume is '0.5 B'", "0 B or 1 B to"),
        app("volume: 1 kB", "volume: 1 kB, message: 1 mB", "11:45", "message", "expected"),
        app(
            "volume: 1 kB",
            "volume: 1 kB, message: 0.001 B",
            "11:45",
            "message is '0.001 B'",
            "1 B to 1e18 B"),
        app("measured-on: pc1", "measured-on: vax", "3:14", "host 'vax'", "one of: pc, fast"),
        app("units: 20", "units: 0", "5:8", "units is '0'", "expected"),
        app("every: 2", "every: 0", "9:26", "every is '0'", "expected"),
        app("every: 2", "every: -1 s", "9:26", "every", "expected"),
        app("every: 2", "often: 2", "9:19", "unknown key 'often' in calculation c", "time, cpu"),
        app("volume: 1 kB", "volume: -1 kB", "11:30", "-1 kB", "expected"),
        app(", volume: 1 kB", "", "11:5", "data has no 'volume'", "expected volume"),
        app("volume: 1 kB", "volume: 1 kB, message: 0 B", "11:45", "message", "expected"),
        app("volume: 1 kB", "volume: 1 kB, cpu: 3%", "11:41", "measured time", "expected time"),
        app(
            "  - {from: b",
            "  - {from: a, to: b, volume: 1 B}\n  - {from: b",
            "12:5",
            "is there twice",
            "expected"),
        app(
            "split: true",
            "split: true, run: {command: sort, retries: 3}",
            "8:54",
            "unknown key 'retries' in run",
            "command, time-limit"),
        app(
            "split: true",
            "split: true, run: {command: 'sort {id}'}",
            "8:48",
            "unknown placeholder '{id}'",
            "unit, part, parts, from, to"),
        grid("1 MB/s", "0 MB/s", "4:22", "bandwidth", "expected"),
        grid("block: 4 kB", "block: 0 B", "4:52", "block is '0 B'", "expected at least 1 B"),
        grid("block: 4 kB, ", "", "4:58", "block-setup", "expected"),
        grid("cpu: 10%", "cpu: 10%, bus: 1 GB/s", "4:82", "bus", "expected"),
        grid("cpu: 10%", "cpu: 110%", "4:82", "110%", "expected"),
        grid(", speed: 3 Gflop/s", "", "7:9", "host 'fast' has no speed", "expected speed"));
  }

  /** As {@link #app}, with calculations that overlap; the first one streams. */
  private static Bad stream(String words, String place, String... said) {
    return BadInputs.change(
        BadInputs.APP,
        GOOD_APP.replace("slices: [[a], [b], [c]]\n", ""),
        "calculations:\n  a: {time: 10 ms, cpu: 50%}",
        "overlap: threads\ncalculations:\n  a: {time: 10 ms, stream: true%s}".formatted(words),
        place,
        said);
  }

  /** What only a run finds out. */
  static List<Bad> runs() {
    return List.of(
        app("cpu: 50%", "stream: true", "7:28", "stream is true", "expected overlap: threads"),
        stream(
            ", run: {resident: cat}",
            "8:28",
            "stream is true, but a resident process takes and answers whole units",
            "expected run: {command: …}, or no stream"),
        stream("", "8:28", "class io.strait.cli.SmallProgram waits for whole units", "expected"),
        stream(", run: {command: seq 9}", "8:28", "parts of 'b'", "expected broadcast: true"),
        stream(", late: true", "8:28", "nobody waits for 'a'", "expected one that is not late"),
        app(
            "io.strait.cli.SmallProgram",
            "io.strait.cli.NoProgram",
            "15:6",
            "class 'io.strait.cli.NoProgram' was not found",
            "expected"),
        app(
            "io.strait.cli.SmallProgram",
            "java.lang.String",
            "15:6",
            "class 'java.lang.String' is not a program",
            "expected"),
        app("bytes: 100", "bites: 100", "15:6", "'bites'", "expected"),
        app("bytes: 100", "bytes: many", "15:6", "'many'", "expected"),
        app(
            "run: {class: io.strait.cli.SmallProgram, with: {bytes: 100}}\n",
            "",
            "7:6",
            "calculation 'a' has nothing to run",
            "expected run: …"));
  }
}

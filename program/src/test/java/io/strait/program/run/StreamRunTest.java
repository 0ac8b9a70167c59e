package io.strait.program.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strait.kind.run.RunFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calculations that work on their input as it comes, carried out for real. */
@Tag("real")
final class StreamRunTest {
  /** A busy machine makes a run longer, so the best of some counts. */
  private static final int ATTEMPTS = 6;

  private static final List<String> FILTERS =
      List.of(
          "cat",
          "tr 0-9 j-s",
          "sort -r",
          "gzip -nc1",
          "sed s/1/one/",
          "head -c 70000",
          "cat; echo {unit} end",
          "true");

  @TempDir Path folder;

  private static void run(StreamFlow flow, double scale, RankEngine.Codes codes) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> new ProgramRun(flow.wiring(), scale, false, codes).run());
  }

  private JavaCodes codes(String name) throws IOException {
    return new JavaCodes(
        StreamRunTest.class.getClassLoader(),
        0,
        Files.createDirectories(folder.resolve(name)),
        line -> {});
  }

  /** A program in a row; words of each calculation and data are added. */
  private static String chain(int units, List<String> calculations, String data) {
    var text = new StringBuilder("units: %d\ncalculations:\n".formatted(units));
    for (int i = 0; i < calculations.size(); i++) {
      text.append("  c%d: {%s}\n".formatted(i, calculations.get(i)));
    }
    text.append("data:\n");
    for (int i = 1; i < calculations.size(); i++) {
      text.append("  - {from: c%d, to: c%d, %s}\n".formatted(i - 1, i, data));
    }
    return text.toString();
  }

  /** Emulated machines take as long as simulated ones: pieces overlap, and no more than they do. */
  @ParameterizedTest
  @CsvSource({
    "1, true, true, true, 20 kB",
    "1, true, true, true, 50 kB",
    "3, true, true, true, 20 kB",
    "1, false, true, false, 20 kB",
    "2, true, false, true, 20 kB",
  })
  void emulatedTimeIsTheSimulatedTime(
      int units, boolean first, boolean second, boolean third, String message) {
    var flow =
        StreamFlow.of(
            chain(
                units,
                List.of(
                    "time: 300 ms, stream: " + first,
                    "time: 400 ms, cpu: 60%, stream: " + second,
                    "time: 200 ms, stream: " + third),
                "volume: 200 kB, message: " + message));
    double simulated = flow.simulatedSeconds();
    double whole =
        StreamFlow.of(
                chain(
                    units,
                    List.of("time: 300 ms", "time: 400 ms, cpu: 60%", "time: 200 ms"),
                    "volume: 200 kB"))
            .simulatedSeconds();
    assertThat(simulated).isLessThan(0.95 * whole);
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ATTEMPTS && best > 1.05 * simulated; i++) {
      var outcome = new ProgramRun(flow.wiring(), 1, false, new Relay(Long.MAX_VALUE)).run();
      best = Math.min(best, outcome.nanos() / 1e9);
    }
    assertThat(best).isBetween(0.98 * simulated, 1.1 * simulated);
  }

  /**
   * Two senders share a gap, which carries one piece after the other; what comes from nearby does
   * not wait behind what is still under way over the gap.
   */
  @Test
  void gapsAreEmulatedAsTheyAreSimulated() {
    var flow =
        StreamFlow.of(
            """
            grid: two
            clusters:
              a: {lan: {bandwidth: 100 MB/s, latency: 1 ms, duplex: full}, hosts: [{name: a, count: 2}]}
              b: {lan: {bandwidth: 100 MB/s, latency: 1 ms, duplex: full}, hosts: [{name: b, count: 2}]}
            links: [{between: [a, b], bandwidth: 1 MB/s, latency: 60 ms, duplex: full}]
            """,
            """
            units: 4
            calculations: {left: {time: 1 ms}, right: {time: 1 ms}, sum: {time: 5 ms}, near: {time: 50 ms}}
            data:
              - {from: left, to: sum, volume: 50 kB}
              - {from: right, to: near, volume: 50 kB}
              - {from: sum, to: near, volume: 10 kB}
            """);
    double simulated = flow.simulatedSeconds();
    assertThat(simulated).as("eight times 50 ms, and the way").isGreaterThan(0.46);
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ATTEMPTS && best > 1.05 * simulated; i++) {
      var outcome = new ProgramRun(flow.wiring(), 1, false, new Relay(Long.MAX_VALUE)).run();
      best = Math.min(best, outcome.nanos() / 1e9);
    }
    assertThat(best).isBetween(0.98 * simulated, 1.1 * simulated);
  }

  /** What flows through streaming commands is what whole units give, to the last bit. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 100})
  void streamedCommandsGiveTheSameOutput(double scale) throws IOException {
    for (long seed = 0; seed < 4; seed++) {
      var random = new SplittableRandom(seed);
      var streamed = new ArrayList<String>();
      var whole = new ArrayList<String>();
      int count = random.nextInt(1, 4);
      for (int i = 0; i < count + 2; i++) {
        var command =
            i == 0
                ? "seq {unit} 30000"
                : i > count
                    ? "cat > $STRAIT_FOLDER/{unit}"
                    : FILTERS.get(random.nextInt(FILTERS.size()));
        var line = "time: 20 ms, run: {command: '%s'}".formatted(command);
        streamed.add(line + (random.nextInt(4) > 0 ? ", stream: true" : ""));
        whole.add(line);
      }
      var data = "volume: 170 kB, message: %d kB".formatted(random.nextInt(1, 60));
      run(StreamFlow.of(chain(3, streamed, data)), scale, codes("streamed" + seed));
      run(StreamFlow.of(chain(3, whole, data)), 0, codes("whole" + seed));
      for (int unit = 0; unit < 3; unit++) {
        assertThat(folder.resolve("streamed" + seed).resolve("" + unit))
            .as("seed %d, %s", seed, streamed)
            .hasSameBinaryContentAs(folder.resolve("whole" + seed).resolve("" + unit));
      }
    }
  }

  /** Data of several senders come one after the other, though all of them come at once. */
  @Test
  void severalInputs() throws IOException {
    var app =
        """
        calculations:
          a: {time: 1 ms, stream: true, run: {command: "seq 1 400000"}}
          b: {time: 1 ms, stream: true, run: {command: "tr 0-9 j-s"}}
          c: {time: 1 ms, stream: true, run: {command: "cat"}}
          d: {time: 1 ms, stream: true, run: {command: "md5sum > $STRAIT_FOLDER/sum"}}
        data:
          - {from: a, to: b, volume: 3 MB, message: 10 kB}
          - {from: a, to: c, volume: 3 MB, message: 10 kB}
          - {from: b, to: d, volume: 3 MB, message: 10 kB}
          - {from: c, to: d, volume: 3 MB, message: 10 kB}
        """;
    run(StreamFlow.of(app), 0, codes("streamed"));
    run(StreamFlow.of(app.replace("stream: true, ", "")), 0, codes("whole"));
    assertThat(folder.resolve("streamed/sum")).hasSameTextualContentAs(folder.resolve("whole/sum"));
  }

  /** The first command goes on only when the last one has read what it printed at first. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1000})
  void outputIsReadWhileItIsMade(double scale) throws IOException {
    var app =
        chain(
            1,
            List.of(
                "time: 1 ms, stream: true, run: {command: 'head -c 9000 /dev/zero; while [ ! -e"
                    + " $STRAIT_FOLDER/seen ]; do sleep 0.02; done; echo two'}",
                "time: 1 ms, stream: true, run: {command: cat}",
                "time: 1 ms, stream: true, run: {command: 'head -c 8000 > /dev/null; touch"
                    + " $STRAIT_FOLDER/seen; tail -c 4 > $STRAIT_FOLDER/out'}"),
            "volume: 9 kB, message: 1 kB");
    run(StreamFlow.of(app), scale, codes("run"));
    assertThat(folder.resolve("run/out")).hasContent("two\n");
  }

  /** A large unit is never in memory as a whole, however slow its last calculation is. */
  @Test
  void largeUnitNeedsLittleMemory() {
    var flow =
        StreamFlow.of(
            chain(
                1,
                List.of(
                    "time: 0 s, stream: true",
                    "time: 0 s, stream: true",
                    "time: 0 s, stream: true"),
                "volume: 64 MB, message: 1 MB"));
    var relay = new Relay(1 << 20);
    run(flow, 0, relay);
    assertThat(relay.read()).isEqualTo(64_000_000);
    // A window on each of both channels, and a little in the hands of each calculation.
    assertThat(relay.most()).isLessThan((2L << 20) + (1 << 18));
  }

  /** A command that fails after it has printed ends the run, and others do not take it for done. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          head -c 100000 > /dev/null; head -c 300000 /dev/zero; echo ink >&2; exit 7 | c1 failed in unit 0: the command ended with exit code 7: | it said: ink
          no-such-program-76541 | c1 failed in unit 0: the command ended with exit code 127: | not found
          cat; sleep 76541 | c1 failed in unit 0: the command did not end within its time limit of 0.5 s: | sleep 76541
          head -c 1 > /dev/null; kill -9 $$ | c1 failed in unit 0: the command ended with exit code 137: | kill
          """)
  void failures(String command, String words, String said) throws IOException {
    var app =
        chain(
            1,
            List.of(
                "time: 1 ms, stream: true, run: {command: 'yes'}",
                "time: 1 ms, stream: true, run: {command: '%s', time-limit: 0.5 s}"
                    .formatted(command),
                "time: 1 ms, stream: true, run: {command: 'cat > /dev/null; touch"
                    + " $STRAIT_FOLDER/done'}"),
            "volume: 1 MB, message: 1 kB");
    var codes = codes("run");
    assertThatThrownBy(() -> run(StreamFlow.of(app), 0, codes))
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining(words)
        .hasMessageContaining(said);
    assertThat(folder.resolve("run/done")).doesNotExist();
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Farms whose rehearsal once told another story than their plan and their run. */
class KeptPromiseTest {
  @TempDir private Path folder;

  private record Times(double planned, double simulated) {}

  private Times simulate(String grid, String app, String... options) throws IOException {
    var gridFile = Files.writeString(folder.resolve("grid.yaml"), grid);
    var appFile = Files.writeString(folder.resolve("app.yaml"), app);
    var words = new ArrayList<>(List.of("simulate", gridFile.toString(), appFile.toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("--format", "json"));
    var run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return new Times(
        run.json().get("time_s").asDouble(), run.json().get("simulated_time_s").asDouble());
  }

  private static void near(Times times, double part) {
    assertThat(times.simulated).isCloseTo(times.planned, within(part * times.planned));
  }

  /** Inputs cross the free direction; results that could not leave piled up without limit. */
  @ParameterizedTest
  @ValueSource(strings = {"half", "full"})
  void aGapThatIsFull(String duplex) throws IOException {
    near(
        simulate(
            """
            grid: q
            home: a
            clusters:
              a:
                hosts: [{name: m, role: master}, {name: w, count: 4, rate: 1/s}]
              b:
                hosts: [{name: x, count: 4, rate: 1/s}]
            links:
              - {between: [a, b], bandwidth: 720 B/s, latency: 5 ms, duplex: %s}
            """
                .formatted(duplex),
            "{app: t, kind: farm, tasks: 3000, input: 17 B, output: 300 B}",
            "--efficiency",
            "50%"),
        0.01);
  }

  /** One result needs 20 s for its way: whoever has three has enough for a run of 75 s. */
  @Test
  void aWorkerBehindASlowGapTakesNoMoreThanItCanDeliver() throws IOException {
    var times =
        simulate(
            """
            grid: min
            home: a
            clusters:
              a:
                hosts: [{name: m, role: master}, {name: w, count: 4, rate: 1/s}]
              b:
                hosts: [{name: x, rate: 1/s}]
            links:
              - {between: [a, b], bandwidth: 5 kB/s, latency: 5 ms, duplex: full}
            """,
            "{app: t, kind: farm, tasks: 300, input: 0 B, output: 100 kB}",
            "--objective",
            "fastest");
    near(times, 0.02);
    assertThat(times.simulated).as("home alone takes that long").isLessThanOrEqualTo(75);
  }

  /** A gateway that had one task too many near the end once took 18 minutes more. */
  @Test
  void aFasterLineDoesNotTakeLonger() throws IOException {
    var example = Path.of(CommandLineRun.example("three-continents"));
    var grid = Files.readString(example.resolve("grid.yaml"));
    var app = Files.readString(example.resolve("app.yaml"));
    double before = Double.MAX_VALUE;
    for (var bandwidth : List.of("25.3", "30", "40", "50", "60", "113", "300", "1000")) {
      var faster = grid.replace("bandwidth: 25.3 KiB/s", "bandwidth: " + bandwidth + " KiB/s");
      double seconds = simulate(faster, app).simulated;
      assertThat(seconds).as(bandwidth).isLessThanOrEqualTo(1.005 * before);
      before = seconds;
    }
  }

  /** A worker that takes 30 s for a task, behind a gateway beside one that takes 0.1 s. */
  @ParameterizedTest
  @ValueSource(strings = {"0 s", "2 min"})
  void aSlowWorkerBehindAGatewayIsHeldBack(String stock) throws IOException {
    var grid =
        """
        grid: h
        home: a
        clusters:
          a:
            hosts: [{name: m, role: master}, {name: w, rate: 5/s}]
          b:
            hosts: [{name: f, rate: 9/s}, {name: slow, rate: 0.033/s}]
        links:
          - {between: [a, b], bandwidth: 1 MB/s, latency: 5 ms}
        """;
    var app = "{app: t, kind: farm, tasks: 3000, input: 1 kB, output: 1 kB}";
    near(simulate(grid, app, "--stock", stock), 0.01);
    var without = simulate(grid, app, "--stock", stock, "--no-hold-back");
    assertThat(without.simulated / without.planned).isGreaterThan(1.1);
  }

  private static final String TWO =
      """
      grid: d
      home: a
      clusters:
        a:
          lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
          hosts: [{name: m, role: master}, {name: w, count: 3, rate: 1/s}]
        b:
          lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
          hosts: [{name: x, count: 3, rate: 1/s}]
      links:
        - {between: [a, b], bandwidth: 1 MB/s, latency: 10 ms}
      """;

  private static final String TASKS =
      "{app: t, kind: farm, tasks: 1200, input: 1 kB, output: 10 kB}";

  /**
   * What is lost goes to others when leases end; who delivers late delivers all the same. Three
   * workers take 400 s for 1,200 tasks, six take 200 s. The ends of a gap may stand in either
   * order.
   */
  @ParameterizedTest
  @CsvSource({
    "for ever, a-b=10s.., 391",
    "the other way round, b-a=10s.., 391",
    "too long to wait for, a-b=10s..1010s, 391",
    "shorter than the stock, a-b=50s..80s, 200",
    "longer than its stock has grown and the lease lasts, a-b=20s..120s, 238"
  })
  void aGapThatIsDown(String how, String down, double seconds) throws IOException {
    assertThat(simulate(TWO, TASKS, "--gap-down", down).simulated)
        .as(how)
        .isCloseTo(seconds, within(0.02 * seconds));
  }

  @ParameterizedTest
  @CsvSource({"0, 400", "50, 350"})
  void aClusterWhoseHostsAreDown(double from, double seconds) throws IOException {
    var options = new ArrayList<String>();
    for (int i = 1; i <= 3; i++) {
      options.addAll(List.of("--host-down", "x%d=%.0fs..".formatted(i, from)));
    }
    assertThat(simulate(TWO, TASKS, options.toArray(String[]::new)).simulated)
        .isCloseTo(seconds, within(0.02 * seconds));
  }

  /** The last task came back to the cluster that had just given it back, and stayed there. */
  @Test
  void aClusterThatWaitsWhenItsHostsGoDown() throws IOException {
    var grid =
        """
        grid: g
        home: a
        clusters:
          a:
            lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
            hosts: [{name: m, role: master}, {name: w, count: 1, rate: 1/s}]
          b:
            lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
            hosts: [{name: x, count: 3, rate: 1/s}]
        links:
          - {between: [a, b], bandwidth: 1 MB/s, latency: 10 ms}
        """;
    var options = new ArrayList<>(List.of("--objective", "fastest", "--stock", "0s"));
    for (int i = 1; i <= 3; i++) {
      options.addAll(List.of("--host-down", "x%d=29.5s..".formatted(i)));
    }
    var app = "{app: t, kind: farm, tasks: 120, input: 1 kB, output: 1 kB}";
    // Two leases of a minute after the hosts went down, and then what is left.
    assertThat(simulate(grid, app, options.toArray(String[]::new)).simulated)
        .isBetween(149.0, 156.0);
  }

  /** Only the tasks of the first were taken back before its lease ended. */
  @Test
  void twoClustersThatAreCutOff() throws IOException {
    var grid =
        """
        grid: g
        home: a
        clusters:
          a: {hosts: [{name: m, role: master}, {name: w, count: 3, rate: 1/s}]}
          b: {hosts: [{name: x, count: 3, rate: 1/s}]}
          c: {hosts: [{name: y, count: 3, rate: 1/s}]}
        links:
          - {between: [a, b], bandwidth: 1 MB/s, latency: 10 ms}
          - {between: [a, c], bandwidth: 1 MB/s, latency: 10 ms}
        """;
    var app = "{app: t, kind: farm, tasks: 300, input: 1 kB, output: 1 kB}";
    String[] cuts = {"--gap-down", "a-b=20s..", "--gap-down", "a-c=20s..", "--lease", "1h"};
    assertThat(simulate(grid, app, cuts).simulated).isLessThan(70);
  }

  /**
   * Workers ask ahead by what fetching takes, the master's time and the others on the LAN included.
   * Runs took 16.2 s for the strips of an image on 10 Mbit/s, and 38.8 s for those that a slow
   * master hands out: as long as the LAN and the worker are busy.
   */
  @ParameterizedTest
  @CsvSource({
    "'{bandwidth: 10 Mbit/s, latency: 0.3 ms}', 220, '20/s}, {name: v, rate: 13', 500, 40000,"
        + " 16.05",
    "'{bandwidth: 100 Mbit/s, latency: 0.2 ms}', 30, 1.6, 62, 1000, 38.8"
  })
  void workersThatAskAhead(
      String lan, int master, String rates, int tasks, int output, double seconds)
      throws IOException {
    var times =
        simulate(
            """
            grid: g
            home: a
            clusters:
              a:
                lan: %s
                hosts: [{name: m, role: master, master-rate: %d/s}, {name: w, rate: %s/s}]
            """
                .formatted(lan, master, rates),
            "{app: t, kind: farm, tasks: %d, input: 100 B, output: %d B}".formatted(tasks, output),
            "--objective",
            "fastest");
    assertThat(times.simulated).isCloseTo(seconds, within(0.01 * seconds));
  }
}

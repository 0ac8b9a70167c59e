package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.kind.run.ExitCode;
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
import tools.jackson.databind.JsonNode;

/** What {@code strait simulate} and {@code strait plan --refine} do. */
class SimulateCommandTest {
  private static final String THREE = CommandLineRun.example("three-continents");

  @TempDir private Path folder;

  private static JsonNode simulate(String... options) {
    var args = new ArrayList<>(List.of("simulate", THREE, "--format", "json"));
    args.addAll(List.of(options));
    return CommandLineRun.of(args.toArray(String[]::new)).json();
  }

  /** Tables 2, 3 and 4 of paper tuning: what its authors measured, and we simulate. */
  @ParameterizedTest
  @CsvSource({"multi, 8.302, 0.90", "selected, 7.341, 0.94", "tuned, 15.332, 0.95"})
  void tuningIsRehearsedAsItWasMeasured(String phase, double measured, double precision) {
    for (var step : simulate().get("steps")) {
      if (step.get("phase").asString().equals(phase)) {
        double simulated = step.get("total").get("simulated_speedup").asDouble();
        assertThat(Math.min(simulated, measured) / Math.max(simulated, measured))
            .isGreaterThan(precision);
        assertThat(step.get("total").get("precision").asDouble()).isGreaterThan(0.95);
        return;
      }
    }
    throw new AssertionError("no phase " + phase);
  }

  @Test
  void aPlanFileIsSimulatedAsItIs() {
    var file = folder.resolve("plan.yaml").toString();
    assertThat(CommandLineRun.of("plan", THREE, "-o", file).exitCode()).isZero();
    assertThat(CommandLineRun.of("simulate", file).out())
        .isEqualTo(CommandLineRun.of("simulate", THREE).out());
  }

  @Test
  void severalRunsGiveAnInterval() {
    var same = simulate("--runs", "5").get("total");
    assertThat(same.get("simulated_time_s_ci95").asDouble()).isCloseTo(0, within(1e-6));
    var random = simulate("--runs", "8", "--work", "exponential", "--seed", "3");
    assertThat(random.get("total").get("simulated_time_s_ci95").asDouble()).isPositive();
    assertThat(simulate("--runs", "8", "--work", "exponential", "--seed", "3")).isEqualTo(random);
  }

  @Test
  void troubleCostsTime() throws IOException {
    double smooth = simulate().get("simulated_time_s").asDouble();
    var slow = Files.writeString(folder.resolve("slow.csv"), "time,share\n0,1\n3600,0.25\n");
    var thin = Files.writeString(folder.resolve("thin.csv"), "0,21504\n1800,5000\n7200,21504\n");
    for (var options :
        new String[][] {
          {"--gap-down", "argentina-spain=1h..3h"},
          {"--host-down", "fast1=1h..9h", "--lease", "10 min"},
          {"--host-trace", "es1=" + slow},
          {"--gap-trace", "argentina-spain=" + thin},
          {"--mtbf", "3 h", "--mttr", "30 min"},
          {"--gap-mtbf", "2 h", "--gap-mttr", "30 min"},
          {"--stagger", "20 min"},
        }) {
      assertThat(simulate(options).get("simulated_time_s").asDouble())
          .as(String.join(" ", options))
          .isGreaterThan(smooth);
    }
  }

  @Test
  void tracesAndPicturesAreWritten() throws IOException {
    var trace = folder.resolve("run.json");
    var plot = folder.resolve("run.svg");
    var run =
        CommandLineRun.of(
            "simulate", THREE, "--trace", trace.toString(), "--plot", plot.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(trace)).contains("argentina").contains("traceEvents");
    assertThat(Files.size(plot)).isGreaterThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--work gamma",
        "--work uniform",
        "--work uniform:2",
        "--work pareto:1",
        "--work empirical:nowhere",
        "--runs 0",
        "--runs 99999",
        "--prefetch -1",
        "--stagger 5",
        "--mtbf soon",
        "--mtbf 0s",
        "--mttr 1h",
        "--gap-mttr 1h",
        "--host-down x=1h..2h",
        "--host-down es1=2h..1h",
        "--gap-down a-b=1h..2h",
        "--gap-down argentina-spain",
        "--host-trace es1=nowhere.csv",
        "--gap-trace x=nowhere.csv",
        "--trace run.txt",
        "--plot run.gif"
      })
  void wrongOptionsAreRefused(String options) {
    var words = new ArrayList<>(List.of("simulate", THREE));
    words.addAll(List.of(options.split(" ")));
    var run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("expected").doesNotContain("Exception");
  }

  @Test
  void aRunThatNeverEndsIsAFailure() {
    var words = new ArrayList<>(List.of("simulate", THREE));
    for (var host :
        "ar1 ar2 ar3 br1 br2 br3 br4 br5 fast1 fast2 fast3 es1 es2 es3 es4 es5".split(" ")) {
      words.add("--host-down");
      words.add(host + "=1s..");
    }
    var run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("does not end").doesNotContain("\tat ");
    var often = CommandLineRun.of("simulate", THREE, "--mtbf", "1 min", "--mttr", "1 min");
    assertThat(often.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(often.err()).contains("hosts fail so often");
  }

  @Test
  void aHomeWithoutWorkersIsNoObstacle() throws IOException {
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: g
        home: a
        clusters:
          a: {hosts: [{name: m, role: master}]}
          b: {hosts: [{name: w, count: 2, rate: 1/s}]}
        links: [{between: [a, b], latency: 1 s}]
        """);
    Files.writeString(folder.resolve("app.yaml"), "{app: x, kind: farm, tasks: 4}");
    var run = CommandLineRun.of("simulate", folder.toString(), "--format", "json");
    // a request and a task on the way take a second each, then two rounds, then a result on its way
    assertThat(run.json().get("simulated_time_s").asDouble()).isCloseTo(5, within(1.0));
  }

  @Test
  void refiningIsNeverWorse() {
    for (var example : new String[] {"three-continents", "shared-link", "four-processors"}) {
      var folderName = CommandLineRun.example(example);
      var plain = folder.resolve("plain.yaml").toString();
      var refined = folder.resolve("refined.yaml").toString();
      CommandLineRun.of("plan", folderName, "-o", plain);
      assertThat(CommandLineRun.of("plan", folderName, "--refine", "-o", refined).out())
          .contains("Refined by");
      double before =
          CommandLineRun.of("simulate", plain, "--format", "json")
              .json()
              .get("simulated_time_s")
              .asDouble();
      double after =
          CommandLineRun.of("simulate", refined, "--format", "json")
              .json()
              .get("simulated_time_s")
              .asDouble();
      assertThat(after).isLessThanOrEqualTo(before * 1.001);
    }
  }
}

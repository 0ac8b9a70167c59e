package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.kind.file.PlanFile;
import io.strait.model.text.Document;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.file.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code plan} and {@code simulate} of stencils. */
final class StencilCommandTest {
  private static final String HEAT = CommandLineRun.example("heat");

  @TempDir Path folder;

  private static CommandLineRun run(String... line) {
    var run = CommandLineRun.of(line);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static JsonNode strategy(JsonNode plan, Strategy strategy) {
    for (var each : plan.get("strategies")) {
      if (each.get("name").asString().equals(strategy.word())) {
        return each;
      }
    }
    throw new AssertionError("no " + strategy);
  }

  @Test
  void planAsJson() {
    var plan = run("plan", HEAT, "--format", "json").json();
    assertThat(plan.get("best").asString()).isNotEmpty();
    assertThat(plan.get("strategies")).hasSize(5);
    var wavefront = strategy(plan, Strategy.WAVEFRONT);
    assertThat(wavefront.get("band").asInt()).isEqualTo(20);
    assertThat(wavefront.get("iteration_s").asDouble()).isCloseTo(0.010, within(1e-4));
    assertThat(wavefront.get("bound_by").asString()).isNotEmpty();
    assertThat(strategy(plan, Strategy.LH).get("iteration_s").asDouble())
        .isCloseTo(0.200, within(1e-3));
    double best = plan.get("iteration_s").asDouble();
    for (var each : plan.get("strategies")) {
      assertThat(each.get("iteration_s").asDouble()).isGreaterThanOrEqualTo(best * 0.995);
      assertThat(each.get("memory_bytes").asLong()).isPositive();
    }
  }

  @Test
  void simulateAsJson() {
    var plan = run("simulate", HEAT, "--format", "json", "--runs", "2").json();
    for (var each : plan.get("strategies")) {
      assertThat(each.get("precision").asDouble()).isBetween(0.97, 1.0);
      double sum =
          each.get("computing").asDouble()
              + each.get("waiting_lan").asDouble()
              + each.get("waiting_gap").asDouble();
      assertThat(sum).isCloseTo(1, within(1e-9));
      assertThat(each.get("simulated_time_s").asDouble()).isPositive();
    }
    assertThat(plan.get("simulated_iteration_s").asDouble()).isPositive();
  }

  @Test
  void aPlanFileIsReadBackAndSimulated() throws IOException {
    var file = folder.resolve("plan.yaml");
    run("plan", HEAT, "--what-if", "strategy=wavefront", "--what-if", "band=25", "-o", "" + file);
    var content = PlanFile.read(Document.read(file), StencilPlanFile.FORMAT);
    assertThat(content.plan().best()).isEqualTo(Strategy.WAVEFRONT);
    assertThat(content.plan().result().band()).isEqualTo(25);
    var simulated = run("simulate", file.toString(), "--format", "json").json();
    assertThat(simulated.get("best").asString()).isEqualTo("wavefront");
    assertThat(strategy(simulated, Strategy.WAVEFRONT).get("band").asInt()).isEqualTo(25);
    var again = run("plan", file.toString(), "--format", "json").json();
    assertThat(again.get("best").asString()).isEqualTo("wavefront");
  }

  /** Figure 6: the wavefront stays where it is, latency hiding does not. */
  @Test
  void sweepAndPlot() throws IOException {
    var file = folder.resolve("gap.png");
    var sweep = "links[east-west].latency=0ms..700ms:8";
    var json = run("plan", HEAT, "--sweep", sweep, "--format", "json", "--plot", "" + file).json();
    assertThat(json.get("points")).hasSize(8);
    for (var point : json.get("points")) {
      assertThat(strategy(point, Strategy.WAVEFRONT).get("iteration_s").asDouble())
          .isCloseTo(0.010, within(0.0003));
    }
    assertThat(strategy(json.get("points").get(7), Strategy.LH).get("iteration_s").asDouble())
        .isCloseTo(0.700, within(0.001));
    var picture = ImageIO.read(file.toFile());
    assertThat(picture.getWidth()).isEqualTo(900);
    assertThat(picture.getHeight()).isEqualTo(540);
    var text = run("plan", HEAT, "--sweep", sweep).out();
    assertThat(text).contains("wavefront", "deep-halo", "700 ms");
    var svg = folder.resolve("cost.svg");
    run("plan", HEAT, "--sweep", "app.cost-per-cell=30ns..20000ns:8", "--plot", svg.toString());
    assertThat(Files.readString(svg)).contains("<svg");
  }

  /** Jitter makes runs differ by seed, and asks for a wider band. */
  @Test
  void jitter() {
    var change = "links[east-west].jitter=20ms";
    var plan = run("plan", HEAT, "--what-if", change, "--format", "json").json();
    assertThat(strategy(plan.get("after"), Strategy.WAVEFRONT).get("band").asInt())
        .isBetween(30, 40);
    var file = folder.resolve("plan.yaml");
    run("plan", HEAT, "--what-if", change, "-o", file.toString());
    var one = run("simulate", file.toString(), "--seed", "1", "--format", "json").json();
    var two = run("simulate", file.toString(), "--seed", "2", "--format", "json").json();
    assertThat(one).isNotEqualTo(two);
    assertThat(run("simulate", file.toString(), "--seed", "1", "--format", "json").json())
        .isEqualTo(one);
    assertThat(strategy(one, Strategy.WAVEFRONT).get("simulated_iteration_s").asDouble())
        .isCloseTo(0.010, within(0.0003));
  }

  @Test
  void anAppAloneMeansThisMachine() {
    var run = run("plan", HEAT + "/app.yaml");
    assertThat(run.out()).contains("this-machine", "no gap");
  }
}

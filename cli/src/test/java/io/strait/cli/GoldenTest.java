package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The estimated columns of paper tuning's tables and figure 1 of paper placement, through the
 * command line.
 */
class GoldenTest {
  private static final JsonNode TUNING =
      CommandLineRun.of("plan", CommandLineRun.example("three-continents"), "--format", "json")
          .json();

  private static JsonNode row(String phase, String cluster) {
    for (var step : TUNING.get("steps")) {
      if (step.get("phase").asString().equals(phase)) {
        if (cluster.equals("total")) {
          return step.get("total");
        }
        for (var row : step.get("clusters")) {
          if (row.get("name").asString().equals(cluster)) {
            return row;
          }
        }
      }
    }
    throw new AssertionError("no row " + phase + " " + cluster);
  }

  @ParameterizedTest
  @CsvSource({
    // phase, cluster, workers, available 10^-3 tasks/s, speedup, efficiency %
    "local,    argentina,  3,  1.754,  1.000, 100", // table 1
    "multi,    argentina,  3,  1.754,  1.000, 100", // table 2
    "multi,    brazil,     5,  3.106,  1.771, 100",
    "multi,    spain,      8, 23.570,  5.307,  39",
    "multi,    total,     16, 28.430,  8.077,  50",
    "selected, argentina,  3,  1.754,  1.000, 100", // table 3
    "selected, brazil,     5,  3.106,  1.771, 100",
    "selected, spain,      3,  8.885,  5.065, 100",
    "selected, total,     11, 13.745,  7.836, 100",
    "tuned,    argentina,  3,  1.754,  1.000, 100", // table 4
    "tuned,    brazil,     5,  3.106,  1.771, 100",
    "tuned,    spain,      8, 23.570, 13.437, 100",
    "tuned,    total,     16, 28.430, 16.208, 100", // table 5 is the totals
  })
  void tuning(
      String phase, String cluster, int workers, double available, double speedup, int efficiency) {
    var row = row(phase, cluster);
    var count = row.get("workers");
    assertThat(count.isArray() ? count.size() : count.asInt()).isEqualTo(workers);
    assertThat(rounded(1000 * row.get("available_rate").asDouble())).isEqualTo(available);
    assertThat(rounded(row.get("speedup").asDouble())).isEqualTo(speedup);
    assertThat(Math.round(100 * row.get("efficiency").asDouble())).isEqualTo(efficiency);
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  @Test
  void spainIsHeldUpByItsGapAndFreedByThree() {
    var multi = row("multi", "spain");
    assertThat(multi.get("max_rate").asDouble()).isCloseTo(0.0093081, within(5e-8));
    assertThat(multi.get("estimated_rate").asDouble()).isCloseTo(0.0093081, within(5e-8));
    assertThat(multi.get("bound_by").asString()).isEqualTo("gap argentina-spain");
    assertThat(multi.get("aggregate").asInt()).isEqualTo(1);
    assertThat(row("tuned", "spain").get("aggregate").asInt()).isEqualTo(3);
    assertThat(row("tuned", "brazil").get("aggregate").asInt()).isEqualTo(1);
  }

  @Test
  void theTopLevelIsTheTunedPlan() {
    assertThat(TUNING.get("master").asString()).isEqualTo("front");
    assertThat(TUNING.get("tasks").asInt()).isEqualTo(500);
    assertThat(TUNING.get("time_s").asDouble()).isCloseTo(500 / 28.430e-3, within(1.0));
    assertThat(TUNING.get("total")).isEqualTo(row("tuned", "total"));
    assertThat(TUNING.get("verdict").asString())
        .isEqualTo(
            "Using Spain and Brazil makes it 16.2 times faster at 100 % efficiency if gateways add"
                + " up 3 results at a time.");
  }

  @Test
  void everyCutAddsUpToTheRate() {
    for (var step : TUNING.get("steps")) {
      double sum = 0;
      for (var limit : step.get("cut")) {
        sum += limit.get("rate").asDouble();
      }
      assertThat(sum).isCloseTo(step.get("total").get("estimated_rate").asDouble(), within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({"A, 110", "B, 130", "C, 60", "auto, 130", "net1, 130"})
  void placement(String master, double rate) {
    for (var method : new String[] {"flow", "paper"}) {
      var plan =
          CommandLineRun.of(
                  "plan",
                  CommandLineRun.example("four-processors"),
                  "--master",
                  master,
                  "--method",
                  method,
                  "--format",
                  "json")
              .json();
      assertThat(plan.get("total").get("estimated_rate").asDouble()).isCloseTo(rate, within(1e-9));
      if (master.length() > 1) {
        assertThat(plan.get("master").asString()).isEqualTo("B");
      }
    }
  }
}

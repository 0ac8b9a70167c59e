package io.strait.farm.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.file.PhasePlan.Phase;
import io.strait.kind.file.Span;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what is read. */
class FarmSummaryTest {
  private static final FarmPlan PLAN =
      new FarmPlan(
          "front",
          "home",
          "home",
          100,
          0.85,
          Objective.EFFICIENT,
          null,
          List.of(phase(Phase.LOCAL, 2), phase(Phase.MULTI, 5)),
          List.of());

  private static final Standing STANDING =
      new Standing(
          "srmsd",
          100,
          100,
          3,
          1,
          0,
          2,
          2,
          3.5,
          28.5,
          List.of(new Standing.Failure(7, "no")),
          List.of(),
          List.of());

  @TempDir Path folder;

  private static PhasePlan phase(Phase phase, double rate) {
    var home = new ClusterPlan("home", List.of("a"), 2, 9, 2, 1, 1, 1, 2, "workers");
    var away =
        new ClusterPlan("away", List.of("b"), 4, 3, rate - 2, rate / 2 - 1, 0.75, 3, 2, "gap");
    var span = Span.of(100 / rate);
    var total = new PhasePlan.Total(2, 6, rate, rate / 2, rate / 6, 100 / rate, 0, "gap", span);
    return new PhasePlan(phase, total, List.of(home, away), List.of(), List.of());
  }

  private static PhaseFigures figures(PhasePlan plan, double published) {
    var rehearsal = new MeasuredPhase(plan, 100, 24, Map.of("home", 40L, "away", 60L));
    var run = new MeasuredPhase(plan, 100, 25, Map.of("home", 50L, "away", 50L));
    return PhaseFigures.of(plan, rehearsal.finding(), run.finding(), 7, published);
  }

  private FarmSummary read(String json) throws IOException {
    return FarmSummary.read(Files.writeString(folder.resolve("summary.json"), json), PLAN);
  }

  @Test
  void readsWhatItWrote() throws IOException {
    var phases =
        List.of(figures(PLAN.steps().getFirst(), 0.918), figures(PLAN.result(), Double.NaN));
    var summary =
        new FarmSummary(
            "failed",
            STANDING,
            "front",
            phases,
            List.of(new Staging("away", 2_000_000_000, 500, 400, 12.5, 12.125)),
            "Kept.",
            "now",
            "1",
            "runs/1",
            "result",
            "",
            "w");
    var read = read(summary.json());
    assertThat(read).isEqualTo(summary);
    assertThat(read.json()).isEqualTo(summary.json());
  }

  @Test
  void whatWasNotMeasuredIsLeftOut() throws IOException {
    var plan = PLAN.result();
    var figures = PhaseFigures.of(plan, Finding.NONE, Finding.NONE, 1, Double.NaN);
    var summary =
        new FarmSummary(
            "done", STANDING, "front", List.of(figures), List.of(), "", "", "", "", "", "", "");
    assertThat(summary.json()).doesNotContain("measured_", "precision", "reference_speedup");
    assertThat(read(summary.json()).phases().getLast().isMeasured()).isFalse();
  }

  @Test
  void whatAnOlderRunLeftOutFollowsFromItsRates() throws IOException {
    var read =
        read(
            """
            {"state": "done", "measured_time_s": 25, "total": {"measured_rate": 4},
             "clusters": [{"name": "away", "measured_rate": 2}]}
            """);
    var phase = read.phases().getLast();
    assertThat(phase.total().measured()).isEqualTo(new Figures(4, 2, 4 / 6.0));
    assertThat(phase.total().precision()).isEqualTo(0.8);
    assertThat(phase.clusters().getFirst().measured()).isEqualTo(Figures.NONE);
    assertThat(phase.clusters().getLast().measured()).isEqualTo(new Figures(2, 1, 0.5));
    assertThat(phase.time().measured()).isEqualTo(25);
    assertThat(read.standing().finished()).isEqualTo(-1);
  }

  @Test
  void refusesWhatIsNoNumber() {
    assertThatThrownBy(() -> read("{\"total\": {\"measured_rate\": \"fast\"}}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("measured_rate is 'fast', expected a number of 0 or more");
  }

  @Test
  void aMeasurementIsKeptForALaterMaster() {
    var plan = PLAN.result();
    var measured = new MeasuredPhase(plan, 100, 25, Map.of("home", 50L, "away", 50L));
    assertThat(MeasuredPhase.read(plan, 100, measured.entries())).isEqualTo(measured);
    assertThat(MeasuredPhase.read(plan, 100, Map.of())).isNull();
    assertThat(MeasuredPhase.read(plan, 100, Map.of("seconds", "25", "tasks", "home"))).isNull();
  }
}

package io.strait.stencil.report;

import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.OutcomeReport;
import io.strait.kind.report.RunPage;
import io.strait.kind.report.StepFolder;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.outcome.RankTimes;
import io.strait.stencil.outcome.StencilSummary;
import io.strait.stencil.outcome.StrategyOutcome;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All that there is to say of one run of a stencil. */
public final class StencilReport extends OutcomeReport<StencilApp, StencilPlan, StrategyOutcome> {
  final RankMatrix matrix;
  final List<StrategyRanks> ranks;
  private final StencilSummary summary;

  private StencilReport(
      Path folder,
      String name,
      PlanFile<StencilApp, StencilPlan> content,
      StencilSummary summary,
      RankMatrix matrix,
      List<StrategyRanks> ranks)
      throws IOException {
    super(folder, name, content, summary.strategies());
    this.summary = summary;
    this.matrix = matrix;
    this.ranks = List.copyOf(ranks);
  }

  /** Reads the folder of a run that has ended. */
  public static StencilReport read(Path folder, String name) throws IOException {
    var content = plan(folder, StencilPlanFile.FORMAT, "a strategy of a stencil");
    var app = content.inputs().app();
    var summary = StencilSummary.read(folder, content.plan());
    var ranks = new ArrayList<StrategyRanks>();
    RankMatrix matrix;
    try {
      matrix = RankMatrix.of(app, content.inputs().grid());
      for (var each : summary.strategies()) {
        var promised = each.plan();
        ranks.add(
            new StrategyRanks(
                each,
                RankTimes.read(
                    StencilSummary.place(folder, content.plan(), promised), matrix.ranks().size()),
                Bands.decomposition(app, matrix, promised.strategy(), promised.band())));
      }
    } catch (PlanException e) {
      throw new InputException(
          "%s: %s".formatted(folder.resolve(StepFolder.PLAN), String.valueOf(e.getMessage())));
    }
    return new StencilReport(folder, name, content, summary, matrix, ranks);
  }

  @Override
  public List<String> notes() {
    return plan().notes();
  }

  @Override
  public Table table() {
    return StencilTables.strategies(this);
  }

  @Override
  public Tree json() {
    var result = result();
    return new Tree()
        .put("folder", folder().toString())
        .put("app", app().name())
        .put("grid", grid().name())
        .put("best", result.name())
        .put("iterations", result.measured().iterations())
        .put("iteration_s", result.plan().iterationSeconds())
        .put("simulated_iteration_s", result.time().simulated())
        .put("measured_iteration_s", result.time().measured())
        .put("measured_time_s", result.measured().seconds())
        .put("precision", result.precision())
        .put("warnings", warnings())
        .put("strategies", outcomes().stream().map(StrategyOutcome::json).toList());
  }

  @Override
  public RunPage page() {
    return new StencilPage(this);
  }

  @Override
  public Advice advice() {
    return StencilAdvice.of(grid(), app(), plan(), matrix.ranks().size());
  }

  @Override
  public List<String> warnings() {
    return outcomes().stream()
        .filter(StrategyOutcome::isTooLate)
        .map(
            each ->
                "%s: this machine was too slow for what it emulated, late by %.1f %% of the run; choose a smaller time scale."
                    .formatted(each.name(), 100 * each.measured().late()))
        .toList();
  }

  @Override
  public String verdict() {
    var result = result();
    var text = new StringBuilder();
    if (result.isPromised()) {
      text.append(
          "%s took %s for an iteration, %s the plan promises"
              .formatted(
                  result.name(), Show.seconds(result.time().measured()), result.time().kept()));
    } else {
      text.append(
          "%s did %s iterations in %s, %s each, without emulation, so the plan promises nothing"
              .formatted(
                  result.name(),
                  Show.count(result.measured().iterations()),
                  Durations.rounded(result.measured().seconds()),
                  Show.seconds(result.time().measured())));
    }
    summary
        .slowestOther()
        .ifPresent(slowest -> text.append(", %s".formatted(against(result, slowest))));
    return text.append("; ").append(bound()).append('.').append(late()).toString();
  }

  private static String against(StrategyOutcome result, StrategyOutcome other) {
    double times = other.time().measured() / result.time().measured();
    return times >= 1
        ? "%.1f times faster than %s".formatted(times, other.name())
        : "%.1f times slower than %s".formatted(1 / times, other.name());
  }

  /** What bound the plan's strategy, and where the ranks' time went. */
  private String bound() {
    var result = result();
    var spent = result.measured().shares();
    var shares =
        "%s computing, %s waiting for the LAN, %s for the gap"
            .formatted(
                Numbers.percent(spent.computing()),
                Numbers.percent(spent.waitingLan()),
                Numbers.percent(spent.waitingGap()));
    return result.isPromised()
        ? "the %s bound it (%s)".formatted(result.plan().boundBy(), shares)
        : "the ranks' time was %s".formatted(shares);
  }

  private String late() {
    return result().isTooLate() ? " But this machine was too slow for what it emulated." : "";
  }
}

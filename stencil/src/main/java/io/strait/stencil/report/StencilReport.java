package io.strait.stencil.report;

import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.RunPage;
import io.strait.kind.report.RunReport;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.RunFolder;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that there is to say of one run of a stencil. */
public final class StencilReport extends RunReport<StencilApp, StencilPlan> {
  final RankMatrix matrix;
  final List<StrategyFigures.Ranks> ranks;
  final String began;

  private StencilReport(
      Path folder,
      String name,
      PlanFile<StencilApp, StencilPlan> content,
      RankMatrix matrix,
      List<StrategyFigures.Ranks> ranks,
      String began) {
    super(folder, name, content);
    this.matrix = matrix;
    this.ranks = List.copyOf(ranks);
    this.began = began;
  }

  /** Reads the folder of a run that has ended. */
  public static StencilReport read(Path folder, String name) throws IOException {
    @Nullable Path run = StepFolder.run(folder);
    if (run != null) {
      throw new InputException(
          "%s: a strategy of a stencil's run, expected the run, whose report has all of them: %s"
              .formatted(folder, run));
    }
    var content = PlanFile.read(Document.read(folder.resolve("plan.yaml")), StencilPlanFile.FORMAT);
    var figures = StencilSummary.read(folder, content.plan());
    var ranks = new ArrayList<StrategyFigures.Ranks>();
    RankMatrix matrix;
    try {
      matrix = RankMatrix.of(content.inputs().app(), content.inputs().grid());
      for (var each : figures) {
        var place = StencilSummary.place(folder, content.plan(), each.name());
        ranks.add(
            new StrategyFigures.Ranks(
                each,
                RankTimes.read(place.resolve("ranks.tsv"), matrix.ranks().size()),
                Bands.decomposition(
                    content.inputs().app(), matrix, each.plan().strategy(), each.plan().band())));
      }
    } catch (PlanException e) {
      throw new InputException(
          "%s: %s".formatted(folder.resolve("plan.yaml"), String.valueOf(e.getMessage())));
    }
    var began = RunFolder.read(folder.resolve("run.json")).getOrDefault("began", "");
    return new StencilReport(folder, name, content, matrix, ranks, began);
  }

  /** The strategies that were run; the last one is the plan's. */
  public List<StrategyFigures> strategies() {
    return ranks.stream().map(StrategyFigures.Ranks::figures).toList();
  }

  public StrategyFigures result() {
    return ranks.getLast().figures();
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
        .put("iterations", result.iterations())
        .put("iteration_s", result.plan().iterationSeconds())
        .put("simulated_iteration_s", result.iteration().simulated())
        .put("measured_iteration_s", result.iteration().measured())
        .put("measured_time_s", result.seconds())
        .put("precision", result.iteration().precision())
        .put("warnings", warnings())
        .put("strategies", strategies().stream().map(StrategyFigures::json).toList());
  }

  @Override
  public RunPage page() {
    return new StencilPage(this);
  }

  @Override
  public Advice advice() {
    return StencilAdvice.of(grid(), app(), matrix.ranks().size());
  }

  @Override
  public List<String> warnings() {
    return strategies().stream()
        .filter(StrategyFigures::isTooLate)
        .map(
            each ->
                "%s: this machine was too slow for what it emulated, late by %.1f %% of the run; choose a smaller time scale."
                    .formatted(each.name(), 100 * each.late()))
        .toList();
  }

  @Override
  public String verdict() {
    var result = result();
    var text = new StringBuilder();
    if (result.isEmulated()) {
      text.append(
          "%s took %s for an iteration, %s the plan promises"
              .formatted(
                  result.name(),
                  Show.seconds(result.iteration().measured()),
                  result.iteration().kept()));
    } else {
      text.append(
          "%s did %s iterations in %s, %s each, without emulation, so the plan promises nothing"
              .formatted(
                  result.name(),
                  Show.count(result.iterations()),
                  Durations.rounded(result.seconds()),
                  Show.seconds(result.iteration().measured())));
    }
    strategies().stream()
        .filter(each -> !each.name().equals(result.name()))
        .max(Comparator.comparingDouble(each -> each.iteration().measured()))
        .ifPresent(slowest -> text.append(", %s".formatted(against(result, slowest))));
    return text.append("; ").append(bound()).append('.').append(late()).toString();
  }

  private static String against(StrategyFigures result, StrategyFigures other) {
    double times = other.iteration().measured() / result.iteration().measured();
    return times >= 1
        ? "%.1f times faster than %s".formatted(times, other.name())
        : "%.1f times slower than %s".formatted(1 / times, other.name());
  }

  /** What bound the plan's strategy, and where the ranks' time went. */
  private String bound() {
    var result = result();
    var shares =
        "%s computing, %s waiting for the LAN, %s for the gap"
            .formatted(
                Show.percent(result.computing()),
                Show.percent(result.waitingLan()),
                Show.percent(result.waitingGap()));
    return result.isEmulated()
        ? "the %s bound it (%s)".formatted(result.plan().boundBy(), shares)
        : "the ranks' time was %s".formatted(shares);
  }

  private String late() {
    return result().isTooLate() ? " But this machine was too slow for what it emulated." : "";
  }
}

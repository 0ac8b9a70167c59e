package io.strait.stencil.report;

import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.RunFolder;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFormat;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.RankMatrix;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that there is to say about one run of a stencil. */
public final class StencilReport {
  /** A difference that is not worth telling. */
  private static final double SAME = 0.005;

  private final Path folder;
  private final String name;
  final Inputs<StencilApp> inputs;
  final StencilPlan plan;
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
    this.folder = folder;
    this.name = name;
    this.inputs = content.inputs();
    this.plan = content.plan();
    this.matrix = matrix;
    this.ranks = List.copyOf(ranks);
    this.began = began;
  }

  /** Reads the folder of a run that has ended. */
  public static StencilReport read(Path folder) throws IOException {
    return read(folder, StepFolder.name(folder));
  }

  /** The same, under a name of its own. */
  public static StencilReport read(Path folder, String name) throws IOException {
    @Nullable Path run = StepFolder.run(folder);
    if (run != null) {
      throw new InputException(
          "%s: a strategy of a stencil's run, expected the run, whose report has all of them: %s"
              .formatted(folder, run));
    }
    var content = PlanFile.read(Document.read(folder.resolve("plan.yaml")), StencilFormat.INSTANCE);
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

  public Path folder() {
    return folder;
  }

  public String name() {
    return name;
  }

  public StencilApp app() {
    return inputs.app();
  }

  public String grid() {
    return inputs.grid().name();
  }

  /** The strategies that were run; the last one is the plan's. */
  public List<StrategyFigures> strategies() {
    return ranks.stream().map(StrategyFigures.Ranks::figures).toList();
  }

  public StrategyFigures result() {
    return ranks.getLast().figures();
  }

  public StencilAdvice advice() {
    return StencilAdvice.of(inputs.grid(), app(), matrix.ranks().size());
  }

  /** What the measurements are to be read with, a sentence each. */
  public List<String> warnings() {
    return strategies().stream()
        .filter(StrategyFigures::isTooLate)
        .map(
            each ->
                "%s: this machine was too slow for what it emulated, late by %.1f %% of the run; choose a smaller time scale."
                    .formatted(each.name(), 100 * each.late()))
        .toList();
  }

  /** A run in one sentence: was the promise kept, what did it bring, what bound it? */
  public String verdict() {
    var result = result();
    var text = new StringBuilder();
    if (result.isEmulated()) {
      double more = result.measured() / result.predicted() - 1;
      text.append(
          "%s took %s for an iteration, %s the plan promises"
              .formatted(
                  result.name(),
                  Show.seconds(result.measured()),
                  Math.abs(more) < SAME
                      ? "as"
                      : "%.1f %% %s than"
                          .formatted(100 * Math.abs(more), more > 0 ? "more" : "less")));
    } else {
      text.append(
          "%s did %s iterations in %s, %s each, without emulation, of which the plan promises nothing"
              .formatted(
                  result.name(),
                  Show.count(result.iterations()),
                  Durations.rounded(result.seconds()),
                  Show.seconds(result.measured())));
    }
    strategies().stream()
        .filter(each -> !each.name().equals(result.name()))
        .max(Comparator.comparingDouble(StrategyFigures::measured))
        .ifPresent(slowest -> text.append(", %s".formatted(against(result, slowest))));
    return text.append("; ").append(bound()).append('.').append(late()).toString();
  }

  private static String against(StrategyFigures result, StrategyFigures other) {
    double times = other.measured() / result.measured();
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

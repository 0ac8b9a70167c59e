package io.strait.realign.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a realignment's run.
 *
 * @param steps the numberings that were run; the plan's own is the last
 * @param hasGaps whether gaps cost anything: they do not where all ranks were on this machine and
 *     nothing was emulated
 */
public record RealignSummary(List<NumberingOutcome> steps, boolean hasGaps) {
  public RealignSummary {
    steps = List.copyOf(steps);
  }

  public NumberingOutcome result() {
    return steps.getLast();
  }

  /** What the plan is compared with; null where nothing else was run, or not as a whole. */
  public @Nullable NumberingOutcome other() {
    return hasGaps && steps.size() > 1 && steps.stream().noneMatch(NumberingOutcome::resumed)
        ? steps.getFirst()
        : null;
  }

  /** How many times longer natural order took; NaN where they cannot be compared. */
  public double ratio() {
    @Nullable NumberingOutcome other = other();
    return other == null ? Double.NaN : other.time().measured() / result().time().measured();
  }

  public boolean isWrong() {
    return steps.stream().anyMatch(NumberingOutcome::isWrong);
  }

  /** As {@code summary.json} has it. */
  public Tree json(RealignApp app, String grid, String workers, String verdict) {
    var result = result();
    return new Tree()
        .put("kind", "realign")
        .put("app", app.name())
        .put("grid", grid)
        .put("workers", workers)
        .put("repetitions", app.repetitions())
        .put("measured_s", result.time().measured())
        .putIfPresent("precision", result.isPromised() ? result.precision() : null)
        .put("ratio", ratio())
        .put("verified", result.verified() == null ? null : !isWrong())
        .put("verdict", verdict)
        .put("steps", steps.stream().map(NumberingOutcome::summary).toList());
  }

  /**
   * Reads {@code summary.json} in the folder of a run.
   *
   * @param ranks how many the plan has
   */
  public static RealignSummary read(Path run, int ranks) throws IOException {
    var file = JsonFile.summary(run);
    var root = file.mapping(file.root(), "the summary");
    var steps =
        file.outcomes(root, "steps", "step", node -> NumberingOutcome.read(file, node, ranks));
    if (steps.isEmpty()) {
      throw file.document().error(root, "steps is empty, expected at least one step");
    }
    return new RealignSummary(steps, !file.text(root, "ratio").equals("null"));
  }
}

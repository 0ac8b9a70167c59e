package io.strait.program.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.program.file.ProgramPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a program's run.
 *
 * @param candidates that were run; the last is the one that the run is about
 */
public record ProgramSummary(ProgramPlan plan, List<CandidateOutcome> candidates) {
  public ProgramSummary {
    candidates = List.copyOf(candidates);
  }

  public CandidateOutcome result() {
    return candidates.getLast();
  }

  /** The program where it is, if that was run too. */
  public @Nullable CandidateOutcome stay() {
    return candidates.stream()
        .filter(each -> each.name().equals(ProgramPlan.STAY) && !each.equals(result()))
        .findFirst()
        .orElse(null);
  }

  /** As {@code summary.json} has it. */
  public Tree json(String verdict) {
    var result = result();
    return new Tree()
        .put("kind", "program")
        .put("unit", plan.unit())
        .put("best", result.name())
        .put("rate", 1 / result.time().predicted())
        .put("simulated_rate", 1 / result.time().simulated())
        .put("measured_rate", result.measured().rate())
        .putIfPresent("precision", result.isPromised() ? result.precision() : null)
        .put("measured_time_s", result.measured().seconds())
        .put("verdict", verdict)
        .put("candidates", candidates.stream().map(CandidateOutcome::json).toList());
  }

  /** Reads {@code summary.json} in the folder of a run. */
  public static ProgramSummary read(Path run, ProgramPlan plan) throws IOException {
    var file = JsonFile.summary(run);
    var root = file.mapping(file.root(), "the summary");
    var best = file.text(root, "best");
    var found =
        file.outcomes(root, "candidates", "candidate", node -> read(run, plan, best, file, node));
    if (found.isEmpty()) {
      throw file.document().error(root, "candidates is empty, expected at least one candidate");
    }
    if (!found.getLast().name().equals(best)) {
      throw file.document()
          .error(root, "candidates do not end with '%s', expected the best last".formatted(best));
    }
    return new ProgramSummary(plan, found);
  }

  private static CandidateOutcome read(
      Path run, ProgramPlan plan, String best, JsonFile file, Node.Mapping node)
      throws IOException {
    var name = file.text(node, "name");
    var planned = plan.candidates().stream().filter(each -> each.name().equals(name)).findFirst();
    if (planned.isEmpty()) {
      throw file.document()
          .error(node, "candidate '%s' is not in the plan, expected one of it".formatted(name));
    }
    var folder = name.equals(best) ? run : run.resolve("steps").resolve(name);
    @Nullable ProgramMeasured measured = ProgramMeasured.read(folder);
    return CandidateOutcome.read(
        file, node, planned.get(), measured == null ? List.of() : measured.parts());
  }
}

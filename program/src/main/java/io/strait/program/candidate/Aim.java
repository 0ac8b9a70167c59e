package io.strait.program.candidate;

import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.program.file.ProgramPlan.Candidate;
import java.util.Comparator;
import java.util.List;

/**
 * What a plan should be best at.
 *
 * @param cheapest whether the run should cost least, rather than be fastest
 * @param deadline seconds that it may take; infinite if it does not matter
 * @param budget what a run may cost; infinite if it does not matter
 */
public record Aim(boolean cheapest, double deadline, double budget) {
  /** As fast as possible. */
  public static final Aim FASTEST =
      new Aim(false, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** A faster candidate must be so much faster to be worth its machines. */
  private static final double WORTH = 1.001;

  /** The name of the best candidate that the grid can run. */
  String best(List<Candidate> candidates) {
    var fitting =
        candidates.stream()
            .filter(Candidate::isHere)
            .filter(each -> each.timeSeconds() <= deadline && each.cost() <= budget)
            .toList();
    if (fitting.isEmpty()) {
      var fastest =
          candidates.stream()
              .filter(Candidate::isHere)
              .min(Comparator.comparingDouble(Candidate::timeSeconds))
              .orElseThrow();
      throw new PlanException(
          "no candidate keeps the deadline and the budget; the fastest, %s, takes %s and costs %.4g"
              .formatted(fastest.name(), Durations.rounded(fastest.timeSeconds()), fastest.cost()));
    }
    if (cheapest) {
      return fitting.stream()
          .min(
              Comparator.comparingDouble(Candidate::cost)
                  .thenComparingDouble(Candidate::timeSeconds))
          .orElseThrow()
          .name();
    }
    Candidate best = fitting.getFirst();
    for (var candidate : fitting) {
      boolean fewer = candidate.hosts().size() <= best.hosts().size();
      if (candidate.timeSeconds() * (fewer ? 1 : WORTH) < best.timeSeconds()) {
        best = candidate;
      }
    }
    return best.name();
  }
}

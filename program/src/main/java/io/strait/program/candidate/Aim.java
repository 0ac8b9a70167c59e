package io.strait.program.candidate;

import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.program.file.ProgramPlan;
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
  static final double WORTH = 1.001;

  /** A candidate must be so much faster than today to be worth a change. */
  public static final double CHANGE = 1.05;

  /** The best candidate that the grid can run. */
  Candidate best(List<Candidate> candidates) {
    var fitting =
        candidates.stream()
            .filter(Candidate::isHere)
            .filter(each -> each.timeSeconds() <= deadline && each.cost() <= budget)
            .toList();
    if (fitting.isEmpty()) {
      throw impossible(candidates.stream().filter(Candidate::isHere).toList());
    }
    if (cheapest) {
      return fitting.stream()
          .min(
              Comparator.comparingDouble(Candidate::cost)
                  .thenComparingDouble(Candidate::timeSeconds))
          .orElseThrow();
    }
    // A rate that nobody rehearsed may be too high.
    var rehearsed = fitting.stream().filter(Candidate::isRehearsed).toList();
    boolean isEnough = rehearsed.stream().anyMatch(each -> !each.isSerial());
    Candidate best = fastest(isEnough ? rehearsed : fitting);
    for (var stay : fitting) {
      if (stay.name().equals(ProgramPlan.STAY)
          && stay.timeSeconds() < best.timeSeconds() * CHANGE
          && stay.rate() * CHANGE > best.rate()) {
        return stay;
      }
    }
    return best;
  }

  private static Candidate fastest(List<Candidate> candidates) {
    Candidate best = candidates.getFirst();
    for (var candidate : candidates) {
      boolean fewer = candidate.hosts().size() <= best.hosts().size();
      boolean isAsSoon = candidate.timeSeconds() <= best.timeSeconds() * WORTH;
      if (candidate.timeSeconds() * (fewer ? 1 : WORTH) < best.timeSeconds()
          || (isAsSoon && candidate.rate() > best.rate() * WORTH)) {
        best = candidate;
      }
    }
    return best;
  }

  /** Says what the candidate that comes closest takes or costs. */
  private PlanException impossible(List<Candidate> here) {
    boolean hasDeadline = deadline < Double.POSITIVE_INFINITY;
    boolean hasBudget = budget < Double.POSITIVE_INFINITY;
    var near =
        here.stream()
            .min(Comparator.comparingDouble(hasDeadline ? Candidate::timeSeconds : Candidate::cost))
            .orElseThrow();
    return new PlanException(
        "no candidate keeps the %s; the %s, %s, takes %s and costs %.4g"
            .formatted(
                hasDeadline && hasBudget
                    ? "deadline and the budget"
                    : hasDeadline ? "deadline" : "budget",
                hasDeadline ? "fastest" : "cheapest",
                near.name(),
                Durations.rounded(near.timeSeconds()),
                near.cost()));
  }
}

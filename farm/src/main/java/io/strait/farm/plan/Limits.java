package io.strait.farm.plan;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.function.Function;

/**
 * Keeps what a plan promises within its deadline or budget, start and end of the run included. The
 * search for workers knows tasks over rate alone: it gets a tighter limit until the promise holds.
 */
public final class Limits {
  private static final int MOST_TRIES = 16;
  private static final double SLACK = 1e-9;

  /** Share of a limit for which the next plan is sought, and how many. */
  private static final double TIGHTER = 0.9;

  private static final int MOST_OTHERS = 15;

  /** Plans of more workers take too long to rehearse so often. */
  private static final int MOST_WORKERS = 500;

  private final PlanOptions options;
  private final boolean isMoney;
  private final double limit;

  private Limits(PlanOptions options) {
    this.options = options;
    this.isMoney = Double.isFinite(options.budget());
    this.limit = isMoney ? options.budget() : options.deadlineSeconds();
  }

  /**
   * A plan that promises to stay within the limits of the options.
   *
   * @param planner plans and promises
   * @throws PlanException if no such plan was found
   */
  public static FarmPlan kept(PlanOptions options, Function<PlanOptions, FarmPlan> planner) {
    return new Limits(options).search(planner);
  }

  private FarmPlan search(Function<PlanOptions, FarmPlan> planner) {
    double least = Double.POSITIVE_INFINITY;
    double tooLittle = 0;
    double tooMuch = limit;
    double within = limit;
    for (int i = 0; i < MOST_TRIES && tooLittle < tooMuch * (1 - SLACK); i++) {
      try {
        var plan = planner.apply(limited(within));
        var total = plan.result().total();
        double promised = of(total, total.promised().latest());
        if (promised <= limit * (1 + SLACK)) {
          return best(new Found(plan, within), planner);
        }
        least = Math.min(least, promised);
        tooMuch = Math.min(within, of(total, total.timeSeconds()));
        within = Math.max(tooMuch * limit / promised, (tooLittle + tooMuch) / 2);
      } catch (PlanException e) {
        if (i == 0) {
          throw e;
        }
        tooLittle = within;
        within = (tooLittle + tooMuch) / 2;
      }
    }
    throw new PlanException(
        "no plan %s, start and end included: the %s that was rehearsed %s %s"
            .formatted(
                goal(),
                isMoney ? "cheapest" : "shortest",
                isMoney ? "costs" : "takes",
                text(least)));
  }

  /** A plan, and the limit for which its workers were sought. */
  private record Found(FarmPlan plan, double within) {
    PhasePlan.Total total() {
      return plan.result().total();
    }
  }

  /**
   * The best of a plan that keeps the limit and those for tighter ones: who is to be done sooner
   * may have a shorter end, and cost less for it.
   */
  private FarmPlan best(Found first, Function<PlanOptions, FarmPlan> planner) {
    var best = first;
    int workers = first.plan.result().clusters().stream().mapToInt(c -> c.workers().size()).sum();
    if (!isMoney && Double.isFinite(limit) && workers <= MOST_WORKERS) {
      double within = first.within;
      for (int i = 0; i < MOST_OTHERS; i++) {
        within *= TIGHTER;
        try {
          var other = new Found(planner.apply(limited(within)), within);
          double promised = of(other.total(), other.total().promised().latest());
          if (promised <= limit * (1 + SLACK)
              && other.total().cost() < best.total().cost() * (1 - SLACK)) {
            best = other;
          }
        } catch (PlanException e) {
          break; // nor within less
        }
      }
    }
    return best.within == limit ? best.plan : explained(best.plan, best.within);
  }

  private PlanOptions limited(double within) {
    return isMoney ? options.withBudget(within) : options.withDeadline(within);
  }

  /** What is limited, for a run that takes so long. */
  private double of(PhasePlan.Total total, double seconds) {
    return isMoney ? total.cost() * seconds / total.promisedSeconds() : seconds;
  }

  private String goal() {
    return (isMoney ? "costs at most " : "is done within ") + text(limit);
  }

  private String text(double value) {
    return isMoney ? "%.4g".formatted(value) : Durations.rounded(value);
  }

  private FarmPlan explained(FarmPlan plan, double within) {
    var notes = new ArrayList<>(plan.notes());
    notes.add(
        "This plan %s, start and end included, as its workers were sought for %s by tasks over rate."
            .formatted(goal(), text(within)));
    return plan.with(plan.steps(), notes);
  }
}

package io.strait.farm.plan;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a plan promises within its deadline or budget, start and end of the run included. The
 * search for workers knows tasks over rate alone: it gets a tighter limit until the promise holds.
 * Who is to be done sooner may have a shorter end, and cost less for it: so the cheapest plans for
 * ever tighter deadlines are tried as well.
 */
public final class Limits {
  private static final int MOST_TRIES = 16;
  private static final double SLACK = 1e-9;

  /** Share of a deadline for which the next plan is sought, and how many. */
  private static final double TIGHTER = 0.9;

  private static final int MOST_OTHERS = 15;

  /** Plans of more workers take too long to rehearse so often. */
  private static final int MOST_WORKERS = 500;

  private static final int MOST_DIGITS = 15;

  private final PlanOptions options;
  private final Function<PlanOptions, FarmPlan> planner;
  private final boolean isMoney;
  private final double limit;

  /** The least that any plan promised which was looked at. */
  private double least = Double.POSITIVE_INFINITY;

  private Limits(PlanOptions options, Function<PlanOptions, FarmPlan> planner) {
    this.options = options;
    this.planner = planner;
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
    return new Limits(options, planner).best();
  }

  private FarmPlan best() {
    @Nullable Found best = first();
    if (Double.isFinite(limit) && (best == null || best.workers() <= MOST_WORKERS)) {
      best = better(best);
    }
    if (best == null) {
      throw new PlanException(
          "no plan %s, start and end included: the %s that was rehearsed %s %s"
              .formatted(
                  goal(least),
                  isMoney ? "cheapest" : "shortest",
                  isMoney ? "costs" : "takes",
                  text(least, limit)));
    }
    return best.tells ? explained(best) : best.plan;
  }

  /**
   * A plan that keeps the limit.
   *
   * @param seconds that the search for its workers was told
   * @param tells whether its reader should know
   */
  private record Found(FarmPlan plan, double seconds, boolean tells) {
    PhasePlan.Total total() {
      return plan.result().total();
    }

    int workers() {
      return total().workers();
    }
  }

  /** The best by tasks over rate that keeps the limit; null if there is none. */
  private @Nullable Found first() {
    double tooLittle = 0;
    double tooMuch = limit;
    double within = limit;
    for (int i = 0; i < MOST_TRIES && tooLittle < tooMuch * (1 - SLACK); i++) {
      try {
        var plan =
            planner.apply(isMoney ? options.withBudget(within) : options.withDeadline(within));
        var total = plan.result().total();
        if (isKept(total)) {
          return new Found(plan, total.timeSeconds(), within != limit);
        }
        tooMuch = Math.min(within, of(total, total.timeSeconds()));
        double promised = of(total, total.promised().latest());
        within = Math.max(tooMuch * limit / promised, (tooLittle + tooMuch) / 2);
      } catch (PlanException e) {
        if (i == 0) {
          throw e;
        }
        tooLittle = within;
        within = (tooLittle + tooMuch) / 2;
      }
    }
    return null;
  }

  /** The best of a plan and of the cheapest ones that are done sooner. */
  private @Nullable Found better(@Nullable Found first) {
    @Nullable Found best = first;
    double within = first == null ? start() : isMoney ? first.total().promisedSeconds() : limit;
    for (int i = 0; i < MOST_OTHERS; i++) {
      within *= TIGHTER;
      try {
        var plan = planner.apply(options.cheapest(within));
        var other = new Found(plan.with(options.objective()), within, true);
        if (isKept(other.total()) && (best == null || isBetter(other.total(), best.total()))) {
          best = other;
        }
      } catch (PlanException e) {
        break; // nor within less
      }
    }
    return best;
  }

  /** Seconds that the cheapest plan of all takes; a deadline is one itself. */
  private double start() {
    return isMoney
        ? planner.apply(options.cheapest(Double.POSITIVE_INFINITY)).result().total().timeSeconds()
        : limit;
  }

  private boolean isBetter(PhasePlan.Total a, PhasePlan.Total b) {
    return isMoney
        ? a.promised().latest() < b.promised().latest() * (1 - SLACK)
        : a.cost() < b.cost() * (1 - SLACK);
  }

  private boolean isKept(PhasePlan.Total total) {
    double promised = of(total, total.promised().latest());
    least = Math.min(least, promised);
    return promised <= limit * (1 + SLACK);
  }

  /** What is limited, for a run that takes so long. */
  private double of(PhasePlan.Total total, double seconds) {
    return isMoney ? total.cost() * seconds / total.promisedSeconds() : seconds;
  }

  private String goal(double other) {
    return (isMoney ? "costs at most " : "is done within ") + text(limit, other);
  }

  /** A value with as many digits as tell it from another. */
  private String text(double value, double other) {
    if (!isMoney) {
      var rounded = Durations.rounded(value);
      return rounded.equals(Durations.rounded(other)) && value != other
          ? money(value, other) + " s"
          : rounded;
    }
    return money(value, other);
  }

  private static String money(double value, double other) {
    int digits = 4;
    while (digits < MOST_DIGITS
        && value != other
        && rounded(value, digits).equals(rounded(other, digits))) {
      digits++;
    }
    return rounded(value, digits);
  }

  private static String rounded(double value, int digits) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(digits)).toPlainString()
        : "" + value;
  }

  private FarmPlan explained(Found found) {
    var notes = new ArrayList<>(found.plan.notes());
    notes.add(
        "This plan %s, start and end included, as its workers were sought for %s by tasks over rate."
            .formatted(goal(limit), Durations.rounded(found.seconds)));
    return found.plan.with(found.plan.steps(), notes);
  }
}

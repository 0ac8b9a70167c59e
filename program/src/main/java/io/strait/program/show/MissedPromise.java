package io.strait.program.show;

import io.strait.kind.report.Promise;
import io.strait.program.outcome.Busiest;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.view.Numbers;
import io.strait.view.page.Show;
import org.jspecify.annotations.Nullable;

/** Why a run was not as fast as the plan promises, as far as anybody knows. */
public final class MissedPromise {
  /** A precision that needs no explanation. */
  private static final double KEPT = 0.95;

  private MissedPromise() {}

  /**
   * Sentences, or nothing if the promise was kept or none was made.
   *
   * @param unit what is counted, in the plural
   */
  public static String why(CandidateOutcome outcome, String unit) {
    boolean isLate = outcome.measured().isTooLate();
    if (!outcome.isPromised() || (outcome.precision() >= KEPT && !isLate)) {
      return "";
    }
    var simulation = outcome.precision() >= KEPT ? "" : simulation(outcome, unit, isLate);
    var late =
        isLate
            ? "This machine was too slow for what it emulated: a host was late by %s of the run."
                .formatted(Numbers.percent(outcome.measured().late()))
            : "";
    return (simulation + " " + late).strip();
  }

  private static String simulation(CandidateOutcome outcome, String unit, boolean isLate) {
    var time = outcome.time();
    double rate = 1 / time.simulated();
    if (!(rate > 0)) {
      return "";
    }
    var says = "The simulation gives %s %s/s".formatted(Show.number(rate), unit);
    @Nullable Busiest busiest = outcome.busiest();
    if (Promise.precision(time.predicted(), time.simulated()) >= KEPT) {
      return isLate
          ? says + ", as the plan."
          : says
              + ", as the plan: neither knows of work that varies or of a machine that is busy with"
              + " something else.";
    }
    if (busiest == null) {
      return says + ".";
    }
    return busiest.decides()
        ? "%s; most of the time goes to %s.".formatted(says, busiest.name())
        : "%s: nothing is busy all the time (%s is for %s), and %s wait for each other."
            .formatted(says, busiest.name(), Numbers.percent(busiest.use()), unit);
  }

  /** A resource or phase of a plan and what it does to the rate, such as {@code a and b bind}. */
  public static String binds(String boundBy, String verb) {
    boolean isSeveral = boundBy.startsWith("the transfers ") || boundBy.contains(" and ");
    return "%s %s%s".formatted(boundBy, verb, isSeveral ? "" : "s");
  }
}

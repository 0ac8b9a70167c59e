package io.strait.program.show;

import io.strait.kind.report.Outcome;
import io.strait.model.quantity.Durations;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.program.outcome.ProgramSummary;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What came of a program's run, for people. */
public final class ProgramRunText {
  private ProgramRunText() {}

  /** The run in one sentence: was the promise kept, and what binds it? */
  public static String verdict(ProgramSummary summary) {
    var result = summary.result();
    var text = new StringBuilder();
    text.append(
        "%s did %s"
            .formatted(
                result.name(),
                ProgramVerdict.rate(summary.plan().unit(), result.measured().rate())));
    long units = result.measured().units();
    if (result.isPromised() && result.plan().isBrief(units)) {
      text.append(units == 1 ? " with its one unit" : ", filling and emptying included");
    }
    text.append(
        result.isPromised()
            ? ", where the plan promises %s (precision %s)"
                .formatted(rate(result.time().predicted()), Numbers.percent(result.precision()))
            : " without emulation, so the plan promises nothing");
    @Nullable CandidateOutcome stay = summary.stay();
    if (stay != null) {
      text.append(
          ": %s times what the program does where it is"
              .formatted(Show.number(result.measured().rate() / stay.measured().rate())));
    }
    if (result.isPromised()) {
      text.append(
          "; by the plan, %s it".formatted(MissedPromise.binds(result.plan().boundBy(), "bind")));
    }
    text.append('.');
    var why = MissedPromise.why(result, summary.plan().unit());
    return why.isEmpty() ? text.toString() : text + " " + why;
  }

  /** Units per second, from the seconds of one. */
  public static String rate(double secondsPerUnit) {
    return Show.number(1 / secondsPerUnit);
  }

  /** Predicted, simulated and measured, candidate by candidate. */
  public static Table table(ProgramSummary summary) {
    var table = new DataTable<CandidateOutcome>("candidate", CandidateOutcome::name);
    return candidates(table, summary).text(summary.candidates());
  }

  /** Adds what there is to say of candidates. */
  public static DataTable<CandidateOutcome> candidates(
      DataTable<CandidateOutcome> table, ProgramSummary summary) {
    var unit = summary.plan().unit() + "/s";
    return promise(table, unit, summary.candidates(), each -> each)
        .number("one unit", each -> Show.seconds(each.measured().unitSeconds()))
        .number("all", each -> Durations.rounded(each.measured().seconds()))
        .words("bound by", each -> each.plan().boundBy());
  }

  /**
   * Adds rates: predicted, simulated, measured, or only measured where nothing was promised.
   *
   * @param unit of the rate
   */
  public static <T> DataTable<T> promise(
      DataTable<T> table, String unit, List<T> rows, Function<T, CandidateOutcome> of) {
    if (rows.stream().map(of).noneMatch(Outcome::isPromised)) {
      return table.number(unit, row -> Show.number(of.apply(row).measured().rate()));
    }
    return table
        .number(unit + " predicted", row -> rate(of.apply(row).time().predicted()))
        .number("simulated", row -> rate(of.apply(row).time().simulated()))
        .number("measured", row -> Show.number(of.apply(row).measured().rate()))
        .number("precision", row -> Show.precision(of.apply(row).precision()));
  }
}

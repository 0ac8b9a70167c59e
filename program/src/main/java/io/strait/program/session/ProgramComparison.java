package io.strait.program.session;

import io.strait.kind.rank.RankComparison;
import io.strait.kind.report.Outcome;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.program.outcome.ProgramSummary;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import org.jspecify.annotations.Nullable;

/** Predicted, simulated and measured, candidate by candidate. */
record ProgramComparison(ProgramSummary summary) implements RankComparison {
  @Override
  public String verdict() {
    return verdict(summary);
  }

  /** The run in one sentence. */
  static String verdict(ProgramSummary summary) {
    var result = summary.result();
    var text = new StringBuilder();
    text.append(
        "%s did %s %s/s"
            .formatted(
                result.name(), Show.number(result.measured().rate()), summary.plan().unit()));
    if (result.isPromised()) {
      text.append(
          ", where the plan promises %s (precision %s)"
              .formatted(
                  Show.number(1 / result.time().predicted()), Numbers.percent(result.precision())));
    }
    @Nullable CandidateOutcome stay = summary.stay();
    if (stay != null) {
      text.append(
          ": %s times what the program does where it is"
              .formatted(Show.number(result.measured().rate() / stay.measured().rate())));
    }
    return text.append('.').toString();
  }

  @Override
  public Table table() {
    var table = new DataTable<CandidateOutcome>("candidate", CandidateOutcome::name);
    var unit = summary.plan().unit() + "/s";
    if (summary.candidates().stream().anyMatch(Outcome::isPromised)) {
      table
          .number(unit + " predicted", each -> Show.number(1 / each.time().predicted()))
          .number("simulated", each -> Show.number(1 / each.time().simulated()))
          .number("measured", each -> Show.number(each.measured().rate()))
          .number("precision", each -> Show.precision(each.precision()));
    } else {
      table.number(unit, each -> Show.number(each.measured().rate()));
    }
    return table
        .number("one unit", each -> Show.seconds(each.measured().unitSeconds()))
        .number("all", each -> Durations.rounded(each.measured().seconds()))
        .words("bound by", each -> each.plan().boundBy())
        .text(summary.candidates());
  }

  @Override
  public Tree json() {
    return summary.json(verdict());
  }
}

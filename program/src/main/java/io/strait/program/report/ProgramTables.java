package io.strait.program.report;

import io.strait.program.file.ProgramPlan.HostUse;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.program.show.ProgramRunText;
import io.strait.view.Numbers;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tables and bars of candidates and parts, for a page. */
final class ProgramTables {
  private static final int MOST_PARTS = 32;
  private static final int MOST_BARS = 24;

  private ProgramTables() {}

  static void candidates(Html html, ProgramReport run) {
    var table =
        new DataTable<CandidateOutcome>("candidate", CandidateOutcome::name)
            .strong(each -> each.equals(run.result()))
            .number("machines", each -> Show.count(each.plan().hosts().size()));
    ProgramRunText.candidates(table, run.summary).write(html, run.outcomes());
  }

  /** The rate of every candidate of the plan, also of those that were not run. */
  static void rates(Html html, ProgramReport run) {
    var bars = new ArrayList<PromiseBars.Bar>();
    for (var planned : run.plan().candidates()) {
      var ran =
          run.outcomes().stream().filter(each -> each.name().equals(planned.name())).findFirst();
      boolean strong = planned.name().equals(run.result().name());
      if (ran.isPresent()) {
        bars.add(rate(planned.name(), ran.get(), strong));
      } else if (run.result().isPromised()) {
        bars.add(new PromiseBars.Bar(planned.name(), Double.NaN, planned.rate(), strong));
      }
    }
    PromiseBars.write(
        html, bars, rate -> "%s %s/s".formatted(Show.number(rate), run.plan().unit()));
  }

  static PromiseBars.Bar rate(String name, CandidateOutcome ran, boolean strong) {
    return new PromiseBars.Bar(name, ran.measured().rate(), 1 / ran.time().predicted(), strong);
  }

  static void parts(Html html, ProgramReport run) {
    var cpu =
        run.result().plan().hosts().stream().collect(Collectors.toMap(HostUse::host, HostUse::cpu));
    new DataTable<PartOutcome>("host", part -> part.measured().host())
        .words("does", part -> part.measured().name())
        .number("share", part -> Numbers.percent(part.share()))
        .number("a unit, predicted", part -> Show.seconds(part.seconds().predicted()))
        .number("measured", part -> Show.seconds(part.seconds().measured()))
        .number("busy, predicted", part -> Numbers.percent(part.busy().predicted()))
        .number("measured", part -> Numbers.percent(part.busy().measured()))
        .number(
            "CPU of the host, predicted",
            part -> Numbers.percent(cpu.getOrDefault(part.measured().host(), Double.NaN)))
        .number("sent", part -> Show.size(part.measured().sent()))
        .write(html, run.parts(), MOST_PARTS);
  }

  static void busy(Html html, List<PartOutcome> parts) {
    PromiseBars.write(
        html,
        parts.stream()
            .limit(MOST_BARS)
            .map(
                part ->
                    new PromiseBars.Bar(
                        part.name(), part.busy().measured(), part.busy().predicted(), false))
            .toList(),
        Numbers::percent);
  }
}

package io.strait.realign.report;

import io.strait.kind.report.Comparison;
import io.strait.kind.report.Outcome;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.util.List;

/** Several runs of realignments compared. */
public record RealignRuns(List<RealignReport> runs) implements Comparison {
  /** A numbering and the run it was of. */
  private record Step(RealignReport run, NumberingOutcome outcome) {}

  private List<Step> steps() {
    return runs.stream()
        .flatMap(run -> run.outcomes().stream().map(outcome -> new Step(run, outcome)))
        .toList();
  }

  @Override
  public String verdict() {
    return Comparison.verdict(runs, "A repetition", RealignReport::name);
  }

  /** One run is shown like several. */
  @Override
  public Table table() {
    var table =
        new DataTable<Step>("run", step -> step.run.name())
            .words(
                "numbering",
                step -> step.outcome.name() + (step.outcome.equals(step.run.result()) ? " *" : ""));
    return Outcome.columns(table, Step::outcome)
        .number("interior", step -> Long.toString(step.outcome.messages().interior()))
        .number("external", step -> Long.toString(step.outcome.messages().external()))
        .number("external bytes", step -> Show.size(step.outcome.messages().externalBytes()))
        .text(steps());
  }

  @Override
  public void figures(Html html) {
    var table =
        new DataTable<Step>("run", step -> step.run.name())
            .number("app", step -> step.run.app().name())
            .number("grid", step -> step.run.grid().name())
            .number("ranks", step -> Show.count(step.run.ranks.size()))
            .number("numbering", step -> step.outcome.name());
    Outcome.columns(table, Step::outcome)
        .number("interior", step -> Show.count(step.outcome.messages().interior()))
        .number("external", step -> Show.count(step.outcome.messages().external()))
        .number("external bytes", step -> Show.size(step.outcome.messages().externalBytes()))
        .write(html, steps());
  }

  @Override
  public List<Section> sections() {
    var bars =
        steps().stream()
            .map(
                step ->
                    step.outcome.bar(
                        "%s, %s".formatted(step.run.name(), step.outcome.name()),
                        step.outcome.equals(step.run.result())))
            .toList();
    return List.of(new Section("Time per repetition", html -> PromiseBars.write(html, bars)));
  }
}

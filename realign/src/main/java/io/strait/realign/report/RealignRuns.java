package io.strait.realign.report;

import io.strait.kind.report.Comparison;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.util.Comparator;
import java.util.List;

/** Several runs of realignments compared. */
public record RealignRuns(List<RealignReport> runs) implements Comparison {
  /** A numbering and the run it was of. */
  private record Step(RealignReport run, RealignFigures figures) {}

  private List<Step> steps() {
    return runs.stream()
        .flatMap(run -> run.steps().stream().map(figures -> new Step(run, figures)))
        .toList();
  }

  @Override
  public String verdict() {
    var order =
        Comparator.comparingDouble((RealignReport run) -> run.result().repetition().measured());
    var best = runs.stream().min(order).orElseThrow();
    var worst = runs.stream().max(order).orElseThrow();
    double times = worst.result().repetition().measured() / best.result().repetition().measured();
    return !(times >= 1.01)
        ? "A repetition took equally long in all runs."
        : "A repetition of %s was %s times as fast as one of %s."
            .formatted(best.name(), Show.number(times), worst.name());
  }

  /** One run is shown like several. */
  @Override
  public Table table() {
    var table =
        new DataTable<Step>("run", step -> step.run.name())
            .words(
                "numbering",
                step -> step.figures.name() + (step.figures.equals(step.run.result()) ? " *" : ""));
    return RealignTables.promise(table, Step::figures)
        .number("interior", step -> Long.toString(step.figures.interior()))
        .number("external", step -> Long.toString(step.figures.external()))
        .number("external bytes", step -> Show.size(step.figures.externalBytes()))
        .text(steps());
  }

  @Override
  public void figures(Html html) {
    var table =
        new DataTable<Step>("run", step -> step.run.name())
            .number("app", step -> step.run.app().name())
            .number("grid", step -> step.run.grid().name())
            .number("ranks", step -> Show.count(step.run.ranks.size()))
            .number("numbering", step -> step.figures.name());
    RealignTables.promise(table, Step::figures)
        .number("interior", step -> Show.count(step.figures.interior()))
        .number("external", step -> Show.count(step.figures.external()))
        .number("external bytes", step -> Show.size(step.figures.externalBytes()))
        .write(html, steps());
  }

  @Override
  public List<Section> sections() {
    var bars =
        steps().stream()
            .map(
                step ->
                    step.figures.bar(
                        "%s, %s".formatted(step.run.name(), step.figures.name()),
                        step.figures.equals(step.run.result())))
            .toList();
    return List.of(new Section("Time per repetition", html -> PromiseBars.write(html, bars)));
  }
}

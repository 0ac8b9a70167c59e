package io.strait.farm.report;

import io.strait.farm.report.EventBins.Cut;
import io.strait.farm.report.EventBins.Task;
import io.strait.farm.report.EventIndex.Role;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import io.strait.view.page.TimelineChart;
import io.strait.view.page.TimelineChart.Group;
import io.strait.view.page.TimelineChart.Mark;
import io.strait.view.page.TimelineChart.Row;
import io.strait.view.page.TimelineChart.Span;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What every worker did when, by cluster. Where there are very many, neighbours share a line. */
final class WorkerTimeline {
  private final EventBins bins;
  private final Map<Integer, List<Task>> tasks;

  private WorkerTimeline(EventBins bins) {
    this.bins = bins;
    this.tasks =
        bins.hasSingleTasks()
            ? bins.tasks.stream().collect(Collectors.groupingBy(Task::node))
            : Map.of();
  }

  static void write(Html html, EventBins bins) {
    var timeline = new WorkerTimeline(bins);
    var groups = IntStream.range(0, bins.crew.groups().size()).mapToObj(timeline::group).toList();
    var marks = bins.index.shownMarks().stream().map(m -> new Mark(m.time(), m.text())).toList();
    new TimelineChart(groups, marks, bins.index.end, EventBins.BINS).write(html);
  }

  private Group group(int number) {
    var group = bins.crew.groups().get(number);
    var tally = bins.tallies[number];
    int workers = group.workers().size();
    var detail =
        "%s · busy %s · %s tasks%s%s"
            .formatted(
                workers == 1 ? "1 worker" : Show.count(workers) + " workers",
                Numbers.percent(tally.connected > 0 ? tally.busy / tally.connected : Double.NaN),
                Show.count(tally.done),
                tally.failed > 0 ? " · %s failed attempts".formatted(Show.count(tally.failed)) : "",
                group.perRow() > 1 ? " · %d workers to a line".formatted(group.perRow()) : "");
    return new Group(
        group.name(),
        detail,
        "what the workers of %s did when".formatted(group.name()),
        group.workers().stream().map(EventIndex.Node::name).toList(),
        IntStream.range(0, group.rows()).mapToObj(row -> row(group, row)).toList(),
        bins.cuts.stream()
            .filter(c -> c.node().role() == Role.GATEWAY && c.cluster().equals(group.name()))
            .map(this::cut)
            .toList());
  }

  private Row row(Crew.Group group, int number) {
    int row = group.firstRow() + number;
    int worker = group.workers().get(number * group.perRow()).number();
    var pieces =
        tasks.isEmpty()
            ? null
            : tasks.getOrDefault(worker, List.of()).stream().map(WorkerTimeline::piece).toList();
    return new Row(
        bins.connected[row], bins.busy[row], bins.failed[row], bins.crew.coresOfRow(row), pieces);
  }

  private static Span piece(Task task) {
    var text =
        "task %d, %s from %s%s"
            .formatted(
                task.number(),
                Durations.rounded((task.end() - task.start()) / 1e3),
                Show.time(task.start()),
                task.failed() ? ", failed" : "");
    return new Span(task.start(), task.end(), task.failed(), text);
  }

  /** A gateway that was away: its whole cluster is cut off from the master. */
  private Span cut(Cut cut) {
    long to = cut.to() < 0 ? bins.index.end : cut.to();
    return new Span(cut.from(), to, false, EventTable.cut(cut));
  }
}

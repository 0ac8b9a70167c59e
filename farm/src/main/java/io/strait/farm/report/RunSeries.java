package io.strait.farm.report;

import io.strait.farm.event.EventLines;
import io.strait.farm.report.EventIndex.Node;
import io.strait.farm.report.EventIndex.Role;
import io.strait.farm.traffic.GapRoutes;
import io.strait.measure.forecast.TimeSeries;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.SeriesName;
import io.strait.measure.series.StoredSeries;
import io.strait.model.Duplex;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run has seen of its grid, in steps of equal length: the mean time of a task on each host,
 * and the bytes per second that it sent over each gap. A step without an event has no value, and
 * the last step of a run that goes on is left out.
 */
public final class RunSeries {
  private static final int MOST_STEPS = 1_000_000;

  private final FarmReport run;
  private final double step;
  private final double began;
  private final GapRoutes routes;

  /** What came in each step, by number. */
  private final Map<SeriesName, TreeMap<Long, Sum>> sums = new TreeMap<>();

  /** What one step has of a series. */
  private static final class Sum {
    double taskSeconds;
    long tasks;
    double up;
    double down;

    /** Whether both directions share the bandwidth. */
    boolean isShared;
  }

  private RunSeries(FarmReport run, double step) {
    this.run = run;
    this.step = step;
    this.routes = new GapRoutes(run.grid());
    try {
      began = Instant.parse(run.index.began).toEpochMilli() * 1e-3;
    } catch (DateTimeParseException e) {
      throw new InputException(
          "%s:1: the run began at '%s', expected a time of day"
              .formatted(run.index.file, run.index.began));
    }
  }

  /**
   * Reads the folder of a run that has ended or still goes on.
   *
   * @param step seconds
   */
  public static List<StoredSeries> read(Path folder, double step) throws IOException {
    var run = FarmReport.read(folder, folder.toString());
    if (!run.isPromised()) {
      throw new InputException(
          "%s: its workers were threads or processes of this machine, expected a run on the hosts of its grid"
              .formatted(folder));
    }
    return new RunSeries(run, step).read();
  }

  private List<StoredSeries> read() throws IOException {
    long over = step(run.index.end + run.index.zero);
    if (over > MOST_STEPS) {
      throw new InputException(
          "%s: the run has %d steps of %s s, expected longer ones"
              .formatted(run.index.file, over, step));
    }
    try (var lines = new EventLines(run.index.file, run.index.bytes, 0)) {
      lines.next();
      while (lines.next()) {
        take(lines);
      }
    }
    var series = new ArrayList<StoredSeries>();
    sums.forEach(
        (name, steps) -> {
          if (!run.index.isComplete()) {
            steps.tailMap(over, true).clear();
          }
          if (!steps.isEmpty()) {
            series.add(new StoredSeries(name, values(name, steps)));
          }
        });
    return series;
  }

  private void take(EventLines line) {
    switch (line.kind()) {
      case 't' -> {
        if (line.is(5, "ok")) {
          tasks(line, 1, line.whole(4, "TOOK", EventLines.LATEST));
        }
      }
      case 'b' ->
          tasks(
              line,
              line.whole(3, "COUNT", Long.MAX_VALUE),
              line.whole(5, "BUSY", EventLines.LATEST));
      case 'l' -> carried(line);
      default -> {} // says nothing about the grid
    }
  }

  private void tasks(EventLines line, long count, long millis) {
    var node = run.index.node(line, 2);
    if (node.role() == Role.WORKER && count > 0 && GridFile.isName(node.name())) {
      var sum = sum(new SeriesName(Quantity.TASK_TIME, node.name(), run.app().name()), line);
      sum.taskSeconds += millis * 1e-3;
      sum.tasks += count;
    }
  }

  private void carried(EventLines line) {
    Node node = run.index.node(line, 2);
    var parent = run.bins.crew.parent(node);
    if (parent == null) {
      return;
    }
    var here = run.bins.crew.clusterOf(node);
    var there = run.bins.crew.clusterOf(parent);
    if (here.equals(there)) {
      return;
    }
    double up = line.whole(3, "UP", Long.MAX_VALUE);
    double down = line.whole(4, "DOWN", Long.MAX_VALUE);
    for (var gap : routes.between(here, there)) {
      var sum = sum(new SeriesName(Quantity.CARRIED, gap.name()), line);
      sum.up += up;
      sum.down += down;
      sum.isShared = gap.network().duplex() == Duplex.HALF;
    }
  }

  private Sum sum(SeriesName name, EventLines line) {
    return sums.computeIfAbsent(name, n -> new TreeMap<>())
        .computeIfAbsent(step(line.time(1)), s -> new Sum());
  }

  private long step(long millis) {
    return (long) (millis / (1e3 * step));
  }

  private TimeSeries values(SeriesName name, SortedMap<Long, Sum> steps) {
    var seconds = new double[steps.size()];
    var values = new double[steps.size()];
    int at = 0;
    for (var entry : steps.entrySet()) {
      var sum = entry.getValue();
      seconds[at] = began + (entry.getKey() + 1) * step;
      values[at++] =
          name.quantity() == Quantity.TASK_TIME
              ? sum.taskSeconds / sum.tasks
              : (sum.isShared ? sum.up + sum.down : Math.max(sum.up, sum.down)) / step;
    }
    return new TimeSeries(name.quantity().title(), seconds, values);
  }
}

package io.strait.farm.report;

import io.strait.farm.report.Crew.Group;
import io.strait.farm.report.EventBins.Cut;
import io.strait.farm.report.EventBins.Task;
import io.strait.farm.report.EventIndex.Role;
import io.strait.model.quantity.Durations;
import io.strait.view.page.CurveChart;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What every worker did when: a line per worker, grouped by cluster. Few tasks are drawn one by
 * one; many are added up in cells whose shade says how much of them was busy. Where there are more
 * workers than lines, neighbours share one.
 */
final class TimelineChart {
  private static final int SHADES = 5;
  private static final int MOST_LANES = 8;

  /** So small a share of a worker's tasks may seem to overlap by chance. */
  private static final double FEW = 0.1;

  private static final double FAINT = 0.03;

  private final EventBins bins;
  private final Crew crew;
  private final int height;
  private final Map<Integer, List<Task>> tasks = new HashMap<>();

  TimelineChart(EventBins bins) {
    this.bins = bins;
    this.crew = bins.crew;
    int rows = crew.rows();
    height = rows <= 8 ? 26 : rows <= 24 ? 18 : rows <= 48 ? 14 : rows <= 100 ? 7 : 3;
    if (bins.hasSingleTasks()) {
      for (var task : bins.tasks) {
        tasks.computeIfAbsent(task.node(), n -> new ArrayList<>()).add(task);
      }
    }
  }

  void write(Html html) {
    html.open("div", "class", "timeline");
    for (int g = 0; g < crew.groups().size(); g++) {
      group(html, crew.groups().get(g), bins.tallies[g]);
    }
    html.open("div", "class", "axis");
    CurveChart.times(html, bins.index.end / 1e3);
    html.close().close();
  }

  private void group(Html html, Group group, EventBins.Tally tally) {
    html.open("h3").text(group.name()).open("small");
    html.text(
        "%s · busy %s · %s tasks%s%s"
            .formatted(
                workers(group.workers().size()),
                Show.percent(tally.connected > 0 ? tally.busy / tally.connected : Double.NaN),
                Show.count(tally.done),
                tally.failed > 0 ? " · %s failed attempts".formatted(Show.count(tally.failed)) : "",
                group.perRow() > 1 ? " · %d workers to a line".formatted(group.perRow()) : ""));
    html.close().close();
    html.open("div", "class", "rows");
    if (height >= 14) {
      html.open("div", "class", "names", "style", "line-height:%dpx".formatted(height));
      for (var worker : group.workers()) {
        html.element("span", worker.name(), "title", worker.name());
      }
      html.close();
    }
    int pixels = group.rows() * height;
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(EventBins.BINS, pixels),
        "preserveAspectRatio",
        "none",
        "style",
        "height:%dpx".formatted(pixels),
        "role",
        "img",
        "aria-label",
        "what the workers of %s did when".formatted(group.name()));
    connected(html, group);
    cuts(html, group, pixels);
    busy(html, group);
    for (var mark : bins.index.shownMarks()) {
      html.open("path", "class", "mark", "d", "M%s 0v%d".formatted(x(mark.time()), pixels));
      html.element("title", Show.time(mark.time()) + ": " + mark.text()).close();
    }
    html.close().close();
  }

  static String workers(int count) {
    return count == 1 ? "1 worker" : Show.count(count) + " workers";
  }

  private String x(long time) {
    return Show.tenth(EventBins.BINS * (double) time / Math.max(1, bins.index.end));
  }

  private double middle(Group group, int row) {
    return (row - group.firstRow() + 0.5) * height;
  }

  /** The ground of a line: there where at least one of its workers is connected. */
  private void connected(Html html, Group group) {
    var path = new StringBuilder();
    for (int row = group.firstRow(); row < group.firstRow() + group.rows(); row++) {
      var up = bins.connected[row];
      int from = -1;
      for (int bin = 0; bin <= up.count(); bin++) {
        boolean is = bin < up.count() && up.amount(bin) > 0.5e3 * up.seconds();
        if (is && from < 0) {
          from = bin;
        } else if (!is && from >= 0) {
          append(path, from, bin - from, middle(group, row));
          from = -1;
        }
      }
    }
    path(html, "up", path, height > 4 ? height - 3 : height);
  }

  private static void append(StringBuilder path, double from, double width, double y) {
    path.append('M').append(Show.tenth(from)).append(' ').append(Show.tenth(y));
    path.append('h').append(Show.tenth(width));
  }

  private static void path(Html html, String kind, StringBuilder path, double width) {
    if (!path.isEmpty()) {
      html.empty("path", "class", kind, "stroke-width", Show.tenth(width), "d", path.toString());
    }
  }

  private void busy(Html html, Group group) {
    var shades = new StringBuilder[SHADES + 1];
    Arrays.setAll(shades, i -> new StringBuilder());
    for (int row = group.firstRow(); row < group.firstRow() + group.rows(); row++) {
      int worker = group.workers().get((row - group.firstRow()) * group.perRow()).number();
      var single = tasks.getOrDefault(worker, List.of());
      if (tasks.isEmpty() || !tasks(html, single, crew.coresOfRow(row), middle(group, row))) {
        cells(shades, row, middle(group, row));
      }
    }
    double width = thickness();
    for (int shade = 1; shade < SHADES; shade++) {
      path(html, "busy s" + shade, shades[shade], width);
    }
    path(html, "busy", shades[SHADES], width);
    path(html, "bad", shades[0], Math.max(4, width));
  }

  private double thickness() {
    return height > 4 ? height - 3 : height - 0.5;
  }

  /** Every task of a worker, in as many lanes as it computes tasks at a time. */
  private boolean tasks(Html html, List<Task> single, int cores, double middle) {
    var ordered = single.stream().sorted(Comparator.comparingLong(Task::start)).toList();
    var starts = new long[ordered.size()];
    var lanes = new int[ordered.size()];
    int count = lay(ordered, cores, false, starts, lanes);
    if (Arrays.stream(lanes).filter(lane -> lane >= cores).count() < FEW * lanes.length) {
      count = lay(ordered, cores, true, starts, lanes);
    }
    if (count > MOST_LANES) {
      return false;
    }
    double room = thickness() / count;
    for (int i = 0; i < lanes.length; i++) {
      var task = ordered.get(i);
      double scale = EventBins.BINS / (double) Math.max(1, bins.index.end);
      double from = starts[i] * scale;
      double width = Math.max(0.3, (task.end() - starts[i]) * scale);
      var bar = new StringBuilder();
      append(
          bar,
          from,
          width > 3 ? width - 0.8 : width,
          middle - thickness() / 2 + (lanes[i] + 0.5) * room);
      html.open(
          "path",
          "class",
          task.failed() ? "bad" : "busy",
          "stroke-width",
          Show.tenth(count > 1 ? Math.max(0.6 * room, room - 0.6) : room),
          "d",
          bar.toString());
      html.element(
          "title",
          "task %d, %s from %s%s"
              .formatted(
                  task.number(),
                  Durations.rounded((task.end() - task.start()) / 1e3),
                  Show.time(task.start()),
                  task.failed() ? ", failed" : ""));
      html.close();
    }
    return true;
  }

  /**
   * Finds a lane for every task. Times are those of messages that came a little sooner or later: a
   * worker of one core does not compute two tasks at a time if they seem to overlap.
   *
   * @param all whether no overlap is believed that needs more lanes than cores
   * @param starts gets where bars begin, which is not before the bar before ends
   * @return how many lanes there are
   */
  private static int lay(List<Task> ordered, int cores, boolean all, long[] starts, int... lanes) {
    var ends = new ArrayList<Long>();
    for (int i = 0; i < lanes.length; i++) {
      var task = ordered.get(i);
      int lane = 0;
      while (lane < ends.size() && ends.get(lane) > task.start() + 2) {
        lane++;
      }
      if (lane == ends.size() && lane >= cores) {
        int soonest = ends.indexOf(Collections.min(ends));
        long slack = (task.end() - task.start()) / 2;
        lane = all || ends.get(soonest) <= task.start() + slack ? soonest : lane;
      }
      if (lane == ends.size()) {
        ends.add(0L);
      }
      starts[i] = Math.min(task.end(), Math.max(task.start(), ends.get(lane)));
      ends.set(lane, Math.max(task.end(), ends.get(lane)));
      lanes[i] = lane;
    }
    return Math.max(1, ends.size());
  }

  /** Runs of cells of the same shade; shade 0 stands for failed tasks, three cells to be seen. */
  private void cells(StringBuilder[] shades, int row, double middle) {
    int from = 0;
    int last = -1;
    for (int bin = 0; bin <= EventBins.BINS; bin++) {
      int shade = bin == EventBins.BINS ? -1 : shade(row, bin);
      if (bin < EventBins.BINS && bins.failed[row].amount(bin) > 0) {
        append(shades[0], Math.max(0, bin - 1), 3, middle);
      }
      if (shade != last) {
        if (last >= 0) {
          append(shades[last], from, bin - from, middle);
        }
        from = bin;
        last = shade;
      }
    }
  }

  private int shade(int row, int bin) {
    var busy = bins.busy[row];
    double share = busy.amount(bin) / (1e3 * busy.seconds() * crew.coresOfRow(row));
    return share < FAINT ? -1 : (int) Math.clamp(Math.ceil(share * SHADES - 0.25), 1, SHADES);
  }

  /** A gateway that was away: its whole cluster is cut off from the master. */
  private void cuts(Html html, Group group, int pixels) {
    for (var cut : bins.cuts) {
      if (cut.node().role() == Role.GATEWAY && cut.cluster().equals(group.name())) {
        html.open(
            "rect",
            "class",
            "cut",
            "x",
            x(cut.from()),
            "y",
            "0",
            "width",
            Show.tenth(width(cut)),
            "height",
            "" + pixels);
        html.element("title", EventTable.cut(cut)).close();
      }
    }
  }

  private double width(Cut cut) {
    long to = cut.to() < 0 ? bins.index.end : cut.to();
    return Math.max(1, EventBins.BINS * (double) (to - cut.from()) / Math.max(1, bins.index.end));
  }
}

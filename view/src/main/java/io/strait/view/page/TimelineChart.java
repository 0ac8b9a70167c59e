package io.strait.view.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What everybody did when: a line per row, in groups, over one time axis. A few pieces of work are
 * drawn one by one; many are added up in cells whose shade says how much of them was busy. Times
 * are milliseconds.
 */
public final class TimelineChart {
  private static final int SHADES = 5;
  private static final int MOST_LANES = 8;

  /** The share of a row's pieces of work that may seem to overlap by chance. */
  private static final double FEW = 0.1;

  private static final double FAINT = 0.03;

  /**
   * Rows under a title.
   *
   * @param detail in smaller letters behind the title
   * @param described what the drawing shows, for those who do not see it
   * @param names of the rows, left out where lines are thin
   * @param cuts times when the whole group was away
   */
  public record Group(
      String name,
      String detail,
      String described,
      List<String> names,
      List<Row> rows,
      List<Span> cuts) {}

  /**
   * A line.
   *
   * @param present milliseconds of every bin that somebody was there
   * @param busy milliseconds of work in every bin
   * @param failed how much failed in every bin
   * @param capacity how much can be done at a time
   * @param pieces all work, to be drawn one by one; null if it is too much for that
   */
  public record Row(
      Bins present, Bins busy, Bins failed, int capacity, @Nullable List<Span> pieces) {}

  /** A time with an explanation; of a piece of work, whether it failed. */
  public record Span(long start, long end, boolean failed, String text) {}

  /** A moment with an explanation. */
  public record Mark(long time, String text) {}

  private final List<Group> groups;
  private final List<Mark> marks;
  private final long end;
  private final int bins;
  private final int height;

  /**
   * @param end of the time axis
   * @param bins how many every row has
   */
  public TimelineChart(List<Group> groups, List<Mark> marks, long end, int bins) {
    this.groups = groups;
    this.marks = marks;
    this.end = end;
    this.bins = bins;
    int rows = groups.stream().mapToInt(g -> g.rows.size()).sum();
    height = rows <= 8 ? 26 : rows <= 24 ? 18 : rows <= 48 ? 14 : rows <= 100 ? 7 : 3;
  }

  public void write(Html html) {
    html.open("div", "class", "timeline");
    groups.forEach(group -> group(html, group));
    html.open("div", "class", "axis");
    CurveChart.times(html, end / 1e3);
    html.close().close();
  }

  private void group(Html html, Group group) {
    int pixels = group.rows.size() * height;
    new RowGroup(group.name, group.detail, group.described, group.names)
        .open(html, "rows", pixels, height, bins);
    present(html, group);
    cuts(html, group, pixels);
    busy(html, group);
    for (var mark : marks) {
      html.open("path", "class", "mark", "d", "M%s 0v%d".formatted(x(mark.time), pixels));
      html.element("title", Show.time(mark.time) + ": " + mark.text).close();
    }
    html.close().close();
  }

  private String x(long time) {
    return Show.tenth(bins * (double) time / Math.max(1, end));
  }

  private double middle(int row) {
    return (row + 0.5) * height;
  }

  /** The ground of a line: there where somebody is. */
  private void present(Html html, Group group) {
    var path = new StringBuilder();
    for (int row = 0; row < group.rows.size(); row++) {
      var up = group.rows.get(row).present;
      int from = -1;
      for (int bin = 0; bin <= up.count(); bin++) {
        boolean is = bin < up.count() && up.amount(bin) > 0.5e3 * up.seconds();
        if (is && from < 0) {
          from = bin;
        } else if (!is && from >= 0) {
          append(path, from, bin - from, middle(row));
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
    for (int i = 0; i < group.rows.size(); i++) {
      var row = group.rows.get(i);
      if (row.pieces == null || !pieces(html, row.pieces, row.capacity, middle(i))) {
        cells(shades, row, middle(i));
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

  /** All work of a row, in as many lanes as it does at a time; false if these are too many. */
  private boolean pieces(Html html, List<Span> pieces, int capacity, double middle) {
    var ordered = pieces.stream().sorted(Comparator.comparingLong(Span::start)).toList();
    var starts = new long[ordered.size()];
    var lanes = new int[ordered.size()];
    int count = lay(ordered, capacity, false, starts, lanes);
    if (Arrays.stream(lanes).filter(lane -> lane >= capacity).count() < FEW * lanes.length) {
      count = lay(ordered, capacity, true, starts, lanes);
    }
    if (count > MOST_LANES) {
      return false;
    }
    double room = thickness() / count;
    for (int i = 0; i < lanes.length; i++) {
      var piece = ordered.get(i);
      double scale = bins / (double) Math.max(1, end);
      double from = starts[i] * scale;
      double width = Math.max(0.3, (piece.end - starts[i]) * scale);
      var bar = new StringBuilder();
      append(
          bar,
          from,
          width > 3 ? width - 0.8 : width,
          middle - thickness() / 2 + (lanes[i] + 0.5) * room);
      html.open(
          "path",
          "class",
          piece.failed ? "bad" : "busy",
          "stroke-width",
          Show.tenth(count > 1 ? Math.max(0.6 * room, room - 0.6) : room),
          "d",
          bar.toString());
      html.element("title", piece.text);
      html.close();
    }
    return true;
  }

  /**
   * Finds a lane for every piece of work. Times are those of messages that came a little sooner or
   * later: a row that does one thing at a time does not do two if they seem to overlap.
   *
   * @param all whether no overlap is believed that exceeds the capacity
   * @param starts gets where bars begin, which is not before the bar before ends
   * @return how many lanes there are
   */
  private static int lay(
      List<Span> ordered, int capacity, boolean all, long[] starts, int... lanes) {
    var ends = new ArrayList<Long>();
    for (int i = 0; i < lanes.length; i++) {
      var piece = ordered.get(i);
      int lane = 0;
      while (lane < ends.size() && ends.get(lane) > piece.start + 2) {
        lane++;
      }
      if (lane == ends.size() && lane >= capacity) {
        int soonest = ends.indexOf(Collections.min(ends));
        long slack = (piece.end - piece.start) / 2;
        lane = all || ends.get(soonest) <= piece.start + slack ? soonest : lane;
      }
      if (lane == ends.size()) {
        ends.add(0L);
      }
      starts[i] = Math.min(piece.end, Math.max(piece.start, ends.get(lane)));
      ends.set(lane, Math.max(piece.end, ends.get(lane)));
      lanes[i] = lane;
    }
    return Math.max(1, ends.size());
  }

  /** Runs of cells of one shade; shade 0 stands for what failed, three cells to be seen. */
  private void cells(StringBuilder[] shades, Row row, double middle) {
    int from = 0;
    int last = -1;
    for (int bin = 0; bin <= bins; bin++) {
      int shade = bin == bins ? -1 : shade(row, bin);
      if (bin < bins && row.failed.amount(bin) > 0) {
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

  private static int shade(Row row, int bin) {
    double share = row.busy.amount(bin) / (1e3 * row.busy.seconds() * row.capacity);
    return share < FAINT ? -1 : (int) Math.clamp(Math.ceil(share * SHADES - 0.25), 1, SHADES);
  }

  private void cuts(Html html, Group group, int pixels) {
    for (var cut : group.cuts) {
      double width = bins * (double) (cut.end - cut.start) / Math.max(1, end);
      html.rect("cut", x(cut.start), "0", Show.tenth(Math.max(1, width)), "" + pixels);
      html.element("title", cut.text).close();
    }
  }
}

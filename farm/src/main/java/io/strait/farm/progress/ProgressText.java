package io.strait.farm.progress;

import io.strait.farm.progress.ProgressView.ClusterView;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Terminal;
import io.strait.view.TextWidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Shows a run as a block of lines that fits a terminal, or as one line. */
public final class ProgressText {
  /** Lines of the table at most. */
  private static final int MOST_ROWS = 14;

  /** Clusters in a single line. */
  private static final int MOST_IN_LINE = 5;

  private static final int LONGEST_NAME = 20;
  private static final int LONGEST_BAR = 60;
  private static final int SMALL_BAR = 8;
  private static final String GAP = "   ";
  private static final String BETWEEN = "  ";

  /**
   * A column of the table of clusters.
   *
   * @param need the higher, the longer it stays when there is little room
   */
  private record Column(
      String title, int need, boolean right, Function<ClusterView, String> text) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("", 9, false, c -> clip(c.name(), LONGEST_NAME)),
          new Column("workers", 4, true, ProgressText::workers),
          new Column("done", 6, true, c -> "%,d".formatted(c.finished())),
          new Column("rate", 7, true, c -> rate(c.rate())),
          new Column("planned", 5, true, c -> known(c) ? rate(c.estimated()) : ""),
          new Column("", 1, false, c -> known(c) ? bar(c.rate() / c.estimated(), SMALL_BAR) : ""),
          new Column("in", 3, true, c -> bytes(c.in())),
          new Column("out", 2, true, c -> bytes(c.out())),
          new Column("", 8, false, ClusterView::mark));

  private ProgressText() {}

  /** Lines that fit the terminal. */
  static List<String> block(ProgressView view, Terminal.Size size, Style style) {
    int columns = Math.max(1, size.columns());
    var lines = new ArrayList<String>();
    lines.add(headline(view, columns, style));
    lines.add(style.dim(joined(rates(view), columns)));
    lines.add(style.dim(joined(times(view), columns)));
    int room = Math.clamp(size.lines() - 1 - lines.size(), 0, MOST_ROWS);
    lines.addAll(table(view.clusters(), room, columns, style));
    // One line stays free for the cursor.
    return lines.subList(0, Math.clamp(size.lines() - 1, 1, lines.size()));
  }

  private static String headline(ProgressView view, int columns, Style style) {
    double share = view.tasks() == 0 ? 1 : (double) view.finished() / view.tasks();
    // 100 % only when all are done.
    var percent = "%3d %%".formatted((int) Math.floor(100 * share));
    var count = "%,d of %,d tasks".formatted(view.finished(), view.tasks());
    var failed = view.failed() == 0 ? "" : "%,d failed".formatted(view.failed());
    var text = "  " + percent + BETWEEN + count + (failed.isEmpty() ? "" : BETWEEN);
    int room = columns - text.length() - failed.length();
    if (room < 4) {
      return clip((percent.strip() + BETWEEN + count + BETWEEN + failed).strip(), columns);
    }
    return style.good(bar(share, Math.min(room, LONGEST_BAR))) + text + style.bad(failed);
  }

  private static List<String> rates(ProgressView view) {
    var texts = new ArrayList<String>();
    texts.add(rate(view.rate()) + " now");
    if (view.promised() > 0) {
      texts.add(rate(view.promised()) + " promised");
      texts.add(Numbers.percent(view.rate() / view.promised()) + " of it");
    }
    return texts;
  }

  private static List<String> times(ProgressView view) {
    var texts = new ArrayList<String>();
    boolean knows = Double.isFinite(view.left());
    texts.add(
        knows
            ? time(view.left()) + " left"
            : view.stalled() > 0
                ? (view.isCutOff() ? "cut off for " : "nothing for ") + whole(view.stalled())
                : "nothing done yet");
    if (knows && Double.isFinite(view.realLeft())) {
      texts.add("(%s in real time)".formatted(time(view.realLeft())));
    }
    if (knows) {
      texts.add(time(view.total()) + " in all");
    }
    if (Double.isFinite(view.planned())) {
      texts.add(time(view.planned()) + " planned");
    }
    return texts;
  }

  /** As many of the texts as fit, from the first on. */
  private static String joined(List<String> texts, int columns) {
    var line = new StringBuilder(clip(texts.getFirst(), columns));
    for (var text : texts.subList(1, texts.size())) {
      if (line.length() + GAP.length() + text.length() > columns) {
        break;
      }
      line.append(GAP).append(text);
    }
    return line.toString();
  }

  private static List<String> table(
      List<ClusterView> clusters, int room, int columns, Style style) {
    boolean all = clusters.size() < room;
    var shown = all ? clusters : busiest(clusters, Math.max(0, room - 2));
    var kept = new ArrayList<>(COLUMNS);
    kept.removeIf(c -> shown.stream().allMatch(row -> c.text.apply(row).isEmpty()));
    while (kept.size() > 1 && width(kept, shown) > columns) {
      kept.remove(kept.stream().min(Comparator.comparingInt(Column::need)).orElseThrow());
    }
    var lines = new ArrayList<String>();
    if (!shown.isEmpty()) {
      lines.add(style.dim(clip(line(kept, shown, Column::title), columns)));
    }
    for (var row : shown) {
      lines.add(marked(clip(line(kept, shown, c -> c.text.apply(row)), columns), row, style));
    }
    if (!all && room > 0) {
      lines.add(clip("… and %,d more".formatted(clusters.size() - shown.size()), columns));
    }
    return lines;
  }

  private static String line(
      List<Column> kept, List<ClusterView> shown, Function<Column, String> cell) {
    var line = new StringBuilder();
    for (var column : kept) {
      var text = cell.apply(column);
      var padding = " ".repeat(width(column, shown) - TextWidth.of(text));
      line.append(line.isEmpty() ? "" : BETWEEN);
      line.append(column.right ? padding + text : text + padding);
    }
    return line.toString().stripTrailing();
  }

  private static String marked(String line, ClusterView row, Style style) {
    var mark = row.mark();
    return line.endsWith(mark)
        ? line.substring(0, line.length() - mark.length()) + style.bad(mark)
        : line;
  }

  private static int width(Column column, List<ClusterView> rows) {
    int widest =
        rows.stream().mapToInt(row -> TextWidth.of(column.text.apply(row))).max().orElse(0);
    return Math.max(TextWidth.of(column.title), widest);
  }

  private static int width(List<Column> columns, List<ClusterView> rows) {
    return columns.stream().mapToInt(c -> width(c, rows)).sum()
        + BETWEEN.length() * (columns.size() - 1);
  }

  /** Clusters in trouble and those that do most, in their old order. */
  private static List<ClusterView> busiest(List<ClusterView> clusters, int count) {
    var chosen =
        clusters.stream()
            .sorted(
                Comparator.comparing((ClusterView c) -> c.state() != ProgressView.State.CUT_OFF)
                    .thenComparing(Comparator.comparingDouble(ClusterView::rate).reversed()))
            .limit(count)
            .toList();
    return clusters.stream().filter(chosen::contains).toList();
  }

  /** All in one line, of any length. */
  static String line(ProgressView view) {
    var parts = new ArrayList<String>();
    parts.add(
        "%,d of %,d tasks (%.0f %%)%s, %s, %s"
            .formatted(
                view.finished(),
                view.tasks(),
                Math.floor(100.0 * view.finished() / Math.max(1, view.tasks())),
                view.failed() == 0 ? "" : ", %,d failed".formatted(view.failed()),
                String.join(", ", rates(view)),
                String.join(", ", times(view)).replace(", (", " (")));
    var shown = busiest(view.clusters(), MOST_IN_LINE);
    for (var c : shown) {
      var estimate = known(c) ? " of " + rate(c.estimated()) : "";
      var mark = c.mark().isEmpty() ? "" : ", " + c.mark();
      parts.add(
          "%s: %s workers, %,d done, %s%s, in %s, out %s%s"
              .formatted(
                  c.name(),
                  workers(c),
                  c.finished(),
                  rate(c.rate()),
                  estimate,
                  bytes(c.in()),
                  bytes(c.out()),
                  mark));
    }
    if (shown.size() < view.clusters().size()) {
      parts.add("and %,d more".formatted(view.clusters().size() - shown.size()));
    }
    return String.join("; ", parts);
  }

  private static boolean known(ClusterView cluster) {
    return cluster.estimated() > 0;
  }

  private static String workers(ClusterView cluster) {
    var here = cluster.workers() < 0 ? "–" : Integer.toString(cluster.workers());
    return cluster.planned() == 0 ? here : here + "/" + cluster.planned();
  }

  /** A bar of whole characters and eighths. */
  static String bar(double share, int width) {
    int eighths = (int) Math.floor(8 * width * Math.clamp(share, 0, 1));
    var bar = new StringBuilder("█".repeat(eighths / 8));
    if (eighths % 8 > 0) {
      bar.append((char) (0x2590 - eighths % 8));
    }
    return bar + "░".repeat(width - bar.length());
  }

  /** A time without fractions of a second. */
  static String whole(double seconds) {
    return seconds < 59.5 ? "%.0f s".formatted(seconds) : Durations.rounded(seconds);
  }

  private static String time(double seconds) {
    return seconds < 60 ? "%.1f s".formatted(seconds) : Durations.rounded(seconds);
  }

  static String rate(double perSecond) {
    if (perSecond >= 1000) {
      return "%,.0f/s".formatted(perSecond);
    }
    if (perSecond >= 1e-3) {
      return "%.3g/s".formatted(perSecond);
    }
    double perHour = 3600 * perSecond;
    return perHour >= 1e-3 ? "%.3g/h".formatted(perHour) : "0/s";
  }

  static String bytes(double perSecond) {
    var units = List.of("B/s", "kB/s", "MB/s", "GB/s");
    int unit = 0;
    double value = perSecond;
    while (value >= 999.5 && unit < units.size() - 1) {
      value /= 1000;
      unit++;
    }
    return (unit == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s").formatted(value, units.get(unit));
  }

  /** The text, cut where it is too wide. */
  private static String clip(String text, int columns) {
    if (TextWidth.of(text) <= columns) {
      return text;
    }
    var cut = new StringBuilder();
    int taken = 1;
    for (int character : text.codePoints().toArray()) {
      taken += TextWidth.of(character);
      if (taken > columns) {
        break;
      }
      cut.appendCodePoint(character);
    }
    return cut + "…";
  }
}

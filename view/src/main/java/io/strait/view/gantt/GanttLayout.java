package io.strait.view.gantt;

import io.strait.view.gantt.Gantt.Group;
import io.strait.view.gantt.Gantt.Row;
import io.strait.view.gantt.Gantt.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows a Gantt picture has, and how high they are. Up to {@value #MOST_LINES} lanes of
 * members have a line each under the title of their group, beyond that every group has a band;
 * below them come the busiest lines of every section. The picture is at most some {@value #HIGHEST}
 * pixels high.
 */
final class GanttLayout {
  static final int HIGHEST = 1400;
  static final int MOST_LINES = 60;

  private static final int MOST_TITLES = 16;
  private static final int MOST_BANDS = 30;
  private static final int MOST_IN_SECTION = 16;
  private static final int MOST_RECTANGLES = 15_000;

  private final Gantt gantt;
  private final GanttUse use;
  private final double plotWidth;
  private final List<GanttRow> rows = new ArrayList<>();
  private final @Nullable GanttRow[] rowOf;

  /**
   * @param plotWidth pixels of the time axis, at most
   * @param others pixels above and below the rows
   */
  GanttLayout(Gantt gantt, GanttUse use, double plotWidth, double others) {
    this.gantt = gantt;
    this.use = use;
    this.plotWidth = plotWidth;
    rowOf = new GanttRow[use.lanes()];
    var shown = gantt.sections().stream().map(s -> shown(used(s))).toList();
    double pitch = shown.stream().anyMatch(lines -> lines.size() > 8) ? 14 : 18;
    double below =
        shown.stream()
            .mapToDouble(l -> l.isEmpty() ? 0 : GanttTitle.PITCH + l.size() * pitch)
            .sum();
    groups(HIGHEST - others - below);
    for (int s = 0; s < shown.size(); s++) {
      section(gantt.sections().get(s), shown.get(s), pitch);
    }
  }

  private void section(Section section, List<Row> shown, double pitch) {
    if (shown.isEmpty()) {
      return;
    }
    int used = used(section).size();
    var detail = used == shown.size() ? "" : "the %d busiest of %d".formatted(shown.size(), used);
    rows.add(new GanttTitle(section.title(), detail));
    for (var line : shown) {
      add(new GanttLine(line.label(), pitch, line.lanes().length), line.lanes());
    }
  }

  List<GanttRow> rows() {
    return rows;
  }

  /** The row of a lane, if it has one. */
  @Nullable GanttRow rowOf(int lane) {
    return rowOf[lane];
  }

  double height() {
    return rows.stream().mapToDouble(GanttRow::pitch).sum();
  }

  private void add(GanttRow row, int... lanes) {
    rows.add(row);
    assign(row, lanes);
  }

  private void assign(GanttRow row, int... lanes) {
    for (int lane : lanes) {
      if (lane < rowOf.length) {
        rowOf[lane] = row;
      }
    }
  }

  private void groups(double room) {
    var groups = gantt.groups().stream().filter(g -> !g.members().isEmpty()).toList();
    int lanes = groups.stream().mapToInt(Group::lanes).sum();
    if (lanes > MOST_LINES || groups.size() > MOST_TITLES) {
      bands(groups, room);
      return;
    }
    double pitch =
        Math.clamp((room - GanttTitle.PITCH * groups.size()) / Math.max(1, lanes), 10, 20);
    double cell = Math.max(1, Math.ceil(lanes * plotWidth / MOST_RECTANGLES));
    for (var group : groups) {
      var detail = gantt.words().count(group.members().size(), group.lanes());
      rows.add(new GanttTitle(group.name(), detail));
      for (var member : group.members()) {
        for (int i = 0; i < member.lanes().length; i++) {
          add(new GanttLine(i == 0 ? member.label() : "", pitch, cell), member.lanes()[i]);
        }
      }
    }
  }

  private void bands(List<Group> groups, double room) {
    var words = gantt.words();
    rows.add(
        new GanttTitle(
            "busy %ss".formatted(words.member()),
            "share of each %s's %ss that %s".formatted(words.group(), words.lane(), words.busy())));
    int own = groups.size() <= MOST_BANDS ? groups.size() : MOST_BANDS - 1;
    double pitch =
        Math.clamp((room - GanttTitle.PITCH) / Math.min(groups.size(), MOST_BANDS), 28, 96);
    var bySize =
        IntStream.range(0, groups.size())
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer g) -> groups.get(g).first() ? -1 : 0)
                    .thenComparingInt(g -> -groups.get(g).lanes()))
            .toList();
    bySize.subList(0, own).stream()
        .sorted()
        .map(groups::get)
        .forEach(group -> band(group.name(), List.of(group), pitch));
    var rest = bySize.subList(own, bySize.size()).stream().map(groups::get).toList();
    if (!rest.isEmpty()) {
      band("%,d more %ss".formatted(rest.size(), words.group()), rest, pitch);
    }
  }

  private void band(String name, List<Group> groups, double pitch) {
    int lanes = groups.stream().mapToInt(Group::lanes).sum();
    int members = groups.stream().mapToInt(g -> g.members().size()).sum();
    var detail = gantt.words().count(members, lanes);
    var band = new GanttBand(name, detail, gantt.work(), lanes, pitch);
    rows.add(band);
    groups.forEach(g -> g.members().forEach(member -> assign(band, member.lanes())));
  }

  /** The lines of a section that have records. */
  private List<Row> used(Section section) {
    return section.lines().stream()
        .filter(line -> IntStream.of(line.lanes()).anyMatch(use::isUsed))
        .toList();
  }

  /** The busiest lines, in their order. */
  private List<Row> shown(List<Row> lines) {
    var busiest =
        lines.stream()
            .sorted(
                Comparator.comparingDouble((Row line) -> -busy(line))
                    .thenComparingInt(line -> line.lanes()[0]))
            .limit(MOST_IN_SECTION)
            .toList();
    return lines.stream().filter(busiest::contains).toList();
  }

  private double busy(Row line) {
    return IntStream.of(line.lanes()).mapToDouble(use::busy).max().orElse(0);
  }
}

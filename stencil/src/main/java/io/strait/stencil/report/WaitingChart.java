package io.strait.stencil.report;

import io.strait.model.Grid;
import io.strait.stencil.outcome.RankTimes;
import io.strait.stencil.outcome.RankTimes.Kind;
import io.strait.stencil.plan.RankMatrix;
import io.strait.view.Numbers;
import io.strait.view.page.CurveChart;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.RowGroup;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;

/**
 * What the ranks waited for when: a line per rank, grouped by cluster, whose height is shared out
 * between computing (below), waiting for the LAN, and waiting for the gap (above). Where there are
 * more ranks than lines, neighbours share one.
 */
final class WaitingChart {
  private static final int MOST_ROWS = 48;

  private final Grid grid;
  private final RankMatrix matrix;
  private final int perRow;
  private final int height;
  private final int bins;

  WaitingChart(Grid grid, RankMatrix matrix) {
    this.grid = grid;
    this.matrix = matrix;
    int ranks = matrix.ranks().size();
    this.perRow = Math.ceilDiv(ranks, MOST_ROWS);
    int rows = Math.ceilDiv(ranks, perRow);
    this.height = rows <= 8 ? 24 : rows <= 24 ? 16 : 9;
    this.bins = rows <= 24 ? 240 : 160;
  }

  static void legend(Html html) {
    html.open("p", "class", "legend");
    for (var kind : Kind.values()) {
      Page.key(html, kind.word, kind.meaning);
    }
    Page.key(html, "up", "neither, or not begun, or done");
    html.close();
  }

  void write(Html html, StrategyRanks run) {
    double span = run.times().span();
    html.open("div", "class", "timeline");
    for (int c = 0; c < grid.clusters().size(); c++) {
      var members = matrix.ranks(c);
      if (!members.isEmpty()) {
        group(html, grid.clusters().get(c).name(), members, run, span);
      }
    }
    html.open("div", "class", "axis");
    CurveChart.times(html, span);
    html.close().close();
  }

  static String ranks(int count) {
    return count == 1 ? "1 rank" : Show.count(count) + " ranks";
  }

  /** The shares of some ranks in words. */
  static String shares(RankTimes times, List<Integer> ranks, double seconds) {
    return "computing %s, waiting for the LAN %s, for the gap %s"
        .formatted(
            Numbers.percent(times.share(ranks, Kind.COMPUTE, seconds)),
            Numbers.percent(times.share(ranks, Kind.LAN, seconds)),
            Numbers.percent(times.share(ranks, Kind.GAP, seconds)));
  }

  private void group(
      Html html, String name, List<Integer> members, StrategyRanks run, double span) {
    var rows = new ArrayList<List<Integer>>();
    for (int i = 0; i < members.size(); i += perRow) {
      rows.add(members.subList(i, Math.min(i + perRow, members.size())));
    }
    double seconds = run.outcome().measured().seconds();
    var detail =
        "%s · %s%s"
            .formatted(
                ranks(members.size()),
                shares(run.times(), members, seconds),
                perRow > 1 ? " · %d ranks to a line".formatted(perRow) : "");
    var described =
        "what the ranks of %s waited for when, with %s".formatted(name, run.outcome().name());
    new RowGroup(name, detail, described, rows.stream().map(this::label).toList())
        .open(html, "rows waiting", rows.size() * height, height, bins);
    draw(html, rows, run.times(), span);
    for (int r = 0; r < rows.size(); r++) {
      html.rect("hit", "0", "" + r * height, "" + bins, "" + height);
      html.element("title", label(rows.get(r)) + ": " + shares(run.times(), rows.get(r), seconds));
      html.close();
    }
    html.close().close();
  }

  private String label(List<Integer> row) {
    var first = matrix.ranks().get(row.getFirst());
    var last = matrix.ranks().get(row.getLast());
    return row.size() == 1
        ? "%d %s".formatted(first.rank(), first.host())
        : "%d–%d %s–%s".formatted(first.rank(), last.rank(), first.host(), last.host());
  }

  /** What is above is drawn first; what is below covers the rest of it. */
  private void draw(Html html, List<List<Integer>> rows, RankTimes times, double span) {
    var paths = new StringBuilder[Kind.values().length];
    var ground = new StringBuilder();
    for (int k = 0; k < paths.length; k++) {
      paths[k] = new StringBuilder();
    }
    for (int r = 0; r < rows.size(); r++) {
      double base = (r + 1) * height - 1;
      double room = height - 2;
      ground.append("M0 %s".formatted(Show.tenth(base)));
      ground.append("H%dv-%sH0z".formatted(bins, Show.tenth(room)));
      var sum = new double[bins];
      var shares = times.shares(rows.get(r), bins, span);
      for (var kind : Kind.values()) {
        for (int bin = 0; bin < bins; bin++) {
          sum[bin] = Math.min(1, sum[bin] + shares[kind.row][bin]);
        }
        steps(paths[kind.row], sum, base, room);
      }
    }
    html.empty("path", "class", "ground", "d", ground.toString());
    for (var kind : RankTimes.ALL.reversed()) {
      html.empty("path", "class", kind.word, "d", paths[kind.row].toString());
    }
  }

  private static void steps(StringBuilder path, double[] shares, double base, double room) {
    path.append('M').append('0').append(' ').append(Show.tenth(base));
    var last = Show.tenth(base);
    for (int bin = 0; bin < shares.length; bin++) {
      var y = Show.tenth(base - room * shares[bin]);
      if (!y.equals(last)) {
        path.append('H').append(bin).append('V').append(y);
        last = y;
      }
    }
    path.append('H').append(shares.length).append('V').append(Show.tenth(base)).append('z');
  }
}

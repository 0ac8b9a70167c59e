package io.strait.realign.report;

import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;

/**
 * Who sends to whom as a square of cells on a page: interior and external in colours of their own,
 * the stronger the more bytes, with lines between clusters.
 */
final class CommunicationChart {
  /** With more cells there is no room for their numbers, and a page would be large. */
  static final int MOST_CELLS = 48;

  private static final int MOST_NUMBERS = 16;
  private static final int MOST_TITLES = 1024;
  private static final int LEAST_SHARE = 20;

  private final CommunicationTable table;

  CommunicationChart(CommunicationTable table) {
    this.table = table;
  }

  static void legend(Html html) {
    html.open("p", "class", "legend");
    Page.key(html, "interior", "interior: stays in its cluster");
    Page.key(html, "external", "external: crosses gaps");
    html.close();
  }

  void write(Html html, String title) {
    int cells = table.bins().size();
    long interior = table.messages(true);
    long external = table.messages(false);
    html.open("figure", "class", "communication");
    html.open("figcaption").element("b", title).open("small");
    html.text("%s interior, %s external".formatted(Show.count(interior), Show.count(external)));
    html.close().close();
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(cells, cells),
        "role",
        "img",
        "aria-label",
        "who sends to whom, %s: %d messages interior, %d external"
            .formatted(title, interior, external));
    html.empty("rect", "class", "ground", "width", "" + cells, "height", "" + cells);
    cells(html);
    html.empty("path", "class", "borders", "d", borders());
    html.close();
    html.open("div", "class", "axes");
    if (cells <= MOST_NUMBERS) {
      numbers(html);
    } else {
      names(html);
    }
    html.close();
    html.close();
  }

  private void cells(Html html) {
    int cells = table.bins().size();
    long most = Math.max(1, table.mostBytes());
    boolean titles = cells * cells <= MOST_TITLES;
    double space = cells <= MOST_NUMBERS ? 0.06 : 0;
    for (int from = 0; from < cells; from++) {
      for (int to = 0; to < cells; to++) {
        if (table.messages(from, to) == 0) {
          continue;
        }
        double share = table.bytes(from, to) / (double) most;
        html.open(
            "rect",
            "class",
            table.isInterior(from, to) ? "interior" : "external",
            "x",
            number(to + space),
            "y",
            number(from + space),
            "width",
            number(1 - 2 * space),
            "height",
            number(1 - 2 * space),
            "fill-opacity",
            number(0.3 + 0.7 * share));
        if (titles) {
          html.element(
              "title",
              "%s to %s: %s, %s"
                  .formatted(
                      name(from),
                      name(to),
                      table.messages(from, to) == 1
                          ? "1 message"
                          : Show.count(table.messages(from, to)) + " messages",
                      Show.size(table.bytes(from, to))));
        }
        html.close();
      }
    }
  }

  private String name(int bin) {
    var found = table.bins().get(bin);
    return "%s %s of %s"
        .formatted(
            found.size() == 1 ? "rank" : "ranks",
            found.name(),
            table.ranks().clusterName(found.cluster()));
  }

  private static String number(double value) {
    return String.format(java.util.Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }

  private String borders() {
    var path = new StringBuilder();
    int cells = table.bins().size();
    for (int i = 0; i <= cells; i++) {
      if (table.begins(i)) {
        path.append("M%d 0V%d M0 %dH%d ".formatted(i, cells, i, cells));
      }
    }
    return path.toString().strip();
  }

  /** Senders with their blocks at the left, receivers above. */
  private void numbers(Html html) {
    int cells = table.bins().size();
    for (int i = 0; i < cells; i++) {
      double middle = 100 * (i + 0.5) / cells;
      html.element(
          "span", "" + i, "class", "to", "style", "left:%s%%".formatted(Show.tenth(middle)));
      html.open("span", "class", "from", "style", "top:%s%%".formatted(Show.tenth(middle)));
      html.text("" + i).element("small", "block " + table.block(i)).close();
    }
  }

  /** Clusters at the left and above, where they are wide enough. */
  private void names(Html html) {
    int cells = table.bins().size();
    for (var cluster : table.clusters()) {
      if (cluster.size() * LEAST_SHARE >= cells) {
        var name = table.ranks().clusterName(cluster.cluster());
        var middle = Show.tenth(50.0 * (cluster.first() + cluster.end()) / cells);
        var width = Show.tenth(100.0 * cluster.size() / cells);
        html.element(
            "span",
            name,
            "class",
            "to",
            "style",
            "left:%s%%;max-width:%s%%".formatted(middle, width));
        html.element("span", name, "class", "from", "style", "top:%s%%".formatted(middle));
      }
    }
  }
}

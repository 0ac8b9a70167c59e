package io.strait.stencil.report;

import io.strait.model.Grid;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.Decomposition.Block;
import io.strait.stencil.plan.Rect;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;

/**
 * Who computes which columns: the domain with a block per rank in the colour of its cluster, and
 * the bands that both sides of a gap compute.
 */
final class MatrixChart {
  private static final int COLOURS = 6;

  /** With more ranks side by side, lines between them would hide the blocks. */
  private static final int MOST_LINES = 60;

  private static final double ROOM_FOR_NUMBER = 0.04;
  private static final double ROOM_FOR_COLUMNS = 0.11;
  private static final int LOWEST_WITH_COLUMNS = 60;
  private static final int LOWEST = 16;

  private final Grid grid;
  private final Decomposition decomposition;
  private final int columns;
  private final int rows;
  private final int height;

  MatrixChart(Grid grid, Decomposition decomposition) {
    this.grid = grid;
    this.decomposition = decomposition;
    this.columns = decomposition.app().columns();
    this.rows = decomposition.app().rows();
    this.height = Math.clamp(44L * decomposition.matrix().rows(), 84, 480);
  }

  void legend(Html html) {
    html.open("p", "class", "legend");
    for (int c = 0; c < grid.clusters().size(); c++) {
      int cluster = c;
      if (decomposition.blocks().stream().anyMatch(b -> b.rank().cluster() == cluster)) {
        Page.key(html, colour(c), grid.clusters().get(c).name());
      }
    }
    if (decomposition.blocks().stream().anyMatch(b -> b.left() > 0 || b.top() > 0)) {
      Page.key(html, "band", "band: both sides of the gap compute it");
    }
    html.close();
  }

  private static String colour(int cluster) {
    return "c" + cluster % COLOURS;
  }

  /**
   * @param strategies whose shares these are
   */
  void write(Html html, String strategies) {
    var matrix = decomposition.matrix();
    boolean lines = Math.max(matrix.columns(), matrix.rows()) <= MOST_LINES;
    html.open("div", "class", "matrix", "style", "height:%dpx".formatted(height));
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(columns, rows),
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-label",
        "who computes which columns with " + strategies);
    for (var block : decomposition.blocks()) {
      rect(
          html, (lines ? "block lined " : "block ") + colour(block.rank().cluster()), block.owns());
      html.element("title", title(block)).close();
    }
    for (var block : decomposition.blocks()) {
      bands(html, block);
    }
    html.close();
    decomposition.blocks().forEach(block -> label(html, block));
    html.close();
  }

  private static void rect(Html html, String kind, Rect rect) {
    html.rect(kind, "" + rect.x0(), "" + rect.y0(), "" + rect.width(), "" + rect.height());
  }

  /** Every band is drawn once, by the rank to the right of it or below. */
  private static void bands(Html html, Block block) {
    var owns = block.owns();
    var all = block.computes();
    if (block.left() > 0) {
      rect(html, "band", new Rect(all.x0(), owns.y0(), all.x0() + block.left(), owns.y1()));
      html.element("title", "band of %s".formatted(columns(block.left()))).close();
    }
    if (block.top() > 0) {
      rect(html, "band", new Rect(owns.x0(), all.y0(), owns.x1(), all.y0() + block.top()));
      html.element("title", "band of %d rows".formatted(block.top())).close();
    }
  }

  private static String columns(int count) {
    return count == 1 ? "1 column" : Show.count(count) + " columns";
  }

  private String title(Block block) {
    var rank = block.rank();
    int band = block.left() + block.right();
    return "rank %d on %s in %s: columns %s%s%s"
        .formatted(
            rank.rank(),
            rank.host(),
            grid.clusters().get(rank.cluster()).name(),
            range(block.computes().x0(), block.computes().x1(), columns),
            band > 0 ? ", %s of them in a band".formatted(Show.count(band)) : "",
            decomposition.matrix().rows() > 1
                ? ", rows " + range(block.computes().y0(), block.computes().y1(), rows)
                : "");
  }

  /** From and to, counted from 0; wrapped around where the domain is a ring. */
  static String range(int from, int to, int size) {
    return "%d–%d".formatted(from, (to - 1) % size);
  }

  private void label(Html html, Block block) {
    var owns = block.owns();
    double wide = owns.width() / (double) columns;
    double high = owns.height() / (double) rows;
    if (wide < ROOM_FOR_NUMBER || high * height < LOWEST) {
      return;
    }
    html.open(
        "span",
        "style",
        "left:%s%%;top:%s%%;width:%s%%;height:%s%%"
            .formatted(
                Show.tenth(100.0 * owns.x0() / columns),
                Show.tenth(100.0 * owns.y0() / rows),
                Show.tenth(100 * wide),
                Show.tenth(100 * high)));
    html.element("b", "" + block.rank().rank());
    if (wide >= ROOM_FOR_COLUMNS && high * height >= LOWEST_WITH_COLUMNS) {
      html.element("small", block.rank().host());
      html.element(
          "small", range(block.computes().x0(), block.computes().x1(), columns), "class", "wide");
    }
    html.close();
  }
}

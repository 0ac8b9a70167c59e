package io.strait.stencil.plan;

import io.strait.model.PlanException;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import java.util.ArrayList;
import java.util.List;

/**
 * Who computes which cells. Columns are shared out in proportion to speed. At a gap, the ranks of
 * both sides compute the same band of columns: the left ones to its end, the right ones from its
 * beginning. Where the domain is closed to a ring, the last ranks' columns may go on beyond its
 * end, which means its beginning.
 */
public final class Decomposition {
  /**
   * What one rank does.
   *
   * @param computes with the bands
   * @param owns the part that only this rank delivers
   * @param left columns of the band at its left end, 0 where there is none; likewise the others
   */
  public record Block(
      RankMatrix.Rank rank, Rect computes, Rect owns, int left, int right, int top, int bottom) {
    /** How far inside a band a cell lies, away from this rank's cluster; 0 for none of them. */
    public int depth(int x, int y) {
      int across = Math.max(computes.x0() + left - x, x - (computes.x1() - right) + 1);
      int along = Math.max(computes.y0() + top - y, y - (computes.y1() - bottom) + 1);
      return Math.max(0, Math.max(across, along));
    }
  }

  private final StencilApp app;
  private final RankMatrix matrix;
  private final int band;
  private final List<Block> blocks;

  private Decomposition(StencilApp app, RankMatrix matrix, int band, List<Block> blocks) {
    this.app = app;
    this.matrix = matrix;
    this.band = band;
    this.blocks = List.copyOf(blocks);
  }

  /**
   * @param band columns that both sides of every gap compute
   * @param apart whether the band may fill the whole block of a rank, so that it has no column of
   *     its own (paper <em>lhrp</em>'s buffer nodes)
   * @throws PlanException if ranks or bands do not fit into the domain
   */
  public static Decomposition of(StencilApp app, RankMatrix matrix, int band, boolean apart) {
    boolean ring = app.boundary() == Boundary.PERIODIC;
    var across = new Axis("column", app.columns(), matrix.columns(), app.radius());
    var along = new Axis("row", app.rows(), matrix.rows(), app.radius());
    for (var rank : matrix.ranks()) {
      across.slowest(rank.column(), rank.secondsPerCell());
      along.slowest(rank.row(), rank.secondsPerCell());
    }
    for (int i = 0; i < matrix.columns(); i++) {
      boolean joined = i + 1 < matrix.columns() || ring;
      across.band[i] = joined && matrix.isGapAfterColumn(i) ? band : 0;
    }
    for (int i = 0; i < matrix.rows(); i++) {
      boolean joined = i + 1 < matrix.rows() || ring;
      along.band[i] = joined && matrix.isGapAfterRow(i) ? band : 0;
    }
    across.share(apart);
    along.share(apart);
    var blocks = new ArrayList<Block>();
    for (var rank : matrix.ranks()) {
      int i = rank.column();
      int j = rank.row();
      blocks.add(
          new Block(
              rank,
              new Rect(across.from[i], along.from[j], across.to[i], along.to[j]),
              new Rect(across.own(i), along.own(j), across.own(i + 1), along.own(j + 1)),
              across.before(i),
              across.band[i],
              along.before(j),
              along.band[j]));
    }
    return new Decomposition(app, matrix, band, blocks);
  }

  public StencilApp app() {
    return app;
  }

  public RankMatrix matrix() {
    return matrix;
  }

  public int band() {
    return band;
  }

  /** By rank. */
  public List<Block> blocks() {
    return blocks;
  }

  /** How one axis of the domain is shared out. */
  private static final class Axis {
    private final String noun;
    private final int cells;
    private final int radius;
    private final double[] slowest;
    private final int[] band;
    private final int[] from;
    private final int[] to;

    Axis(String noun, int cells, int parts, int radius) {
      this.noun = noun;
      this.cells = cells;
      this.radius = radius;
      this.slowest = new double[parts];
      this.band = new int[parts];
      this.from = new int[parts];
      this.to = new int[parts];
    }

    void slowest(int part, double secondsPerCell) {
      slowest[part] = Math.max(slowest[part], secondsPerCell);
    }

    /** The width of the band between the part before and this one. */
    int before(int part) {
      return band[(part + band.length - 1) % band.length];
    }

    /**
     * Where the cells begin that only this part delivers: in the middle of a band, as either side
     * has the half that is nearer to it first.
     */
    int own(int part) {
      return part == 0 ? 0 : part == to.length ? cells : to[part - 1] - band[part - 1] / 2;
    }

    void share(boolean apart) {
      int parts = band.length;
      var least = new int[parts];
      int total = cells;
      int needed = 0;
      for (int i = 0; i < parts; i++) {
        int bands = before(i) + band[i];
        boolean alone = before(i) > 0 && band[i] > 0;
        int border = parts == 1 ? 1 : radius; // nobody needs one of a rank alone
        least[i] = bands == 0 ? border : apart && !alone ? Math.max(bands, radius) : bands + radius;
        total += band[i];
        needed += least[i];
      }
      if (needed > total) {
        boolean banded = total > cells;
        throw new PlanException.Value(
            banded ? "band" : "domain",
            banded
                ? "a band of %d %ss leaves too little of %d %ss to %d ranks side by side, expected a smaller band or fewer ranks"
                    .formatted(widest(), noun, cells, noun, parts)
                : "%d ranks share %d %ss, expected at most %d ranks, as radius is %d"
                    .formatted(parts, cells, noun, cells / radius, radius));
      }
      var width = widths(least, total);
      int x = 0;
      for (int i = 0; i < parts; i++) {
        from[i] = x;
        to[i] = x + width[i];
        x = to[i] - band[i];
      }
    }

    private int widest() {
      int widest = 0;
      for (int b : band) {
        widest = Math.max(widest, b);
      }
      return widest;
    }

    /** In proportion to speed, none below its least; what is left over goes to the front. */
    private int[] widths(int[] least, int total) {
      int parts = least.length;
      var fixed = new boolean[parts];
      var width = new int[parts];
      for (boolean changed = true; changed; ) {
        changed = false;
        double speed = 0;
        int free = total;
        for (int i = 0; i < parts; i++) {
          if (fixed[i]) {
            free -= least[i];
          } else {
            speed += speed(i);
          }
        }
        double sum = 0;
        int given = 0;
        for (int i = 0; i < parts; i++) {
          if (fixed[i]) {
            width[i] = least[i];
            continue;
          }
          sum += free * speed(i) / speed;
          width[i] = (int) Math.round(sum) - given;
          given += width[i];
        }
        for (int i = 0; i < parts && !changed; i++) {
          if (!fixed[i] && width[i] < least[i]) {
            fixed[i] = true;
            changed = true;
          }
        }
      }
      return width;
    }

    private double speed(int part) {
      return slowest[part] == 0 ? 1 : 1 / slowest[part];
    }
  }
}

package io.strait.stencil.plan;

import io.strait.model.PlanException;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition.Block;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Which bands fit where. */
public final class Bands {
  private Bands() {}

  /**
   * Who computes which cells with a strategy.
   *
   * @param band columns that both sides of a gap compute; the depth of a deep halo, which changes
   *     nothing here
   * @throws PlanException if it does not fit
   */
  public static Decomposition decomposition(
      StencilApp app, RankMatrix matrix, Strategy strategy, int band) {
    return Decomposition.of(
        app,
        matrix,
        strategy.hasBand() && hasGap(matrix, app) ? band : 0,
        strategy == Strategy.LHRP && isApart(app, matrix));
  }

  /**
   * Whether the ranks beside every gap can leave their own columns to others in their cluster, as
   * paper <em>lhrp</em> has it.
   */
  static boolean isApart(StencilApp app, RankMatrix matrix) {
    boolean ring = app.boundary() == Boundary.PERIODIC;
    return isApart(matrix.columns(), ring, matrix::isGapAfterColumn)
        && isApart(matrix.rows(), ring, matrix::isGapAfterRow);
  }

  private static boolean isApart(int parts, boolean ring, IntPredicate gapAfter) {
    for (int i = 0; i < parts; i++) {
      boolean start = i == 0 && !ring;
      boolean end = i + 1 == parts && !ring;
      boolean before = !start && gapAfter.test((i + parts - 1) % parts);
      boolean after = !end && gapAfter.test(i);
      if ((before || after) && (before || start) && (after || end)) {
        return false;
      }
    }
    return true;
  }

  static boolean hasGap(RankMatrix matrix, StencilApp app) {
    return gapsAcross(matrix, app) > 0 || gapsAlong(matrix, app) > 0;
  }

  /** Whether clusters meet at a corner. */
  static boolean hasCorner(RankMatrix matrix, StencilApp app) {
    return gapsAcross(matrix, app) > 0 && gapsAlong(matrix, app) > 0;
  }

  /** Gaps between columns of processors. */
  static int gapsAcross(RankMatrix matrix, StencilApp app) {
    int ends = app.boundary() == Boundary.PERIODIC ? 0 : 1;
    int gaps = 0;
    for (int i = 0; i < matrix.columns() - ends; i++) {
      gaps += matrix.isGapAfterColumn(i) ? 1 : 0;
    }
    return gaps;
  }

  /** Gaps between rows of processors. */
  static int gapsAlong(RankMatrix matrix, StencilApp app) {
    int ends = app.boundary() == Boundary.PERIODIC ? 0 : 1;
    int gaps = 0;
    for (int j = 0; j < matrix.rows() - ends; j++) {
      gaps += matrix.isGapAfterRow(j) ? 1 : 0;
    }
    return gaps;
  }

  /** The widest band that fits, a multiple of the radius; 0 if none does. */
  static int widest(StencilApp app, RankMatrix matrix, Strategy strategy) {
    int radius = app.radius();
    int low = 0;
    int high = Math.max(app.columns(), app.rows()) / radius;
    while (low < high) {
      int middle = low + (high - low + 1) / 2;
      if (fits(app, matrix, strategy, middle * radius)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low * radius;
  }

  private static boolean fits(StencilApp app, RankMatrix matrix, Strategy strategy, int band) {
    try {
      decomposition(app, matrix, strategy, band);
      return true;
    } catch (PlanException e) {
      return false;
    }
  }

  /**
   * Paper <em>lhrp</em>'s band: as wide as the share of the ranks that hold it, so that all compute
   * equally long. With n equal ranks and g gaps that is the n − g th part of the domain.
   */
  static int ofPaper(StencilApp app, RankMatrix matrix) {
    double band = Double.POSITIVE_INFINITY;
    int across = gapsAcross(matrix, app);
    if (across > 0) {
      band = Math.min(band, share(app, matrix, true, app.columns(), across));
    }
    int along = gapsAlong(matrix, app);
    if (along > 0) {
      band = Math.min(band, share(app, matrix, false, app.rows(), along));
    }
    int tiles = (int) Math.floor(band / app.radius() * (1 + 1e-12));
    return Math.min(Math.max(1, tiles) * app.radius(), widest(app, matrix, Strategy.LHRP));
  }

  private static double share(
      StencilApp app, RankMatrix matrix, boolean across, int cells, int gaps) {
    int parts = across ? matrix.columns() : matrix.rows();
    boolean ring = app.boundary() == Boundary.PERIODIC;
    var speed = new double[parts];
    Arrays.fill(speed, Double.POSITIVE_INFINITY);
    for (var rank : matrix.ranks()) {
      int part = across ? rank.column() : rank.row();
      speed[part] = Math.min(speed[part], 1 / Math.max(rank.secondsPerCell(), 1e-300));
    }
    double all = 0;
    for (double each : speed) {
      all += each;
    }
    double band = Double.POSITIVE_INFINITY;
    for (int i = 0; i < parts; i++) {
      boolean joined = i + 1 < parts || ring;
      boolean gap = joined && (across ? matrix.isGapAfterColumn(i) : matrix.isGapAfterRow(i));
      if (gap) {
        for (int side : new int[] {i, (i + 1) % parts}) {
          double part = speed[side] / all;
          double rest = 1 - gaps * part;
          band = Math.min(band, rest <= 0 ? cells : cells * part / rest);
        }
      }
    }
    return band;
  }

  /** The deepest halo that the neighbours of every rank can fill; any for a rank without. */
  static int deepest(Decomposition decomposition) {
    var app = decomposition.app();
    int least = Integer.MAX_VALUE;
    for (var block : decomposition.blocks()) {
      if (decomposition.matrix().columns() > 1 || app.boundary() == Boundary.PERIODIC) {
        least = Math.min(least, block.computes().width());
      }
      if (decomposition.matrix().rows() > 1
          || (app.boundary() == Boundary.PERIODIC && app.rows() > 1)) {
        least = Math.min(least, block.computes().height());
      }
    }
    return Math.max(1, least / app.radius());
  }

  /** What a rank computes in an iteration of a deep halo after which others are still to come. */
  static Rect grown(StencilApp app, Block block, int stillToCome) {
    int more = stillToCome * app.radius();
    var grown = block.computes().grow(more, more);
    return app.boundary() == Boundary.PERIODIC
        ? grown
        : grown.meet(new Rect(0, 0, app.columns(), app.rows()));
  }
}

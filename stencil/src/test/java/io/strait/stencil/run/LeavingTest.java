package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.stencil.plan.RankLayout;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.plan.RankRoutes;
import io.strait.stencil.plan.Rect;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Edges leave as soon as they are computed. When a border comes over the gap, a tile of every
 * column of the band follows: a rank that sent their edges only after all of them would let those
 * above and below wait for as long as that takes.
 */
class LeavingTest {
  private static final int VERSIONS = 4;

  /** Counts what one rank has computed, and remembers when it computed each cell. */
  private static final class Counting implements Kernel {
    private final int[][] version;
    private final long[][][] when;
    private long cells;

    Counting(StencilApp app) {
      version = new int[app.columns()][app.rows()];
      when = new long[VERSIONS][app.columns()][app.rows()];
    }

    @Override
    public double start(long x, long y) {
      return 0;
    }

    @Override
    public void advance(Column column) {
      cells += column.cells();
      int x = (int) column.x();
      for (int y = (int) column.y(); y < column.y() + column.cells(); y++) {
        version[x][y]++;
        when[version[x][y] % VERSIONS][x][y] = cells;
      }
    }

    /** Cells computed since the last one of a rectangle got a version. */
    long since(Rect rect, int wanted) {
      long last = 0;
      for (int x = rect.x0(); x < rect.x1(); x++) {
        for (int y = rect.y0(); y < rect.y1(); y++) {
          assertThat(version[x][y]).isBetween(wanted, wanted + VERSIONS - 1);
          last = Math.max(last, when[wanted % VERSIONS][x][y]);
        }
      }
      return cells - last;
    }
  }

  /** Two ranks above two others, with a gap between left and right. */
  @Test
  void edgesDoNotWaitForTheRestOfTheDiagonal() throws InterruptedException {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: pair
                clusters:
                  a: {lan: {latency: 1 ms}, hosts: [{name: a, count: 2}]}
                  b: {lan: {latency: 1 ms}, hosts: [{name: b, count: 2}]}
                links: [{between: [a, b], latency: 60 ms}]
                """));
    var app =
        StencilFile.read(
            Document.parse(
                "app.yaml",
                """
                app: s
                kind: stencil
                domain: [60, 80]
                iterations: 60
                cost-per-cell: 10 us
                processors: [2]
                """));
    var parts = Bands.decomposition(app, RankMatrix.of(app, grid), Strategy.WAVEFRONT, 12);
    var layouts = LayoutBuilder.of(parts, Strategy.WAVEFRONT, 1);
    var kernels = new ArrayList<Counting>();
    layouts.forEach(layout -> kernels.add(new Counting(app)));
    var late = new ArrayList<Long>();
    VirtualRun.iteration(
        parts,
        Strategy.WAVEFRONT,
        1,
        new GridDelays(new RankRoutes(grid, parts, layouts), 1, 1),
        kernels::get,
        (from, to, message) -> late.addAll(late(layouts.get(to), kernels.get(from), message)));
    assertThat(late).hasSizeGreaterThan(60 * 4 * 12);
    // A column is 40 cells, which take longer than a rank may go on before it sends: at most one
    // follows what is small. With all columns of a diagonal it would be 480.
    assertThat(late).allSatisfy(cells -> assertThat(cells).isLessThanOrEqualTo(40));
  }

  /** For each entry of a message, how many cells the sender has computed since it could leave. */
  private static List<Long> late(RankLayout to, Counting from, MemorySegment message) {
    var found = new ArrayList<Long>();
    long at = 8;
    while (at < message.byteSize()) {
      var ghost = to.ghosts().get(message.get(ValueLayout.JAVA_INT_UNALIGNED, at));
      int version = message.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4);
      found.add(from.since(ghost.from(), version));
      at += 8 + 8 * ghost.rect().cells();
    }
    return found;
  }
}

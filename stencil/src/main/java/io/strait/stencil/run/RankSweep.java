package io.strait.stencil.run;

import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.CellMath;
import io.strait.stencil.plan.Rect;
import io.strait.stencil.run.CellSweep.Shrinking;

/**
 * Computes the cells of a rank: one iteration of some of them, or, with a deep halo, all iterations
 * until the next exchange. Those bring every cell into the cache only once.
 */
final class RankSweep {
  private final StencilApp app;
  private final Field field;
  private final CellSweep cells;
  private final Shrinking shrinking;

  /** What is computed, by the iterations that are still to come until the next exchange. */
  private final Rect[] grown;

  /** So many iterations are computed at once; the domain may end before the halo does. */
  private final int skewed;

  /**
   * @param inner what the rank delivers
   * @param depth iterations from one exchange to the next at most
   */
  RankSweep(Kernel kernel, StencilApp app, Rect inner, Field field, int depth) {
    this.app = app;
    this.field = field;
    this.grown = new Rect[depth];
    for (int i = 0; i < depth; i++) {
      grown[i] = inDomain(inner.grow(i * app.radius(), i * app.radius()));
    }
    this.cells = new CellSweep(kernel, app.type().bytes(), app.radius());
    boolean isPeriodic = app.boundary() == Boundary.PERIODIC;
    if (isPeriodic) {
      cells.periodic(app.columns(), app.rows());
    }
    this.shrinking =
        new Shrinking(
            isPeriodic || inner.x0() > 0,
            isPeriodic || inner.x1() < app.columns(),
            isPeriodic || inner.y0() > 0,
            isPeriodic || inner.y1() < app.rows());
    int steps = 1;
    while (steps < depth && shrinking.after(steps * app.radius(), grown[steps]).equals(grown[0])) {
      steps++;
    }
    this.skewed = steps;
  }

  /** Some iterations of a deep halo, after each of which a mirror repeats what lies outside. */
  long deep(long from, int steps) {
    boolean mirrors = app.boundary() == Boundary.MIRROR;
    var all = grown[steps - 1];
    long count = 0;
    for (int i = 0; i < steps; i++) {
      count += grown[i].cells();
    }
    if (!mirrors && steps <= skewed) {
      on(from + 1).skewed(all, steps, shrinking);
      return count;
    }
    if (mirrors) {
      mirror(from); // what came from others is repeated outside as well
    }
    for (int i = 1; i <= steps; i++) {
      once(grown[steps - i], from + i);
      if (mirrors) {
        mirror(from + i);
      }
    }
    return count;
  }

  /** Computes one iteration of some cells. */
  long once(Rect rect, long iteration) {
    on(iteration).once(rect);
    return rect.cells();
  }

  /** What computes an iteration, and those after it. */
  private CellSweep on(long iteration) {
    return cells.on(
        field.of(iteration - 1), field.of(iteration), field.offset(0, 0), field.stride());
  }

  /** The part of a rectangle that is computed. */
  Rect inDomain(Rect rect) {
    return app.boundary() == Boundary.PERIODIC
        ? rect
        : rect.meet(new Rect(0, 0, app.columns(), app.rows()));
  }

  /** Repeats the cells along the edges of the domain outside it. */
  private void mirror(long iteration) {
    var all = field.all();
    for (int x = all.x0(); x < all.x1(); x++) {
      if (x < 0 || x >= app.columns()) {
        int from = CellMath.reflect(x, app.columns());
        field.copy(
            iteration,
            new Rect(from, all.y0(), from + 1, all.y1()),
            new Rect(x, all.y0(), x + 1, all.y1()));
      }
    }
    for (int y = all.y0(); y < all.y1(); y++) {
      if (y < 0 || y >= app.rows()) {
        int from = CellMath.reflect(y, app.rows());
        field.copy(
            iteration,
            new Rect(all.x0(), from, all.x1(), from + 1),
            new Rect(all.x0(), y, all.x1(), y + 1));
      }
    }
  }
}

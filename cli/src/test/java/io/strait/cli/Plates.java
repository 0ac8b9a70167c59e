package io.strait.cli;

import io.strait.model.text.Document;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.run.Kernels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Stencils computed cell by cell, one iteration after the other, by code that knows nothing of
 * ranks: only what the cells begin with comes from the bundled programs.
 */
final class Plates {
  static final String GRID =
      """
      grid: pair
      clusters:
        left:
          lan: {latency: 0.1 ms}
          hosts:
            - {name: l, count: 2}
        right:
          lan: {latency: 0.1 ms}
          hosts:
            - {name: r, count: 2}
      links:
        - {between: [left, right], latency: 5 ms}
      """;

  private final StencilApp app;
  private final boolean periodic;
  private double[][] cells;
  private int done;

  /** What an app file says. */
  Plates(Path folder) {
    var inputs =
        StencilFile.inputs(
            Document.read(folder.resolve("grid.yaml")), Document.read(folder.resolve("app.yaml")));
    app = inputs.app();
    periodic = app.boundary() == io.strait.stencil.file.Boundary.PERIODIC;
    var kernel = Kernels.load(app, Plates.class.getClassLoader());
    cells = new double[app.columns() + 2][app.rows() + 2];
    for (int x = -1; x <= app.columns(); x++) {
      for (int y = -1; y <= app.rows(); y++) {
        cells[x + 1][y + 1] = kernel.start(wrap(x, app.columns()), wrap(y, app.rows()));
      }
    }
  }

  private int wrap(int at, int size) {
    return periodic ? Math.floorMod(at, size) : at;
  }

  /** The iteration that it is at. */
  int done() {
    return done;
  }

  /** Computes until the end, or until no cell changes by more than the tolerance. */
  Plates run() {
    while (done < app.iterations()) {
      double most = step();
      done++;
      var tolerance = app.tolerance();
      if (tolerance != null && done % app.checkEvery() == 0 && most <= tolerance) {
        break;
      }
    }
    return this;
  }

  private double step() {
    var next = new double[cells.length][];
    for (int x = 0; x < cells.length; x++) {
      next[x] = cells[x].clone();
    }
    double most = 0;
    for (int x = 1; x <= app.columns(); x++) {
      for (int y = 1; y <= app.rows(); y++) {
        next[x][y] =
            switch (app.type()) {
              case DOUBLE -> mean(x, y);
              case FLOAT -> meanOfFloats(x, y);
              case INT, LONG -> life(x, y);
            };
        most = Math.max(most, Math.abs(next[x][y] - cells[x][y]));
      }
    }
    cells = next;
    for (int x = 0; periodic && x < cells.length; x++) {
      for (int y = 0; y < cells[x].length; y++) {
        cells[x][y] = cells[wrap(x - 1, app.columns()) + 1][wrap(y - 1, app.rows()) + 1];
      }
    }
    return most;
  }

  private double mean(int x, int y) {
    return 0.25 * ((cells[x - 1][y] + cells[x + 1][y]) + (cells[x][y - 1] + cells[x][y + 1]));
  }

  private double meanOfFloats(int x, int y) {
    float sides = (float) cells[x - 1][y] + (float) cells[x + 1][y];
    float ends = (float) cells[x][y - 1] + (float) cells[x][y + 1];
    return 0.25f * (sides + ends);
  }

  private double life(int x, int y) {
    int alive = 0;
    for (int i = -1; i <= 1; i++) {
      for (int j = -1; j <= 1; j++) {
        alive += i == 0 && j == 0 ? 0 : (int) cells[x + i][y + j];
      }
    }
    return alive == 3 || (alive == 2 && cells[x][y] == 1) ? 1 : 0;
  }

  /** The cells as a raw file has them. */
  byte[] bytes() {
    var to =
        ByteBuffer.allocate(app.columns() * app.rows() * app.type().bytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int x = 1; x <= app.columns(); x++) {
      for (int y = 1; y <= app.rows(); y++) {
        switch (app.type()) {
          case DOUBLE -> to.putDouble(cells[x][y]);
          case FLOAT -> to.putFloat((float) cells[x][y]);
          case INT, LONG -> to.putInt((int) cells[x][y]);
        }
      }
    }
    return to.array();
  }
}

package io.strait.stencil.run;

import io.strait.model.Element;
import io.strait.stencil.plan.Rect;
import io.strait.view.Png;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A picture of all cells of a domain: x to the right, y downwards. A small domain is enlarged, so
 * that a cell is a square of pixels; in a large one a pixel is the mean of a square of cells.
 */
public final class PictureFrame {
  /** Pixels that the longer side should have, and the most that it may have. */
  private static final int WANTED = 600;

  private static final int MOST = 1200;
  private static final int LARGEST_CELL = 64;

  /** A domain of few rows is shown as a strip at least this high. */
  private static final int LEAST = 16;

  private final Element type;
  private final int columns;
  private final int rows;
  private final int cellsPerPixel;
  private final double[] sums;

  public PictureFrame(Element type, int columns, int rows) {
    this.type = type;
    int longer = Math.max(columns, rows);
    this.cellsPerPixel = Math.ceilDiv(longer, MOST);
    this.columns = columns;
    this.rows = rows;
    this.sums = new double[width() * height()];
  }

  private int width() {
    return Math.ceilDiv(columns, cellsPerPixel);
  }

  private int height() {
    return Math.ceilDiv(rows, cellsPerPixel);
  }

  /** Adds a rectangle of cells that lie as in {@link CellSweep}; each cell must come once. */
  public synchronized void put(Rect rect, MemorySegment field, long origin, long stride) {
    for (int x = rect.x0(); x < rect.x1(); x++) {
      long column = origin + x * stride;
      for (int y = rect.y0(); y < rect.y1(); y++) {
        sums[y / cellsPerPixel * width() + x / cellsPerPixel] +=
            Cells.get(field, type, column + (long) y * type.bytes());
      }
    }
  }

  /** Writes the picture as PNG. */
  public synchronized void write(Path path, Scale scale) throws IOException {
    var means = means();
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double mean : means) {
      low = Double.isNaN(mean) ? low : Math.min(low, mean);
      high = Double.isNaN(mean) ? high : Math.max(high, mean);
    }
    int longer = Math.max(width(), height());
    int across = Math.clamp(WANTED / longer, 1, LARGEST_CELL);
    int down = Math.max(across, Math.ceilDiv(LEAST, height()));
    var pixels = new int[width() * across];
    try (var png = new Png(width() * across, height() * down)) {
      for (int y = 0; y < height(); y++) {
        for (int x = 0; x < pixels.length; x++) {
          pixels[x] = scale.colour(means[y * width() + x / across], low, high);
        }
        for (int i = 0; i < down; i++) {
          png.row(pixels);
        }
      }
      png.finish(path);
    }
  }

  private double[] means() {
    var means = new double[sums.length];
    for (int y = 0; y < height(); y++) {
      int tall = Math.min(cellsPerPixel, rows - y * cellsPerPixel);
      for (int x = 0; x < width(); x++) {
        int wide = Math.min(cellsPerPixel, columns - x * cellsPerPixel);
        means[y * width() + x] = sums[y * width() + x] / ((double) wide * tall);
      }
    }
    return means;
  }
}

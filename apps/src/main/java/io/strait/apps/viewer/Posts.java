package io.strait.apps.viewer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The heights that a tracer knows. Each level but the coarsest is a window of 512 x 512 posts that
 * wraps around: a tile overwrites one that lies 512 posts away. Where a tile has not come, the next
 * coarser level answers; the background is always there.
 */
final class Posts {
  /** The coarsest level, all of the world. */
  static final int BACKGROUND = 6;

  /** At this distance from the eye posts of 1 m are about to give way to those of 2 m. */
  static final double NEAR = 100;

  /** Tiles along a side of a window. */
  static final int TILES = 16;

  private static final int SIDE = TILES * TileMessage.SIDE;
  private static final int BACKGROUND_SIDE = HeightField.SIZE >> BACKGROUND;

  private static final int SHIFT = 9;
  private static final int TILE_SHIFT = 5;

  /** Levels are mixed within a third of the way between them; elsewhere one is enough. */
  private static final double BLEND = 3;

  private static final double METRES = 1.0 / TileMessage.STEPS;

  /** Makes coordinates positive, so that a cast rounds down. */
  private static final double POSITIVE = 4.0 * HeightField.SIZE;

  private final char[][] heights = new char[BACKGROUND][SIDE * SIDE];
  private final int[][] tiles = new int[BACKGROUND][TILES * TILES];
  private final float[] background;

  Posts(float[] background) {
    this.background = background;
    for (var level : tiles) {
      Arrays.fill(level, -1);
    }
  }

  /** All posts of the coarsest level. */
  static float[] background(HeightField field) {
    var posts = new float[BACKGROUND_SIDE * BACKGROUND_SIDE];
    for (int i = 0; i < BACKGROUND_SIDE; i++) {
      double x = i << BACKGROUND;
      double valley = field.valley(x);
      for (int j = 0; j < BACKGROUND_SIDE; j++) {
        posts[j * BACKGROUND_SIDE + i] =
            (float) field.height(x, j << BACKGROUND, BACKGROUND, valley);
      }
    }
    return posts;
  }

  /** Takes the heights of a tile that came. */
  void put(int level, int column, int row, ByteBuffer in) {
    var to = heights[level];
    int x = column * TileMessage.SIDE & SIDE - 1;
    int z = row * TileMessage.SIDE & SIDE - 1;
    for (int j = 0; j < TileMessage.SIDE; j++) {
      int at = ((z + j) << SHIFT) + x;
      for (int i = 0; i < TileMessage.SIDE; i++) {
        to[at + i] = in.getChar();
      }
    }
    tiles[level][slot(column, row)] = column << 16 | row;
  }

  /** Where a tile of a level is kept. */
  static int slot(int column, int row) {
    return (row & TILES - 1) * TILES + (column & TILES - 1);
  }

  /** The level of detail, with a fraction, that suits a distance from the eye. */
  static double level(double distance) {
    long bits = Double.doubleToRawLongBits(Math.max(1, distance * (1 / NEAR)));
    int exponent = (int) (bits >>> 52) - 1023;
    double rest = (bits & (1L << 52) - 1) * 0x1p-52; // straight lines between powers of two
    return Math.min(BACKGROUND, exponent + Math.clamp(BLEND * (rest - 0.5) + 0.5, 0, 1));
  }

  /** The height between posts, and between levels. */
  double height(double x, double z, double level) {
    int below = (int) level;
    double fine = height(x, z, below);
    double rest = level - below;
    return rest == 0 || below >= BACKGROUND ? fine : fine + rest * (height(x, z, below + 1) - fine);
  }

  /** The height between posts of a level, or of the next coarser one that came. */
  double height(double x, double z, int wanted) {
    for (int level = wanted; level < BACKGROUND; level++) {
      double scale = 1.0 / (1 << level);
      double u = (x + POSITIVE) * scale;
      double v = (z + POSITIVE) * scale;
      int i = (int) u;
      int j = (int) v;
      if (isThere(level, i, j)) {
        var posts = heights[level];
        int left = i & SIDE - 1;
        int right = i + 1 & SIDE - 1;
        int low = (j & SIDE - 1) << SHIFT;
        int high = (j + 1 & SIDE - 1) << SHIFT;
        double a = posts[low + left];
        double b = posts[low + right];
        double c = posts[high + left];
        double d = posts[high + right];
        double fx = u - i;
        double near = a + fx * (b - a);
        double far = c + fx * (d - c);
        return METRES * (near + (v - j) * (far - near));
      }
    }
    return background(background, x, z);
  }

  /** Whether all four posts around a point have come. */
  private boolean isThere(int level, int i, int j) {
    int mask = TileMessage.tilesAcross(level) - 1;
    var known = tiles[level];
    int column = i >> TILE_SHIFT & mask;
    int row = j >> TILE_SHIFT & mask;
    if (known[slot(column, row)] != (column << 16 | row)) {
      return false;
    }
    boolean atRight = (i & TileMessage.SIDE - 1) == TileMessage.SIDE - 1;
    boolean atTop = (j & TileMessage.SIDE - 1) == TileMessage.SIDE - 1;
    if (!atRight && !atTop) {
      return true;
    }
    int right = atRight ? column + 1 & mask : column;
    int top = atTop ? row + 1 & mask : row;
    return known[slot(right, row)] == (right << 16 | row)
        && known[slot(column, top)] == (column << 16 | top)
        && known[slot(right, top)] == (right << 16 | top);
  }

  /** The height between posts of the background. */
  static double background(float[] posts, double x, double z) {
    double u = (x + POSITIVE) * (1.0 / (1 << BACKGROUND));
    double v = (z + POSITIVE) * (1.0 / (1 << BACKGROUND));
    int i = (int) u;
    int j = (int) v;
    int left = i & BACKGROUND_SIDE - 1;
    int right = i + 1 & BACKGROUND_SIDE - 1;
    int low = (j & BACKGROUND_SIDE - 1) * BACKGROUND_SIDE;
    int high = (j + 1 & BACKGROUND_SIDE - 1) * BACKGROUND_SIDE;
    double fx = u - i;
    double near = posts[low + left] + fx * (posts[low + right] - posts[low + left]);
    double far = posts[high + left] + fx * (posts[high + right] - posts[high + left]);
    return near + (v - j) * (far - near);
  }
}

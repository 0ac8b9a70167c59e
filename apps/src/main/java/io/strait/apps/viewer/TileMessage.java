package io.strait.apps.viewer;

import java.nio.ByteBuffer;

/** Tiles of posts as they travel; the package comment has the format. */
final class TileMessage {
  /** Posts along a side of a tile. */
  static final int SIDE = 32;

  /** How many units of height a metre has. */
  static final int STEPS = 32;

  private static final int HEAD = 6;
  private static final int BYTES = HEAD + 2 * SIDE * SIDE;

  private TileMessage() {}

  /** How many tiles a level has along a side of the world. */
  static int tilesAcross(int level) {
    return (HeightField.SIZE / SIDE) >> level;
  }

  static byte[] begin(int tiles) {
    var message = new byte[4 + tiles * BYTES];
    ByteBuffer.wrap(message).putInt(tiles);
    return message;
  }

  /** Computes the posts of a tile. */
  static void write(byte[] message, int index, HeightField field, int level, int column, int row) {
    var out = ByteBuffer.wrap(message, 4 + index * BYTES, BYTES);
    out.put((byte) level).put((byte) 0).putShort((short) column).putShort((short) row);
    var valley = new double[SIDE];
    for (int i = 0; i < SIDE; i++) {
      valley[i] = field.valley((column * SIDE + i) << level);
    }
    for (int j = 0; j < SIDE; j++) {
      double z = (row * SIDE + j) << level;
      for (int i = 0; i < SIDE; i++) {
        double x = (column * SIDE + i) << level;
        out.putShort((short) Math.rint(STEPS * field.height(x, z, level, valley[i])));
      }
    }
  }

  /** Puts what came where it belongs. */
  static void read(byte[] message, Posts posts) {
    if (message.length < 4) {
      return; // nothing came yet
    }
    var in = ByteBuffer.wrap(message);
    int tiles = in.getInt();
    if (message.length != 4 + (long) tiles * BYTES) {
      throw new IllegalArgumentException(
          "%d bytes of terrain came for %d tiles, expected %d"
              .formatted(message.length, tiles, 4 + (long) tiles * BYTES));
    }
    for (int i = 0; i < tiles; i++) {
      int level = in.getShort() >> 8;
      int column = Short.toUnsignedInt(in.getShort());
      int row = Short.toUnsignedInt(in.getShort());
      if (level < 0
          || level >= Posts.BACKGROUND
          || column >= tilesAcross(level)
          || row >= tilesAcross(level)) {
        throw new IllegalArgumentException(
            "a tile of terrain came for level %d, column %d, row %d, which is not in the world"
                .formatted(level, column, row));
      }
      posts.put(level, column, row, in);
    }
  }
}

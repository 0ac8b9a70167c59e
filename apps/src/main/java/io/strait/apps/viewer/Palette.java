package io.strait.apps.viewer;

/**
 * 252 colours for pixels of one byte: 6 tones of red, 7 of green, 6 of blue. Tones between are
 * mixed from neighbouring pixels by an ordered pattern, which is reversed for green so that
 * brightness stays even.
 */
final class Palette {
  private static final int[] PATTERN = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

  private Palette() {}

  /** The colour's index for a pixel at a place. */
  static byte index(int rgb, int column, int row) {
    int threshold = PATTERN[(row & 3) << 2 | (column & 3)];
    int red = tone(rgb >> 16 & 0xff, 6, threshold);
    int green = tone(rgb >> 8 & 0xff, 7, 15 - threshold);
    int blue = tone(rgb & 0xff, 6, threshold);
    return (byte) ((red * 7 + green) * 6 + blue);
  }

  private static int tone(int value, int tones, int threshold) {
    return (value * (tones - 1) * 16 + threshold * 255 + 127) / (255 * 16);
  }

  /** Red, green and blue of an index. */
  static int rgb(byte index) {
    int at = Math.min(index & 0xff, 251);
    int red = at / 42 * 51;
    int green = at / 6 % 7 * 255 / 6;
    int blue = at % 6 * 51;
    return red << 16 | green << 8 | blue;
  }
}

package io.strait.stencil.run;

/**
 * Colours whose lightness grows evenly, computed in Oklab (Björn Ottosson, 2020), where equal steps
 * look equal. The hue turns from violet over red to yellow.
 */
final class HeatColours {
  private static final int COUNT = 256;
  private static final int[] TABLE = new int[COUNT];

  static {
    for (int i = 0; i < COUNT; i++) {
      double at = i / (COUNT - 1.0);
      double lightness = 0.1 + 0.87 * at;
      double hue = Math.toRadians(285 + 180 * at);
      double chroma = 0.18 * StrictMath.sin(Math.PI * StrictMath.pow(0.04 + 0.88 * at, 0.9));
      // Less colourful where the screen cannot show it, but never of another lightness.
      while (!isShown(lightness, chroma, hue)) {
        chroma -= 0.002;
      }
      TABLE[i] = rgb(lightness, chroma, hue);
    }
  }

  private HeatColours() {}

  /** The colour of a number from 0 to 1. */
  static int of(double at) {
    return TABLE[(int) Math.round(at * (COUNT - 1))];
  }

  private static double[] linear(double lightness, double chroma, double hue) {
    double a = chroma * StrictMath.cos(hue);
    double b = chroma * StrictMath.sin(hue);
    double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    return new double[] {
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    };
  }

  private static double cube(double x) {
    return x * x * x;
  }

  private static boolean isShown(double lightness, double chroma, double hue) {
    if (chroma <= 0) {
      return true;
    }
    for (double part : linear(lightness, chroma, hue)) {
      if (part < 0 || part > 1) {
        return false;
      }
    }
    return true;
  }

  private static int rgb(double lightness, double chroma, double hue) {
    int rgb = 0;
    for (double part : linear(lightness, Math.max(0, chroma), hue)) {
      double x = Math.clamp(part, 0, 1);
      double shown =
          x <= 0.0031308 ? 12.92 * x : 1.055 * StrictMath.pow(x, 1 / 2.4) - 0.055; // sRGB
      rgb = rgb << 8 | (int) Math.round(255 * shown);
    }
    return rgb;
  }
}

package io.strait.apps.viewer;

/** Light of three colours under computation, 1 is white in the sun. One per tracer. */
final class Colour {
  private static final int TONES = 4096;
  private static final double BRIGHTEST = 4;
  private static final double EXPOSURE = 0.95;
  private static final byte[] TONE = new byte[TONES + 1];

  /** Powers of e from 0 down to {@code -FADED}. */
  private static final float[] FADE = new float[2050];

  private static final double FADED = 16;
  private static final double FADE_STEPS = 2048 / FADED;

  static {
    for (int i = 0; i <= TONES; i++) {
      double x = Math.max(0, i * BRIGHTEST / TONES * EXPOSURE - 0.004);
      double film = x * (6.2 * x + 0.5) / (x * (6.2 * x + 1.7) + 0.06);
      TONE[i] = (byte) Math.rint(255 * film);
    }
    for (int i = 0; i < FADE.length; i++) {
      FADE[i] = (float) StrictMath.exp(-i / FADE_STEPS);
    }
  }

  double red;
  double green;
  double blue;

  Colour set(double r, double g, double b) {
    red = r;
    green = g;
    blue = b;
    return this;
  }

  /** Goes a share of the way to another colour. */
  Colour mix(double r, double g, double b, double share) {
    red += share * (r - red);
    green += share * (g - green);
    blue += share * (b - blue);
    return this;
  }

  Colour mix(Colour other, double share) {
    return mix(other.red, other.green, other.blue, share);
  }

  /** Adds light. */
  Colour add(double r, double g, double b, double amount) {
    red += amount * r;
    green += amount * g;
    blue += amount * b;
    return this;
  }

  Colour times(double r, double g, double b) {
    red *= r;
    green *= g;
    blue *= b;
    return this;
  }

  /** What a screen shows, 0 to 255: bright light is held back as by film. */
  static int tone(double light) {
    return TONE[(int) Math.clamp(light * (TONES / BRIGHTEST), 0, TONES)] & 0xff;
  }

  /** {@code exp(-x)} for x from 0, with bits that are equal everywhere. */
  static double fade(double x) {
    double at = Math.min(x, FADED) * FADE_STEPS;
    int i = (int) at;
    return FADE[i] + (at - i) * (FADE[i + 1] - FADE[i]);
  }

  /** From 0 to 1 between two values, without corners. */
  static double step(double from, double to, double x) {
    double share = (x - from) / (to - from);
    if (share <= 0) {
      return 0;
    }
    return share >= 1 ? 1 : share * share * (3 - 2 * share);
  }
}

package io.strait.apps.viewer;

/** The sun, the blue of the sky, clouds, and the haze in front of what is far. */
final class Sky {
  /** Where the sun is. */
  static final double SUN_X = 0.52;

  static final double SUN_Y = 0.35;
  static final double SUN_Z = -0.7792;

  private static final double CLOUDS = 2600;
  private static final double DRIFT = 3;

  private final Texture texture;
  private final Colour air = new Colour();

  Sky(Texture texture) {
    this.texture = texture;
  }

  /**
   * What is seen in a direction, above or a little below the horizon.
   *
   * @param direct whether the sun itself is seen
   */
  void look(Flight.Eye eye, double dx, double dy, double dz, boolean direct, Colour out) {
    double sun = Math.max(0, dx * SUN_X + dy * SUN_Y + dz * SUN_Z);
    horizon(sun, out);
    double up = Math.max(0, dy);
    double rest = (1 - up) * (1 - up);
    out.mix(0.06, 0.17, 0.47, 1 - rest * rest * rest);
    double s4 = power4(sun);
    double s16 = power4(s4);
    double s64 = power4(s16);
    double s512 = power4(s64) * power4(s64);
    out.add(1.0, 0.80, 0.55, 0.16 * s16 + 0.28 * s64 + 1.1 * s512);
    if (direct && sun > 0.99965) {
      out.add(1, 0.93, 0.75, 6 * Colour.step(0.99965, 0.99985, sun));
    }
    if (dy > 0.015) {
      clouds(eye, dx, dy, dz, s4, s64, out);
    }
  }

  private void clouds(
      Flight.Eye eye, double dx, double dy, double dz, double s4, double s64, Colour out) {
    double far = (CLOUDS - 0.5 * eye.y()) / dy;
    double drift = DRIFT * eye.time();
    double x = (eye.x() + dx * far + drift) * (1.0 / 120);
    double z = (eye.z() + dz * far) * (1.0 / 120);
    double bulk = texture.at(x * 0.22, z * 0.30);
    double puffs = texture.at(x + 31, z + 57);
    double wisps = texture.at(x * 3.1, z * 3.7);
    double dense = bulk + 0.42 * puffs + 0.16 * wisps;
    double cover = Colour.step(-0.02, 0.62, dense) * Colour.fade(far / 26_000);
    double dark = Colour.step(0.25, 1.3, dense);
    double lit = 0.92 - 0.36 * dark + 0.45 * s4 * (1 - dark);
    out.mix(lit * (0.92 + 0.25 * s64), lit * (0.91 + 0.12 * s64), lit * 0.94 + 0.03, 0.88 * cover);
  }

  private static double power4(double x) {
    double square = x * x;
    return square * square;
  }

  /** The air near the ground: blue away from the sun, golden towards it. */
  private static void horizon(double sun, Colour out) {
    out.set(0.50, 0.62, 0.80);
    out.mix(0.98, 0.80, 0.60, 0.55 * sun * sun * sun * sun);
  }

  /**
   * Puts the air between the eye and what it sees.
   *
   * @param far how much of it there is, in metres
   * @param height of what is seen; the air is thicker further down
   */
  void haze(double dx, double dy, double dz, double far, double height, Colour seen) {
    double sun = Math.max(0, dx * SUN_X + dy * SUN_Y + dz * SUN_Z);
    horizon(sun, air);
    double above = Math.max(0, height - HeightField.WATER);
    double thick = far * (1.0 / 13_000) * (0.42 + 0.75 * Colour.fade(above * (1.0 / 420)));
    double through = Colour.fade(thick * (0.35 + 0.65 * Math.min(1, far * (1.0 / 7_000))));
    seen.times(through, through, through * (1 - 0.02 * (1 - through)));
    seen.add(air.red, air.green, air.blue, 0.92 * (1 - through));
  }
}

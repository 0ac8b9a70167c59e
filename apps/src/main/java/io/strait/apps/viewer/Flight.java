package io.strait.apps.viewer;

/** The way of the eye: along the valley, gently up and down with the ground, looking ahead. */
final class Flight {
  private static final int AHEAD = 700;
  private static final int SAMPLES = 24;
  private static final int APART = 90;
  private static final double SWAY = 0.16;

  private final Scene scene;
  private final HeightField field;
  private final float[] background;

  Flight(Scene scene, HeightField field, float[] background) {
    this.scene = scene;
    this.field = field;
    this.background = background;
  }

  /**
   * Where the eye is, and the direction in which it looks.
   *
   * @param time in frames
   * @param dx the direction on the map, together with dz of length 1
   * @param down the slope at which it looks down
   */
  record Eye(double time, double x, double y, double z, double dx, double dz, double down) {}

  /** The eye for a frame. */
  Eye at(long frame) {
    double x = scene.speed() * frame % HeightField.SIZE;
    double z = way(x);
    double toX = AHEAD;
    double toZ = way(x + AHEAD) - z;
    double length = Math.sqrt(toX * toX + toZ * toZ);
    double yaw = SWAY * StrictMath.sin(2 * Math.PI * 5 * x / HeightField.SIZE);
    double cos = StrictMath.cos(yaw);
    double sin = StrictMath.sin(yaw);
    double dx = (toX * cos - toZ * sin) / length;
    double dz = (toX * sin + toZ * cos) / length;
    double down = StrictMath.tan(Math.toRadians(scene.look()));
    return new Eye(frame, x, altitude(x), z, dx, dz, down);
  }

  private double way(double x) {
    double turn = 2 * Math.PI * x / HeightField.SIZE;
    return field.valley(x) + 260 * StrictMath.sin(3 * turn + 1);
  }

  /** Above a mean of the ground along the way in which the highest count most. */
  private double altitude(double x) {
    double sum = 0;
    double weights = 0;
    for (int i = -SAMPLES / 3; i <= SAMPLES; i++) {
      double at = x + i * APART;
      double ground = Math.max(HeightField.WATER, Posts.background(background, at, way(at)));
      double share = (i + SAMPLES / 3 + 1) / (SAMPLES * 4 / 3.0 + 2);
      double weight = share * (1 - share);
      double square = ground * ground;
      sum += weight * square * square;
      weights += weight;
    }
    return Math.sqrt(Math.sqrt(sum / weights)) + scene.above();
  }
}

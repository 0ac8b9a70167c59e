package io.strait.apps.viewer;

import java.util.Arrays;

/**
 * Casts the rays of a column of the frame. The view is drawn on an upright plane, so a column's
 * rays stand one above the other: going outwards along the ground, each ray from the lowest up is
 * hit in its turn, and what is left when the world ends is sky. A pixel is the mean of {@code
 * quality} x {@code quality} rays.
 */
final class ColumnTracer {
  private static final double FOCUS = 0.92;
  private static final double NEAREST = 15;
  private static final double FARTHEST = 15_500;
  private static final double STEP = 0.0065;

  /** Rays of a pixel that end this near to each other, as a share of the way, see one colour. */
  private static final double ALIKE = 0.02;

  private final int width;
  private final int height;
  private final int quality;
  private final double focus;
  private final Posts posts;
  private final Sky sky;
  private final Shader shader;
  private final Water water;
  private final Colour colour = new Colour();
  private final int[] sums;

  ColumnTracer(Scene scene, Posts posts) {
    this.width = scene.width();
    this.height = scene.height();
    this.quality = scene.quality();
    this.focus = FOCUS * Math.max(width, height);
    this.posts = posts;
    var texture = new Texture(4711);
    this.sky = new Sky(texture);
    this.shader = new Shader(posts, texture);
    this.water = new Water(posts, texture, sky, shader);
    this.sums = new int[3 * height];
  }

  /** Computes the pixels of a column, red, green and blue from top to bottom. */
  void column(Flight.Eye eye, int column, int[] pixels) {
    Arrays.fill(sums, 0);
    for (int i = 0; i < quality; i++) {
      double across = (column + (i + 0.5) / quality - 0.5 * width) / focus;
      double vx = eye.dx() - across * eye.dz();
      double vz = eye.dz() + across * eye.dx();
      rays(eye, vx, vz, i);
    }
    int samples = quality * quality;
    for (int row = 0; row < height; row++) {
      int red = (sums[3 * row] + samples / 2) / samples;
      int green = (sums[3 * row + 1] + samples / 2) / samples;
      int blue = (sums[3 * row + 2] + samples / 2) / samples;
      pixels[row] = red << 16 | green << 8 | blue;
    }
  }

  /** The rays of a line of samples, in the direction v on the map, which is 1 deep. */
  private void rays(Flight.Eye eye, double vx, double vz, int line) {
    double stretch = Math.sqrt(vx * vx + vz * vz);
    int sample = height * quality - 1;
    double slope = slope(eye, sample, line);
    double before = NEAREST;
    double under = surface(eye, vx, vz, stretch, before) - eye.y();
    double shaded = 0;
    double t = before;
    while (t < FARTHEST && sample >= 0) {
      t += Math.max(0.5, t * STEP);
      double over = surface(eye, vx, vz, stretch, t) - eye.y();
      while (sample >= 0 && over >= slope * t) {
        double gap = under - slope * before;
        double past = over - slope * t;
        double share = gap >= 0 ? 0 : gap / (gap - past);
        double at = before + share * (t - before);
        if (sample % quality == quality - 1 || Math.abs(at - shaded) > ALIKE * at) {
          hit(eye, vx, vz, at, slope, stretch);
          shaded = at;
        }
        put(sample--);
        slope = slope(eye, sample, line);
      }
      before = t;
      under = over;
    }
    while (sample >= 0) {
      if (sample % quality == quality - 1 || shaded < FARTHEST) {
        double length = 1 / Math.sqrt(stretch * stretch + slope * slope);
        sky.look(eye, vx * length, slope * length, vz * length, true, colour);
        shaded = FARTHEST;
      }
      put(sample--);
      slope = slope(eye, sample, line);
    }
  }

  /** How steeply a sample's ray rises; lines of samples are shifted against each other. */
  private double slope(Flight.Eye eye, int sample, int line) {
    double shift = (line + 0.5) / quality;
    return (0.5 * height - (sample + shift) / quality) / focus - eye.down();
  }

  private double surface(Flight.Eye eye, double vx, double vz, double stretch, double t) {
    double level = Posts.level(t * stretch);
    double ground = posts.height(eye.x() + t * vx, eye.z() + t * vz, level);
    return Math.max(HeightField.WATER, ground);
  }

  private void hit(Flight.Eye eye, double vx, double vz, double t, double slope, double stretch) {
    double x = eye.x() + t * vx;
    double z = eye.z() + t * vz;
    double y = eye.y() + t * slope;
    double length = Math.sqrt(stretch * stretch + slope * slope);
    double dx = vx / length;
    double dy = slope / length;
    double dz = vz / length;
    double far = t * length;
    double ground = posts.height(x, z, Posts.level(t * stretch));
    if (ground < HeightField.WATER) {
      water.surface(eye, x, z, HeightField.WATER - ground, dx, Math.min(dy, 0), dz, far, colour);
      y = HeightField.WATER;
    } else {
      shader.ground(x, ground, z, far, far / focus, Shader.FINE, colour);
    }
    sky.haze(dx, dy, dz, far, y, colour);
  }

  private void put(int sample) {
    int at = 3 * (sample / quality);
    sums[at] += Colour.tone(colour.red);
    sums[at + 1] += Colour.tone(colour.green);
    sums[at + 2] += Colour.tone(colour.blue);
  }
}

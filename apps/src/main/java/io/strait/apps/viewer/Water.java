package io.strait.apps.viewer;

/** The lakes: waves, the shore's ground below, and sky and mountains mirrored. */
final class Water {
  private static final int STEPS = 32;
  private static final double FARTHEST = 7000;
  private static final double HIGHEST = 1500;

  private final Posts posts;
  private final Texture texture;
  private final Sky sky;
  private final Shader shader;
  private final Colour mirrored = new Colour();

  Water(Posts posts, Texture texture, Sky sky, Shader shader) {
    this.posts = posts;
    this.texture = texture;
    this.sky = sky;
    this.shader = shader;
  }

  /**
   * The colour of a point of a lake.
   *
   * @param depth the water's
   */
  void surface(
      Flight.Eye eye,
      double x,
      double z,
      double depth,
      double dx,
      double dy,
      double dz,
      double far,
      Colour out) {
    double calm = 1 / (1 + far * (1.0 / 900));
    double time = 0.35 * eye.time();
    double u = x * 0.42 + time;
    double v = z * 0.42 + 0.6 * time;
    double swell = x * 0.06 - 0.5 * time;
    double waveX = 0.016 * texture.at(u, v) + 0.004 * texture.at(swell, z * 0.06);
    double waveZ = 0.016 * texture.at(v + 71, u + 13) + 0.004 * texture.at(z * 0.06 + 40, swell);
    double nx = waveX * (0.35 + calm);
    double nz = waveZ * (0.35 + calm);
    double along = 2 * (dx * nx + dy + dz * nz);
    double rx = dx - along * nx;
    double ry = Math.max(0.02, dy - along);
    double rz = dz - along * nz;
    double length = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz);
    rx *= length;
    ry *= length;
    rz *= length;

    double sun = shader.sunlight(x, HeightField.WATER, z, far, Shader.ROUGH);
    mirror(eye, x, z, rx, ry, rz, far, sun);
    double glance = 1 + dy; // dy is below 0
    double square = glance * glance;
    double fresnel = 0.03 + 0.97 * square * square * glance;

    double deep = 1 - Colour.fade(depth * 0.16);
    double light = 0.45 + 0.75 * sun;
    out.set(0.20, 0.26, 0.19).mix(0.012, 0.075, 0.105, deep).times(light, light, light);
    out.mix(mirrored, Math.min(1, 0.06 + 1.15 * fresnel));
    double foam = Colour.step(0.9, 0.1, depth + 0.5 * texture.at(u * 1.7, v * 1.7));
    out.mix(0.75 * light, 0.78 * light, 0.78 * light, 0.45 * foam * calm);
  }

  /** What is seen in the mirror: the first mountain in the way, or the sky. */
  private void mirror(
      Flight.Eye eye, double x, double z, double rx, double ry, double rz, double far, double sun) {
    double t = 10 + 0.01 * far;
    double before = 0;
    for (int i = 0; i < STEPS && t < FARTHEST; i++) {
      double y = HeightField.WATER + t * ry;
      if (y > HIGHEST) {
        break;
      }
      int level = t < 500 ? 4 : t < 1500 ? 5 : Posts.BACKGROUND;
      double ground = posts.height(x + t * rx, z + t * rz, level);
      if (ground > y) {
        for (int half = 0; half < 5; half++) {
          double middle = 0.5 * (before + t);
          double there = posts.height(x + middle * rx, z + middle * rz, level);
          if (there > HeightField.WATER + middle * ry) {
            t = middle;
            ground = there;
          } else {
            before = middle;
          }
        }
        shader.ground(x + t * rx, ground, z + t * rz, far + t, 64, Shader.ROUGH, mirrored);
        sky.haze(rx, ry, rz, t + far * 0.4, ground, mirrored);
        return;
      }
      before = t;
      t *= 1.24;
    }
    sky.look(eye, rx, ry, rz, false, mirrored);
    double s = Math.max(0, rx * Sky.SUN_X + ry * Sky.SUN_Y + rz * Sky.SUN_Z);
    double glint = s * s;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint * glint;
    mirrored.add(1.0, 0.85, 0.6, 1.8 * sun * glint);
  }
}

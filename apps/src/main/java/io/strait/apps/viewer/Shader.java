package io.strait.apps.viewer;

/**
 * What the ground looks like: sand, meadows, woods, rock and snow by height, slope and chance; the
 * sun with soft shadows, and the light of the sky, which hollows see less of.
 */
final class Shader {
  /** Steps for shadows with soft edges. */
  static final int FINE = 14;

  /** Steps that find what lies in the shadow of a mountain. */
  static final int ROUGH = 6;

  private static final double HIGHEST = 1500;

  private final Posts posts;
  private final Texture texture;
  private double nx;
  private double ny;
  private double nz;

  Shader(Posts posts, Texture texture) {
    this.posts = posts;
    this.texture = texture;
  }

  /**
   * The colour of a point of the ground.
   *
   * @param far its distance from the eye
   * @param pixel how wide a pixel is there, in metres
   * @param steps how many to take in search of shadows
   */
  void ground(double x, double h, double z, double far, double pixel, int steps, Colour out) {
    double level = Posts.level(far);
    double apart = Math.max(0.8, far * (0.8 / Posts.NEAR));
    double slopeX =
        (posts.height(x + apart, z, level) - posts.height(x - apart, z, level)) / (2 * apart);
    double slopeZ =
        (posts.height(x, z + apart, level) - posts.height(x, z - apart, level)) / (2 * apart);
    double hollow = posts.height(x, z, Math.min(Posts.BACKGROUND, level + 2.5)) - h;

    double broad = texture.at(x * (1.0 / 23), z * (1.0 / 23));
    double middle = texture.at(z * (1.0 / 3.7), x * (1.0 / 3.7)) * shown(pixel, 30);
    double small = texture.at(x * 1.3, z * 1.3) * shown(pixel, 8);
    double trees = texture.at(x * 0.9 + 11, z * 0.9 + 5) * shown(pixel, 14);
    double steep = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ);

    double chance = 0.7 * broad + 0.35 * middle;
    double woods =
        Colour.step(0.75, 0.42, steep + 0.15 * middle)
            * Colour.step(620, 430, h + 130 * chance)
            * Colour.step(204, 214, h + 5 * chance)
            * Colour.step(-0.12, 0.10, broad + 0.3 * middle + 0.22 * trees);
    double rock = Colour.step(0.56, 0.88, steep + 0.16 * chance + Math.max(0, h - 650) * 0.0004);
    double snow =
        Colour.step(640, 900, h + 130 * chance + 60 * slopeZ)
            * Colour.step(1.35, 0.85, steep + 0.2 * middle);

    out.set(0.112, 0.132, 0.046); // meadow
    out.mix(0.21, 0.20, 0.07, Colour.step(-0.3, 0.7, chance + 0.2 * small));
    out.mix(0.20, 0.185, 0.10, Colour.step(430, 760, h + 120 * chance));
    double leaf = 1 + 0.55 * trees;
    out.mix(0.026 * leaf, 0.052 * leaf, 0.019 * leaf, 0.95 * woods * (1 - rock));
    double strata = texture.at((x - z) * 0.07, h * 0.13 + 0.03 * (x + z)) * shown(pixel, 40);
    double stone = 1 + 0.32 * strata + 0.2 * middle;
    out.mix(0.165 * stone, 0.145 * stone, 0.125 * stone, rock);
    out.mix(0.46, 0.38, 0.24, Colour.step(206, 202, h + 2.5 * chance) * (1 - rock));
    double grain = 1 + 0.3 * small + 0.22 * middle * (0.4 + woods);
    out.times(grain, grain, grain);
    out.mix(0.86, 0.90, 0.97, snow);

    double bump = (0.25 + 0.9 * rock + 1.3 * woods) * (1 - 0.8 * snow);
    normal(x, z, slopeX, slopeZ, pixel, bump, rock * (1 - 0.7 * snow));
    double facing = Math.max(0, nx * Sky.SUN_X + ny * Sky.SUN_Y + nz * Sky.SUN_Z);
    double sun = facing > 0 ? facing * sunlight(x, h, z, far, steps) : 0;
    double open = Math.clamp(1 - 0.9 * hollow / (8 + 6 * apart), 0.35, 1.12);
    double sky = open * (0.55 + 0.45 * ny);
    double bounce = 0.10 * open * Math.max(0, 1 - ny + 0.3);
    out.times(
        2.95 * sun + 0.20 * sky + 0.9 * bounce,
        2.42 * sun + 0.29 * sky + 0.8 * bounce,
        1.72 * sun + 0.47 * sky + 0.6 * bounce);
  }

  /** How much of a pattern of some size is left when pixels are that large. */
  private static double shown(double pixel, double size) {
    return Math.clamp(1.6 - 2.4 * pixel / size, 0, 1);
  }

  /** The normal of the ground, roughened by what is smaller than posts. */
  private void normal(
      double x, double z, double slopeX, double slopeZ, double pixel, double bump, double rock) {
    double reach = 1 / 2.1;
    double strength = bump * shown(pixel, 14);
    double a = slopeX;
    double c = slopeZ;
    if (strength > 0) {
      double u = x * reach;
      double v = z * reach;
      double here = texture.at(u, v);
      a += strength * (texture.at(u + 0.8, v) - here);
      c += strength * (texture.at(u, v + 0.8) - here);
    }
    double crags = 1.5 * rock * shown(pixel, 60);
    if (crags > 0) {
      double u = x * (reach / 8);
      double v = z * (reach / 8);
      double here = texture.at(u, v);
      a += crags * (texture.at(u + 0.8, v) - here);
      c += crags * (texture.at(u, v + 0.8) - here);
    }
    double length = 1 / Math.sqrt(1 + a * a + c * c);
    nx = -a * length;
    ny = length;
    nz = -c * length;
  }

  /** How much of the sun is seen: all of it is 1. */
  double sunlight(double x, double h, double z, double far, int steps) {
    double lift = 2 + 0.001 * far;
    double t = steps == FINE ? 24 : 150;
    double least = 1;
    for (int i = 0; i < steps && least > 0; i++) {
      double y = h + lift + t * Sky.SUN_Y;
      if (y > HIGHEST) {
        break;
      }
      int level = t < 250 ? 4 : t < 800 ? 5 : Posts.BACKGROUND;
      double ground = posts.height(x + t * Sky.SUN_X, z + t * Sky.SUN_Z, level);
      least = Math.min(least, 0.6 + 9 * (y - ground) / t);
      t *= steps == FINE ? 1.42 : 1.9;
    }
    return Colour.step(0, 1, least);
  }
}

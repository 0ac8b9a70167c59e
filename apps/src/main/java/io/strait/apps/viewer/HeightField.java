package io.strait.apps.viewer;

/**
 * The world: a valley with lakes that winds along x, mountains on both sides. Mountains are ridged
 * noise, in which every octave is strong where the one before was: ridges are rough, valleys
 * smooth. A level of detail has the octaves that its posts can carry. Everything repeats after
 * {@link #SIZE}.
 */
final class HeightField {
  /** After how many metres the world repeats. */
  static final int SIZE = 16384;

  /** The lakes' surface. */
  static final double WATER = 200;

  /** No mountain is higher. */
  static final double MOST = 2040;

  /** The longest wave of the mountains, in metres. */
  private static final double WAVE = 4096;

  private static final int RIDGED = 5;
  private static final int OCTAVES = 11;

  private final int seed;
  private final double[] phases = new double[6];

  HeightField(int seed) {
    int state = seed * 0x9e3779b9 + 0x7f4a7c15;
    for (int i = 0; i < phases.length; i++) {
      state = (state ^ state >>> 16) * 0x45d9f3b;
      state = (state ^ state >>> 16) * 0x45d9f3b;
      phases[i] = (state >>> 8) / (double) (1 << 24) * 2 * Math.PI;
    }
    this.seed = state;
  }

  /** Where the middle of the valley is. */
  double valley(double x) {
    double turn = 2 * Math.PI * x / SIZE;
    return 0.5 * SIZE
        + 1150 * StrictMath.sin(turn + phases[0])
        + 520 * StrictMath.sin(2 * turn + phases[1])
        + 230 * StrictMath.sin(4 * turn + phases[2]);
  }

  /** The height of a post. */
  double height(double x, double z, int level) {
    return height(x, z, level, valley(x));
  }

  /**
   * The height of a post.
   *
   * @param valley {@link #valley} at x
   */
  double height(double x, double z, int level, double valley) {
    double bend = 1.0 / 2048;
    double wx = x + 340 * GradientNoise.at(x * bend, z * bend, 7, seed + 101);
    double wz = z + 340 * GradientNoise.at(x * bend + 0.5, z * bend + 0.3, 7, seed + 102);
    double off = z - valley;
    off -= SIZE * Math.rint(off / SIZE);
    double shore = 1 + 0.9 * GradientNoise.at(wx / 1024, wz / 1024, 15, seed + 103);
    double away = Math.clamp((Math.abs(off) / shore - 250) / 2900, 0, 1);
    double rise = away * away * (3 - 2 * away);

    int octaves = OCTAVES - level;
    double sum = 0;
    double weight = 1;
    double amplitude = 1;
    double rough = 0;
    for (int i = 0; i < octaves; i++) {
      double noise = octave(wx, wz, i);
      if (i < RIDGED) {
        double ridge = Math.max(0, 1 - 1.75 * Math.abs(noise));
        ridge *= ridge * weight;
        weight = Math.min(1, 0.3 + 1.6 * ridge);
        sum += ridge * amplitude * (i < 3 ? 1 : 1.9);
      } else {
        rough += noise * amplitude;
      }
      amplitude *= i % 2 == 0 ? 0.5 : 0.7; // waves become 2.8 and 1.4 times shorter in turn
    }
    double mountains = 600 * sum + 900 * rough * (0.25 + weight);
    double floor = GradientNoise.at(x / 2048 + 0.7, z / 2048, 7, seed + 104);
    double hills = GradientNoise.at(wx / 512, wz / 512, 31, seed + 105);
    double low = WATER + 2 + 130 * floor + 34 * hills + 90 * rough;
    double height = low + rise * mountains + 90 * away;
    return Math.clamp(height, 1, MOST);
  }

  /** Every other octave is turned by 45 degrees, which hides the lattices. */
  private double octave(double x, double z, int index) {
    int cells = (SIZE / (int) WAVE) << (index / 2 * 2);
    double scale = cells / (double) SIZE;
    double u = x * scale + 0.37 * index;
    double v = z * scale + 0.61 * index;
    return index % 2 == 0
        ? GradientNoise.at(u, v, cells - 1, seed + index)
        : GradientNoise.at(2 * (u + v), 2 * (v - u), 2 * cells - 1, seed + index);
  }
}

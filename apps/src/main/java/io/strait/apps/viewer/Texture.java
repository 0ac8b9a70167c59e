package io.strait.apps.viewer;

/** A square of clouded noise that joins to itself on all sides, about -1 to 1, read smoothly. */
final class Texture {
  private static final int SIDE = 256;
  private static final double POSITIVE = 1 << 20;

  private final float[] values = new float[SIDE * SIDE];

  Texture(int seed) {
    for (int j = 0; j < SIDE; j++) {
      for (int i = 0; i < SIDE; i++) {
        double sum = 0;
        for (int octave = 0; octave < 5; octave++) {
          int cells = 16 << octave;
          double scale = cells / (double) SIDE;
          double noise =
              GradientNoise.at(i * scale + 0.3, j * scale + 0.7, cells - 1, seed + octave);
          sum += 1.5 * noise / (1 << octave);
        }
        values[j * SIDE + i] = (float) sum;
      }
    }
  }

  /** The value at a point, in texels. */
  double at(double x, double z) {
    double u = x + POSITIVE;
    double v = z + POSITIVE;
    int i = (int) u;
    int j = (int) v;
    double fx = u - i;
    int left = i & SIDE - 1;
    int right = i + 1 & SIDE - 1;
    int low = (j & SIDE - 1) * SIDE;
    int high = (j + 1 & SIDE - 1) * SIDE;
    double near = values[low + left] + fx * (values[low + right] - values[low + left]);
    double far = values[high + left] + fx * (values[high + right] - values[high + left]);
    return near + (v - j) * (far - near);
  }
}

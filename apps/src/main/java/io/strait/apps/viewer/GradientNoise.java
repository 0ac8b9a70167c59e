package io.strait.apps.viewer;

/**
 * Smooth random values on the plane: Perlin's gradient noise, quintic between lattice points, about
 * -0.7 to 0.7, which repeats after a power of two of cells. Bits are equal on every machine.
 */
final class GradientNoise {
  private static final int DIRECTIONS = 256;
  private static final double[] X = new double[DIRECTIONS];
  private static final double[] Z = new double[DIRECTIONS];

  static {
    for (int i = 0; i < DIRECTIONS; i++) {
      X[i] = StrictMath.cos(2 * Math.PI * i / DIRECTIONS);
      Z[i] = StrictMath.sin(2 * Math.PI * i / DIRECTIONS);
    }
  }

  private GradientNoise() {}

  /**
   * The value at a point.
   *
   * @param mask the cells after which it repeats, less 1
   */
  static double at(double x, double z, int mask, int seed) {
    double floorX = Math.floor(x);
    double floorZ = Math.floor(z);
    int ix = (int) floorX;
    int iz = (int) floorZ;
    double u = x - floorX;
    double v = z - floorZ;
    int left = ix & mask;
    int right = (ix + 1) & mask;
    int low = iz & mask;
    int high = (iz + 1) & mask;
    int a = hash(left, low, seed);
    int b = hash(right, low, seed);
    int c = hash(left, high, seed);
    int d = hash(right, high, seed);
    double na = X[a] * u + Z[a] * v;
    double nb = X[b] * (u - 1) + Z[b] * v;
    double nc = X[c] * u + Z[c] * (v - 1);
    double nd = X[d] * (u - 1) + Z[d] * (v - 1);
    double su = u * u * u * (u * (u * 6 - 15) + 10);
    double sv = v * v * v * (v * (v * 6 - 15) + 10);
    double near = na + su * (nb - na);
    double far = nc + su * (nd - nc);
    return near + sv * (far - near);
  }

  private static int hash(int x, int z, int seed) {
    int h = x * 0x27d4eb2d ^ z * 0x165667b1 ^ seed;
    h = (h ^ h >>> 15) * 0x2c1b3c6d;
    h = (h ^ h >>> 12) * 0x297a2d39;
    return (h ^ h >>> 15) & DIRECTIONS - 1;
  }
}

package io.strait.apps;

/**
 * Power spectra of many signals at a time: a sample is a row with one number per signal, and every
 * step of the transform works on whole rows, which the compiler turns into vector instructions.
 *
 * <p>A window of 512 real samples (Hann) is padded with zeros to 2,048, so that the spectrum is
 * smooth, and transformed as 1,024 complex numbers: even samples real, odd ones imaginary, radix 4,
 * decimated in frequency, in place. Of 1,025 frequencies the lowest {@link #FREQUENCIES} are kept.
 * Sines come from {@link StrictMath}: every machine gives the same bits.
 */
final class Spectra {
  /** Samples in a window. */
  static final int WINDOW = 512;

  /** Frequencies of a spectrum: {@code k} stands for {@code k / PADDED} per sample. */
  static final int FREQUENCIES = 601;

  /** Samples with the zeros behind them. */
  static final int PADDED = 2048;

  private static final int SIZE = PADDED / 2;
  private static final int FILLED = WINDOW / 2;

  private final float[] hann = new float[WINDOW];
  private final float[] cos = new float[PADDED];
  private final float[] sin = new float[PADDED];
  private final int[] place = new int[SIZE];
  private final float[][] real;
  private final float[][] imaginary;

  /**
   * @param signals how many there are at a time
   * @param interval between two samples
   */
  Spectra(int signals, double interval) {
    real = new float[SIZE][signals];
    imaginary = new float[SIZE][signals];
    double squares = 0;
    for (int n = 0; n < WINDOW; n++) {
      double weight = 0.5 - 0.5 * StrictMath.cos(2 * Math.PI * (n + 0.5) / WINDOW);
      squares += weight * weight;
    }
    // With this factor the square is a one-sided density. Splitting even from odd halves the sums.
    double factor = 0.5 * StrictMath.sqrt(2 * interval / squares);
    for (int n = 0; n < WINDOW; n++) {
      hann[n] = (float) (factor * (0.5 - 0.5 * StrictMath.cos(2 * Math.PI * (n + 0.5) / WINDOW)));
    }
    for (int k = 0; k < PADDED; k++) {
      cos[k] = (float) StrictMath.cos(2 * Math.PI * k / PADDED);
      sin[k] = (float) -StrictMath.sin(2 * Math.PI * k / PADDED);
    }
    for (int k = 0; k < SIZE; k++) {
      int reversed = 0;
      for (int rest = k, weight = SIZE / 4; weight > 0; rest /= 4, weight /= 4) {
        reversed += rest % 4 * weight;
      }
      place[k] = reversed;
    }
  }

  /** Transforms the window that begins at this sample. */
  void transform(float[][] samples, int from) {
    load(samples, from);
    for (int size = SIZE / 4; size > 1; size /= 4) {
      int part = size / 4;
      int step = PADDED / size;
      for (int p = 0; p < part; p++) {
        for (int base = p; base < SIZE; base += size) {
          butterfly(base, part, p * step);
        }
      }
    }
  }

  /** The first level: only the first quarter is not zero. */
  private void load(float[][] samples, int from) {
    for (int p = 0; p < FILLED; p++) {
      var even = samples[from + 2 * p];
      var odd = samples[from + 2 * p + 1];
      float one = hann[2 * p];
      float other = hann[2 * p + 1];
      for (int r = 0; r < 4; r++) {
        float c = cos[2 * p * r];
        float s = sin[2 * p * r];
        float oneReal = one * c;
        float otherReal = -other * s;
        float oneImaginary = one * s;
        float otherImaginary = other * c;
        var x = real[p + r * FILLED];
        var y = imaginary[p + r * FILLED];
        for (int i = 0; i < x.length; i++) {
          x[i] = even[i] * oneReal + odd[i] * otherReal;
        }
        for (int i = 0; i < y.length; i++) {
          y[i] = even[i] * oneImaginary + odd[i] * otherImaginary;
        }
      }
    }
  }

  private void butterfly(int base, int part, int turn) {
    rows(
        real[base],
        imaginary[base],
        real[base + part],
        imaginary[base + part],
        real[base + 2 * part],
        imaginary[base + 2 * part],
        real[base + 3 * part],
        imaginary[base + 3 * part],
        cos[turn],
        sin[turn],
        cos[2 * turn],
        sin[2 * turn],
        cos[3 * turn],
        sin[3 * turn]);
  }

  private static void rows(
      float[] ar,
      float[] ai,
      float[] br,
      float[] bi,
      float[] cr,
      float[] ci,
      float[] dr,
      float[] di,
      float c1,
      float s1,
      float c2,
      float s2,
      float c3,
      float s3) {
    for (int i = 0; i < ar.length; i++) {
      float sumR = ar[i] + cr[i];
      float sumI = ai[i] + ci[i];
      float differenceR = ar[i] - cr[i];
      float differenceI = ai[i] - ci[i];
      float otherR = br[i] + dr[i];
      float otherI = bi[i] + di[i];
      float turnedR = bi[i] - di[i];
      float turnedI = dr[i] - br[i];
      ar[i] = sumR + otherR;
      ai[i] = sumI + otherI;
      float xr = differenceR + turnedR;
      float xi = differenceI + turnedI;
      br[i] = xr * c1 - xi * s1;
      bi[i] = xr * s1 + xi * c1;
      xr = sumR - otherR;
      xi = sumI - otherI;
      cr[i] = xr * c2 - xi * s2;
      ci[i] = xr * s2 + xi * c2;
      xr = differenceR - turnedR;
      xi = differenceI - turnedI;
      dr[i] = xr * c3 - xi * s3;
      di[i] = xr * s3 + xi * c3;
    }
  }

  /** The density of all signals at frequency {@code k}, of the window that was transformed last. */
  void power(int k, float[] density) {
    var ar = real[place[k]];
    var ai = imaginary[place[k]];
    var br = real[place[(SIZE - k) % SIZE]];
    var bi = imaginary[place[(SIZE - k) % SIZE]];
    float c = cos[k];
    float s = sin[k];
    for (int i = 0; i < density.length; i++) {
      float oddR = ai[i] + bi[i];
      float oddI = br[i] - ar[i];
      float xr = ar[i] + br[i] + c * oddR - s * oddI;
      float xi = ai[i] - bi[i] + c * oddI + s * oddR;
      density[i] = xr * xr + xi * xi;
    }
  }
}

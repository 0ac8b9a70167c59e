package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SpectraTest {
  private static final int SIGNALS = 3;

  /** The sum that defines the transform, in doubles. */
  private static double naive(float[][] samples, int from, int signal, int k, double interval) {
    double real = 0;
    double imaginary = 0;
    double squares = 0;
    for (int n = 0; n < Spectra.WINDOW; n++) {
      double hann = 0.5 - 0.5 * Math.cos(2 * Math.PI * (n + 0.5) / Spectra.WINDOW);
      double angle = 2 * Math.PI * k * n / Spectra.PADDED;
      squares += hann * hann;
      real += hann * samples[from + n][signal] * Math.cos(angle);
      imaginary -= hann * samples[from + n][signal] * Math.sin(angle);
    }
    return 2 * interval * (real * real + imaginary * imaginary) / squares;
  }

  @Test
  void equalsTheSumThatDefinesIt() {
    var random = new Random(1);
    var samples = new float[Spectra.WINDOW + 10][SIGNALS];
    for (var row : samples) {
      for (int i = 0; i < SIGNALS; i++) {
        row[i] = (float) random.nextGaussian() + i;
      }
    }
    var spectra = new Spectra(SIGNALS, 1.5);
    spectra.transform(samples, 7);
    var density = new float[SIGNALS];
    for (int k = 0; k < Spectra.FREQUENCIES; k++) {
      spectra.power(k, density);
      for (int i = 0; i < SIGNALS; i++) {
        double expected = naive(samples, 7, i, k, 1.5);
        assertThat((double) density[i]).isCloseTo(expected, within(1e-3 + 1e-4 * expected));
      }
    }
  }

  @Test
  void whiteNoiseHasAFlatDensity() {
    var random = new Random(2);
    var spectra = new Spectra(100, 0.25);
    var samples = new float[Spectra.WINDOW][100];
    for (var row : samples) {
      for (int i = 0; i < row.length; i++) {
        row[i] = 2 * (float) random.nextGaussian();
      }
    }
    spectra.transform(samples, 0);
    var density = new float[100];
    double sum = 0;
    for (int k = 20; k < 600; k++) {
      spectra.power(k, density);
      for (float d : density) {
        sum += d;
      }
    }
    // Variance 4, spread over 0 to half of 4 samples per unit of time: 4 / 2.
    assertThat(sum / 58_000).isCloseTo(2, within(0.05));
  }
}

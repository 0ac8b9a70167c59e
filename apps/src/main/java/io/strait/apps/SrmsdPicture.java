package io.strait.apps;

import java.awt.Color;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.FloatBuffer;

/** Shows how the stored signal decays, and that it does so slowest at a medium noise level. */
final class SrmsdPicture {
  private static final double WEAKEST = 1;
  private static final double STRONGEST = 500;
  private static final int[] SHOWN = {0, 2, 4, 7, 12};

  private final FloatBuffer mean;
  private final Canvas canvas = new Canvas(1240, 430);

  private SrmsdPicture(FloatBuffer mean) {
    this.mean = mean;
  }

  static byte[] draw(FloatBuffer mean, int conditions) throws IOException {
    var picture = new SrmsdPicture(mean);
    int best = picture.best();
    picture.decay(new Rectangle(60, 70, 320, 300), best);
    picture.spectrum(new Rectangle(470, 70, 320, 300), best);
    picture.resonance(new Rectangle(880, 70, 320, 300));
    picture.canvas.words(
        "Stochastic resonant memory: mean of %d initial conditions".formatted(conditions),
        60,
        26,
        0,
        17,
        Color.BLACK);
    return picture.canvas.png();
  }

  /** The density on a logarithmic scale from 0 to 1. */
  private double shade(int frequency, int window, int level) {
    double density = mean.get(Srmsd.index(frequency, window, level));
    return Math.log(density / WEAKEST) / Math.log(STRONGEST / WEAKEST);
  }

  /** The level at which most is left some time after the stimulus. */
  private int best() {
    int best = 0;
    for (int level = 1; level < Srmsd.LEVELS; level++) {
      if (left(level) > left(best)) {
        best = level;
      }
    }
    return best;
  }

  private double left(int level) {
    double sum = 0;
    for (int window = Srmsd.LAST_STIMULATED + 4; window < Srmsd.LAST_STIMULATED + 12; window++) {
      sum += mean.get(Srmsd.index(Srmsd.STIMULUS, window, level));
    }
    return sum;
  }

  private void decay(Rectangle area, int best) {
    canvas.map(
        area, (x, y) -> shade(Srmsd.STIMULUS, cell(x, Srmsd.WINDOWS), cell(y, Srmsd.LEVELS)));
    timeAxis(area);
    for (int level = 9; level < Srmsd.LEVELS; level += 10) {
      left(area, (level + 0.5) / Srmsd.LEVELS, "%.2f".formatted(Srmsd.noise(level)));
    }
    titles(area, "signal by noise D", "periods after the stimulus");
    canvas.words(
        "D = %.3f keeps it best".formatted(Srmsd.noise(best)),
        area.x + area.width - 6,
        area.y + 16,
        1,
        12,
        Color.WHITE);
  }

  private void spectrum(Rectangle area, int level) {
    canvas.map(area, (x, y) -> shade(cell(y, Srmsd.FREQUENCIES), cell(x, Srmsd.WINDOWS), level));
    timeAxis(area);
    for (int harmonic = 1; harmonic < 10; harmonic += 2) {
      left(area, (double) harmonic * Srmsd.STIMULUS / Srmsd.FREQUENCIES, harmonic + " f");
    }
    titles(
        area, "spectrum at D = %.3f".formatted(Srmsd.noise(level)), "periods after the stimulus");
  }

  private void resonance(Rectangle area) {
    for (int i = 0; i < SHOWN.length; i++) {
      int window = Srmsd.LAST_STIMULATED + SHOWN[i];
      double color = i * 0.85 / SHOWN.length;
      canvas.line(
          area,
          Srmsd.LEVELS,
          x -> Math.clamp(shade(Srmsd.STIMULUS, window, (int) Math.round(x * 30)), 0, 1),
          color);
      double y = shade(Srmsd.STIMULUS, window, Srmsd.LEVELS / 3);
      canvas.words(
          "%.0f".formatted(Srmsd.time(window)),
          area.x + area.width * 0.33,
          area.y + (1 - y) * area.height - 4,
          0.5,
          12,
          Color.BLACK);
    }
    canvas.frame(area);
    for (int level = 9; level < Srmsd.LEVELS; level += 10) {
      canvas.words(
          "%.2f".formatted(Srmsd.noise(level)),
          area.x + area.width * level / (Srmsd.LEVELS - 1.0),
          area.y + area.height + 18,
          0.5,
          12,
          Color.BLACK);
    }
    for (int density = 1; density <= 100; density *= 10) {
      left(area, Math.log(density / WEAKEST) / Math.log(STRONGEST / WEAKEST), "" + density);
    }
    titles(area, "signal, so many periods after the stimulus", "noise D");
  }

  private void timeAxis(Rectangle area) {
    double first = Srmsd.time(0);
    double last = Srmsd.time(Srmsd.WINDOWS - 1);
    canvas.upright(area, place(0, first, last), Color.WHITE);
    for (int time = -20; time < last; time += 20) {
      canvas.words(
          "" + time,
          area.x + place(time, first, last) * area.width,
          area.y + area.height + 18,
          0.5,
          12,
          Color.BLACK);
    }
  }

  /** Where a time is on an axis whose first and last windows are as wide as the others. */
  private static double place(double time, double first, double last) {
    return ((time - first) / (last - first) * (Srmsd.WINDOWS - 1) + 0.5) / Srmsd.WINDOWS;
  }

  private void left(Rectangle area, double y, String words) {
    canvas.words(words, area.x - 6, area.y + (1 - y) * area.height + 4, 1, 12, Color.BLACK);
  }

  private void titles(Rectangle area, String above, String below) {
    canvas.words(above, area.x, area.y - 10, 0, 14, Color.BLACK);
    canvas.words(below, area.x + area.width / 2.0, area.y + area.height + 40, 0.5, 13, Color.BLACK);
  }

  private static int cell(double x, int cells) {
    return Math.min((int) (x * cells), cells - 1);
  }
}

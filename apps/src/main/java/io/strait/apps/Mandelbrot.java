package io.strait.apps;

import io.strait.farm.task.Farm;
import io.strait.farm.task.Results;
import io.strait.kind.code.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * The Mandelbrot set, a strip of rows per task, joined to {@code mandelbrot.png}. Settings: {@code
 * width}, {@code height}, the {@code x}, {@code y} of the middle, the {@code span} of the width,
 * and the most {@code steps} per pixel. The image does not depend on the number of tasks.
 */
public final class Mandelbrot implements Farm {
  private static final double FAR = 1 << 16;
  private static final double LOG_2 = StrictMath.log(2);

  private Strips strips = new Strips(1, 1, 1);
  private double x;
  private double y;
  private double span = 1;
  private int most;

  @Override
  public void begin(Settings settings) {
    int width = settings.whole("width", 800, 1, 20_000);
    int height = settings.whole("height", 600, 1, 20_000);
    strips = new Strips(width, height, settings.tasks());
    x = settings.number("x", -0.65, -4, 4);
    y = settings.number("y", 0, -4, 4);
    span = settings.number("span", 3.2, 1e-12, 8);
    most = settings.whole("steps", 500, 1, 1_000_000);
  }

  /** In words, for whoever looks at what is sent. */
  @Override
  public byte[] input(int task) {
    var text = "rows %d to %d".formatted(strips.first(task), strips.first(task + 1) - 1);
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public byte[] compute(int task, byte[] input) throws InterruptedException {
    int width = strips.width();
    var pixels = new byte[3 * width * strips.rows(task)];
    int at = 0;
    for (int row = strips.first(task); row < strips.first(task + 1); row++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      double b = y - (row + 0.5 - strips.height() / 2.0) * span / width;
      for (int column = 0; column < width; column++) {
        int rgb = color(escape(x + (column + 0.5 - width / 2.0) * span / width, b, most));
        pixels[at++] = (byte) (rgb >> 16);
        pixels[at++] = (byte) (rgb >> 8);
        pixels[at++] = (byte) rgb;
      }
    }
    return pixels;
  }

  /** After how many steps a point has gone, with a fraction; -1 if it has not after the most. */
  static double escape(double a, double b, int most) {
    double left = a - 0.25;
    double square = left * left + b * b;
    if (square * (square + left) <= 0.25 * b * b || (a + 1) * (a + 1) + b * b <= 0.0625) {
      return -1; // within the large heart or the disk beside it
    }
    double u = 0;
    double v = 0;
    for (int step = 0; step < most; step++) {
      double uu = u * u;
      double vv = v * v;
      if (uu + vv > FAR) {
        return step - StrictMath.log(0.5 * StrictMath.log(uu + vv)) / LOG_2 + 3;
      }
      v = 2 * u * v + b;
      u = uu - vv + a;
    }
    return -1;
  }

  /** Black inside; outside, waves of red, green and blue of different lengths. */
  private static int color(double escape) {
    if (escape < 0) {
      return 0;
    }
    double at = StrictMath.sqrt(Math.max(escape, 0));
    return wave(0.9 * at + 3.4) << 16 | wave(0.85 * at + 2.7) << 8 | wave(0.8 * at + 1.7);
  }

  private static int wave(double at) {
    return (int) (127.5 + 127.5 * StrictMath.cos(at));
  }

  @Override
  public void finish(Results results) throws IOException {
    Files.write(results.folder().resolve("mandelbrot.png"), Canvas.png(strips.join(results)));
  }
}

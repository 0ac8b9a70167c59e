package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MandelbrotTest {
  private static final String SETTINGS = "width: 96, height: 71, steps: 300";

  @TempDir Path folder;

  private BufferedImage image(int tasks, String with) throws Exception {
    var bench = Bench.of(Mandelbrot.class, tasks, with);
    List<byte[]> strips = IntStream.range(0, tasks).mapToObj(bench::compute).toList();
    bench.finish(new Given(tasks, new byte[0], strips, folder));
    return ImageIO.read(folder.resolve("mandelbrot.png").toFile());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 71, 100})
  void isTheSameWhateverTheNumberOfTasks(int tasks) throws Exception {
    image(1, SETTINGS);
    var whole = Files.readAllBytes(folder.resolve("mandelbrot.png"));
    image(tasks, SETTINGS);
    assertThat(folder.resolve("mandelbrot.png")).hasBinaryContent(whole);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 0", "0.25, 0", "-2, 0", "-0.75, 0", "-0.1, 0.75", "0, 1", "-1.25, 0"})
  void pointsInside(double a, double b) {
    assertThat(Mandelbrot.escape(a, b, 10_000)).isEqualTo(-1);
    assertThat(Mandelbrot.escape(a, -b, 10_000)).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({"0.26, 0", "-2.001, 0", "1, 0", "0, 1.01", "-0.75, 0.1", "0.5, 0.6"})
  void pointsOutside(double a, double b) {
    assertThat(Mandelbrot.escape(a, b, 10_000)).isPositive();
    assertThat(Mandelbrot.escape(a, -b, 10_000)).isEqualTo(Mandelbrot.escape(a, b, 10_000));
  }

  /** Near -0.75 the steps count pi: with distance d, steps x d goes to pi. */
  @Test
  void countsPiAtTheNeck() {
    assertThat(Mandelbrot.escape(-0.75, 0.001, 10_000) * 0.001).isBetween(3.13, 3.16);
  }

  @Test
  void theImageIsSymmetricAndBlackInTheMiddle() throws Exception {
    var image = image(5, "width: 60, height: 40, steps: 200");
    assertThat(image.getRGB(30, 20) & 0xffffff).isZero();
    assertThat(image.getRGB(0, 0) & 0xffffff).isNotZero();
    for (int x = 0; x < 60; x++) {
      for (int y = 0; y < 20; y++) {
        assertThat(image.getRGB(x, y)).isEqualTo(image.getRGB(x, 39 - y));
      }
    }
  }
}

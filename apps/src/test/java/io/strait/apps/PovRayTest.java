package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("real")
class PovRayTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("strait.root"), "examples", "povray");
  private static final int WIDTH = 120;
  private static final int HEIGHT = 75;

  @TempDir Path folder;

  @BeforeAll
  static void needsPovray() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "povray"))),
        "skipped: no povray (Debian: apt-get install povray)");
  }

  private BufferedImage joined(int tasks) throws IOException {
    var bench =
        Bench.of(
            PovRay.class,
            tasks,
            "width: %d, height: %d".formatted(WIDTH, HEIGHT),
            ", files: [scene.pov]",
            EXAMPLE);
    List<byte[]> strips = IntStream.range(0, tasks).parallel().mapToObj(bench::compute).toList();
    bench.finish(new Given(tasks, new byte[0], strips, folder));
    return ImageIO.read(folder.resolve("povray.png").toFile());
  }

  /** The same picture by POV-Ray alone, as PPM. */
  private byte[] whole() throws Exception {
    var image = folder.resolve("whole.ppm");
    var process =
        new ProcessBuilder(
                "povray",
                "+I" + EXAMPLE.resolve("scene.pov"),
                "+O" + image,
                "+W" + WIDTH,
                "+H" + HEIGHT,
                "+FP8",
                "-D",
                "+A0.1",
                "+AM2",
                "+R2",
                "-J")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("messages").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    var bytes = Files.readAllBytes(image);
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
        .startsWith("P6")
        .contains("\n%d %d\n255\n".formatted(WIDTH, HEIGHT));
    return bytes;
  }

  @Test
  void stripsAreThePictureThatPovRayMakesAlone() throws Exception {
    var whole = whole();
    var image = joined(11);
    assertThat(image.getWidth()).isEqualTo(WIDTH);
    assertThat(image.getHeight()).isEqualTo(HEIGHT);
    int at = whole.length - 3 * WIDTH * HEIGHT;
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++, at += 3) {
        int rgb = (whole[at] & 255) << 16 | (whole[at + 1] & 255) << 8 | (whole[at + 2] & 255);
        assertThat(image.getRGB(x, y) & 0xffffff).as("pixel %d, %d", x, y).isEqualTo(rgb);
      }
    }
  }

  @Test
  void aWrongSceneIsSaid() throws IOException {
    Files.writeString(folder.resolve("bad.pov"), "sphere { oops }");
    var bench =
        Bench.of(PovRay.class, 1, "scene: bad.pov", ", files: [bad.pov], retries: 0", folder);
    assertThatThrownBy(() -> bench.compute(0))
        .hasMessageContaining("povray ended with code 1")
        .hasMessageContaining("Parse Error");
  }
}

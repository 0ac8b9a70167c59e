package io.strait.farm.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.InputException;
import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttPlot;
import io.strait.view.page.TimeAxis;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FarmGanttTest {
  @TempDir Path folder;

  private Path write(String name, Farms farm) throws IOException {
    var file = folder.resolve(name);
    double makespan = farm.outcome().makespan();
    var gantt = new FarmLanes(farm.trace()).gantt("A <farm> & more", makespan);
    GanttPlot.write(file, gantt, farm.recording(), makespan);
    return file;
  }

  /** How many pixels there are of every colour. */
  private static Map<Integer, Integer> colors(BufferedImage picture) {
    var colors = new HashMap<Integer, Integer>();
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        colors.merge(picture.getRGB(x, y) & 0xffffff, 1, Integer::sum);
      }
    }
    return colors;
  }

  @Test
  void aFewWorkersHaveALineEach() throws IOException {
    var farm = Farms.small();
    var picture = ImageIO.read(write("small.png", farm).toFile());
    assertThat(picture.getWidth()).isEqualTo(1200);
    assertThat(picture.getHeight()).isBetween(250, 450);
    var colors = colors(picture);
    for (var state :
        List.of(FarmTrace.COMPUTE, FarmTrace.TASK, FarmTrace.RESULT, FarmTrace.PROCESS)) {
      assertThat(colors.get(state.color())).as(state.name()).isGreaterThan(300);
    }
    assertThat(colors.get(GanttColors.IDLE.getRGB() & 0xffffff)).isGreaterThan(5000);
    assertThat(colors).doesNotContainKey(FarmTrace.ABORTED.color());
  }

  @Test
  void theShareOfBlueIsThatOfWork() throws IOException {
    var farm = Farms.small();
    var colors = colors(ImageIO.read(write("small.png", farm).toFile()));
    double busy = 0;
    for (double seconds : farm.outcome().busyOf()) {
      busy += seconds;
    }
    double line = 964 * 17; // pixels of one core's line
    double expected = line * busy / farm.outcome().makespan();
    assertThat(colors.get(FarmTrace.COMPUTE.color()))
        .isBetween((int) (0.9 * expected), (int) (1.05 * expected));
  }

  @Test
  void failuresAreMarked() throws IOException {
    var colors = colors(ImageIO.read(write("failing.png", Farms.failing()).toFile()));
    assertThat(colors.get(FarmTrace.ABORTED.color())).isGreaterThan(300);
    assertThat(colors.get(FarmTrace.LOST.color())).isGreaterThan(40);
  }

  @Test
  void aThousandWorkersAreBands() throws Exception {
    var farm = Farms.large(6, 1000, 20_000);
    var svg = write("large.svg", farm);
    var png = write("large.png", farm);
    farm.written(folder.resolve("large.json"));
    farm.written(folder.resolve("large.paje"));
    assertThat(Files.size(svg)).isLessThan(500_000);
    var picture = ImageIO.read(png.toFile());
    assertThat(picture.getHeight()).isBetween(500, 1400);
    assertThat(colors(picture).get(FarmTrace.COMPUTE.color())).isGreaterThan(100_000);
  }

  @Test
  void picturesStaySmall() throws Exception {
    for (var farm :
        new Farms[] {
          Farms.large(1, 60, 20_000), Farms.large(16, 60, 20_000), Farms.large(80, 800, 20_000)
        }) {
      var svg = write("farm.svg", farm);
      assertThat(Files.size(svg)).isLessThan(2_000_000);
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      var root = factory.newDocumentBuilder().parse(svg.toFile()).getDocumentElement();
      assertThat(root.getAttribute("width")).isEqualTo("1200px");
      assertThat(Integer.parseInt(root.getAttribute("height").replace("px", "")))
          .isBetween(400, 1400);
      assertThat(root.getTextContent()).contains("A <farm> & more", "computing", "time in ");
      assertThat(ImageIO.read(write("farm.png", farm).toFile()).getHeight()).isLessThan(1401);
    }
  }

  @Test
  void nothingToShowIsAPictureToo() throws IOException {
    assertThat(Files.size(write("none.svg", Farms.large(1, 1, 0)))).isGreaterThan(1000);
    assertThat(Files.size(write("none.png", Farms.large(1, 1, 0)))).isGreaterThan(1000);
  }

  @Test
  void namesSayTheFormat() {
    var farm = Farms.small();
    assertThatThrownBy(() -> write("farm.gif", farm))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected a .svg or .png file");
    assertThatThrownBy(() -> farm.written(folder.resolve("farm.txt")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("farm.txt' is not a trace, expected a .json file");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void ticksAreRoundNumbers() {
    assertThat(labels(7)).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
    assertThat(new TimeAxis(7, 0, 100).unit()).isEqualTo("s");
    assertThat(labels(8 * 3600)).contains("0", "1", "8");
    assertThat(labels(90 * 60))
        .containsExactly("0", "10", "20", "30", "40", "50", "60", "70", "80", "90");
    assertThat(new TimeAxis(100 * 86400, 0, 100).unit()).isEqualTo("d");
    assertThat(labels(100 * 86400)).contains("10", "100");
    assertThat(labels(2e-9)).hasSizeBetween(3, 13);
    assertThat(labels(1e12)).hasSizeBetween(3, 13).contains("10000000");
  }

  private static List<String> labels(double span) {
    return new TimeAxis(span, 0, 100).ticks().stream().map(TimeAxis.Tick::label).toList();
  }
}

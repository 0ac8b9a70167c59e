package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.code.Settings;
import io.strait.program.run.Program;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ViewerTest {
  private static final int WIDTH = 61;
  private static final int HEIGHT = 40;

  @TempDir Path folder;

  private static Map<String, String> with(String... more) {
    var with = new HashMap<String, String>();
    with.put("width", Integer.toString(WIDTH));
    with.put("height", Integer.toString(HEIGHT));
    with.put("quality", "1");
    with.put("frames", "0");
    for (int i = 0; i < more.length; i += 2) {
      with.put(more[i], more[i + 1]);
    }
    return with;
  }

  @ParameterizedTest
  @CsvSource({"1, rgb", "2, palette", "-77, rgb"})
  void framesAreTheSameHoweverTheyAreCut(String seed, String colours) throws Exception {
    var with = with("seed", seed, "colours", colours, "quality", "2");
    var whole = Rehearsal.of(with, 1).run(2, folder);
    assertThat(whole.getFirst()).hasSize(WIDTH * HEIGHT * (colours.equals("rgb") ? 3 : 1));
    for (int parts : new int[] {2, 3, 6}) {
      assertThat(Rehearsal.of(with, parts).run(2, folder)).containsExactlyElementsOf(whole);
    }
    var unequal = new Rehearsal(with, new double[] {0.07, 0.071, 0.4, 0.93, 1}, frame -> frame);
    assertThat(unequal.run(2, folder)).containsExactlyElementsOf(whole);
  }

  /** The bits of a frame, which every machine computes alike. */
  @Test
  void aFrameIsTheSameEverywhere() throws Exception {
    var check = new CRC32();
    check.update(Rehearsal.of(with(), 1).run(3, folder).getLast());
    assertThat(check.getValue()).isEqualTo(455082479L);
  }

  @Test
  void seedsMakeWorlds() throws Exception {
    var one = Rehearsal.of(with("seed", "1"), 1).run(1, folder).getFirst();
    assertThat(Rehearsal.of(with("seed", "1"), 1).run(1, folder).getFirst()).isEqualTo(one);
    assertThat(difference(one, Rehearsal.of(with("seed", "2"), 1).run(1, folder).getFirst()))
        .isGreaterThan(8);
  }

  /** With terrain that is late or never comes, the view is blurred, but it is all there. */
  @Test
  void lateTerrainLeavesNoHoles() throws Exception {
    var punctual = Rehearsal.of(with(), 1).run(11, folder);
    List<LongUnaryOperator> late =
        List.of(frame -> -1, frame -> frame / 5 * 5 - 1, frame -> frame < 6 ? -1 : frame);
    for (var arrived : late) {
      var shares = new double[] {0.5, 1};
      var frames =
          new Rehearsal(with(), shares, frame -> Math.max(-1, arrived.applyAsLong(frame)))
              .run(11, folder);
      for (int i = 0; i < frames.size(); i++) {
        assertThat(black(frames.get(i))).isZero();
        assertThat(difference(frames.get(i), punctual.get(i))).isLessThan(10);
      }
    }
  }

  /** A tracer that missed messages gets their tiles with later ones. */
  @Test
  void whatWasMissedComesAgain() throws Exception {
    var with = with("tiles", "64", "speed", "1");
    int units = 13;
    var punctual = Rehearsal.of(with, 1).run(units, folder);
    var missed =
        new Rehearsal(with, new double[] {1}, frame -> frame < 4 ? -1 : frame).run(units, folder);
    assertThat(missed.get(3)).isNotEqualTo(punctual.get(3));
    assertThat(missed.getLast()).isEqualTo(punctual.getLast());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rgb", "palette"})
  void writesPicturesWorthLookingAt(String colours) throws Exception {
    var with = with("colours", colours, "frames", "2", "width", "96", "height", "72");
    Rehearsal.of(with, 3).run(5, folder);
    var frames = folder.resolve("frames");
    for (var name : List.of("00000.png", "00002.png", "00004.png")) {
      var image = ImageIO.read(frames.resolve(name).toFile());
      assertThat(image.getWidth()).isEqualTo(96);
      assertThat(image.getHeight()).isEqualTo(72);
      double[] sky = statistics(image, 0, 8);
      double[] ground = statistics(image, 36, 72);
      assertThat(sky[0]).as("light").isGreaterThan(ground[0] + 20);
      assertThat(ground[1]).as("contrast").isGreaterThan(15);
    }
    try (var files = Files.list(frames)) {
      assertThat(files).hasSize(3);
    }
  }

  /** The mean and the standard deviation of the brightness of some rows. */
  private static double[] statistics(BufferedImage image, int from, int to) {
    double sum = 0;
    double squares = 0;
    int count = image.getWidth() * (to - from);
    for (int y = from; y < to; y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y);
        int bright = ((rgb >> 16 & 0xff) + (rgb >> 8 & 0xff) + (rgb & 0xff)) / 3;
        sum += bright;
        squares += bright * bright;
      }
    }
    double mean = sum / count;
    return new double[] {mean, Math.sqrt(squares / count - mean * mean)};
  }

  private static double difference(byte[] a, byte[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += Math.abs((a[i] & 0xff) - (b[i] & 0xff));
    }
    return sum / a.length;
  }

  private static int black(byte[] rgb) {
    int count = 0;
    for (int i = 0; i < rgb.length; i += 3) {
      count += rgb[i] == 0 && rgb[i + 1] == 0 && rgb[i + 2] == 0 ? 1 : 0;
    }
    return count;
  }

  @Test
  void writesNothingWhenNoFramesAreWanted() throws Exception {
    Rehearsal.of(with(), 2).run(2, folder);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void runsInOneThreadAndMeasures() throws Exception {
    var sequential = Viewer.sequential(Settings.of(with("frames", "1")), 4, folder);
    assertThat(sequential.calculations())
        .extracting(cost -> cost.calculation() + " " + cost.bytes())
        .containsExactly("terrain 65732", "trace " + WIDTH * HEIGHT * 3, "display 0");
    assertThat(sequential.calculations())
        .allSatisfy(cost -> assertThat(cost.cpu()).isBetween(0.0, 1.0));
    assertThat(sequential.seconds()).isPositive();
    assertThat(folder.resolve("frames/00003.png")).isNotEmptyFile();
  }

  @Test
  void moreWorkChangesNoPixel() throws Exception {
    var more = with("trace-work", "2", "terrain-work", "3", "display-work", "2");
    assertThat(Rehearsal.of(more, 2).run(2, folder))
        .containsExactlyElementsOf(Rehearsal.of(with(), 2).run(2, folder));
  }

  @ParameterizedTest
  @CsvSource({
    "width, 7, a whole number from 8 to 8192",
    "quality, 9, a whole number from 1 to 8",
    "colours, grey, 'one of: rgb, palette'",
    "frames, -1, a whole number from 0 to 1000000",
    "page, http, a whole number from 0 to 65535",
    "speed, fast, a number from 0.0 to 1000.0",
    "trace-work, 0, a whole number from 1 to 10000"
  })
  void refusesWrongSettings(String key, String value, String expected) {
    assertThatThrownBy(() -> new Viewer().configure(Settings.of(Map.of(key, value))))
        .isInstanceOf(Settings.WrongSetting.class)
        .hasMessage("%s is '%s', expected %s".formatted(key, value, expected));
  }

  @Test
  void refusesOtherCalculations() {
    assertThatThrownBy(
            () ->
                new Viewer().open(new Program.Place("sound", 0, 1, 0, 1, 1, 0, folder, line -> {})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the viewer has no calculation 'sound', expected one of: terrain, trace, display");
    assertThatThrownBy(
            () ->
                new Viewer()
                    .open(new Program.Place("display", 0, 2, 0, 0.5, 1, 0, folder, line -> {})))
        .hasMessage("the viewer's display is cut into 2 parts, expected 1");
  }
}

package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Element;
import io.strait.stencil.plan.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PicturesTest {
  private static final Scale INK = new Scale(0, 1, Scale.Colours.INK);

  @TempDir Path folder;

  private static MemorySegment field(FieldShape shape, Element type) {
    var field = shape.allocate(Arena.ofAuto());
    var rect = shape.inside();
    for (int x = rect.x0(); x < rect.x1(); x++) {
      for (int y = rect.y0(); y < rect.y1(); y++) {
        Cells.set(field, type, shape.at(x, y), 100 * x + y);
      }
    }
    return field;
  }

  /** Two parts of a domain of 7 x 5 cells, each with its own memory. */
  @ParameterizedTest
  @EnumSource(Element.class)
  void aRawFileHasColumnAfterColumnLowestByteFirst(Element type) throws Exception {
    var path = folder.resolve("cells.raw");
    try (var file = RawFile.create(path, type, 5)) {
      for (var rect : List.of(new Rect(3, 0, 7, 5), new Rect(0, 0, 3, 2), new Rect(0, 2, 3, 5))) {
        var shape = new FieldShape(rect, 1, type.bytes());
        file.put(rect, field(shape, type), shape.origin(), shape.stride());
      }
      assertThat(path).doesNotExist();
      file.finish();
    }
    var bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.limit()).isEqualTo(7 * 5 * type.bytes());
    for (int x = 0; x < 7; x++) {
      for (int y = 0; y < 5; y++) {
        double value =
            switch (type) {
              case DOUBLE -> bytes.getDouble();
              case FLOAT -> bytes.getFloat();
              case INT -> bytes.getInt();
              case LONG -> bytes.getLong();
            };
        assertThat(value).isEqualTo(100 * x + y);
      }
    }
  }

  @Test
  void whatIsNotFinishedIsRemoved() throws Exception {
    try (var file = RawFile.create(folder.resolve("cells.raw"), Element.INT, 5)) {
      assertThat(file).isNotNull();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 2, 192, 128",
    "300, 300, 600, 600",
    "700, 100, 700, 100",
    "1200, 5, 1200, 20",
    "2500, 1000, 834, 334",
    "100, 1, 600, 16"
  })
  void sizesSuitTheEye(int columns, int rows, int width, int height) throws Exception {
    var shape = new FieldShape(new Rect(0, 0, columns, rows), 1, 4);
    var frame = new PictureFrame(Element.INT, columns, rows);
    frame.put(shape.inside(), shape.allocate(Arena.ofAuto()), shape.origin(), shape.stride());
    frame.write(folder.resolve("a.png"), INK);
    var image = ImageIO.read(folder.resolve("a.png").toFile());
    assertThat(image.getWidth()).isEqualTo(width);
    assertThat(image.getHeight()).isEqualTo(height);
    assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff);
  }

  @Test
  void xGoesRightAndYDown() throws Exception {
    var shape = new FieldShape(new Rect(0, 0, 3, 2), 1, 4);
    var field = shape.allocate(Arena.ofAuto());
    Cells.set(field, Element.INT, shape.at(2, 0), 1);
    var frame = new PictureFrame(Element.INT, 3, 2);
    frame.put(new Rect(0, 0, 2, 2), field, shape.origin(), shape.stride());
    frame.put(new Rect(2, 0, 3, 2), field, shape.origin(), shape.stride());
    frame.write(folder.resolve("a.png"), INK);
    var image = ImageIO.read(folder.resolve("a.png").toFile());
    assertThat(image.getRGB(191, 0)).isEqualTo(0xff000000);
    assertThat(image.getRGB(128, 63)).isEqualTo(0xff000000);
    assertThat(image.getRGB(127, 0)).isEqualTo(0xffffffff);
    assertThat(image.getRGB(191, 64)).isEqualTo(0xffffffff);
  }

  /** 2 x 2 cells become a pixel, and one at the edge is half a square. */
  @Test
  void aPixelOfALargeDomainIsAMean() throws Exception {
    var shape = new FieldShape(new Rect(0, 0, 2399, 2), 1, 8);
    var field = shape.allocate(Arena.ofAuto());
    Cells.set(field, Element.DOUBLE, shape.at(0, 1), 1);
    Cells.set(field, Element.DOUBLE, shape.at(2398, 0), 1);
    var frame = new PictureFrame(Element.DOUBLE, 2399, 2);
    frame.put(shape.inside(), field, shape.origin(), shape.stride());
    frame.write(folder.resolve("a.png"), INK);
    var image = ImageIO.read(folder.resolve("a.png").toFile());
    assertThat(image.getRGB(0, 0) & 0xff).isEqualTo(191);
    assertThat(image.getRGB(1199, 0) & 0xff).isEqualTo(128);
  }

  /** Luminance of the screen's colours grows with every step, and so does Oklab's lightness. */
  @Test
  void heatIsBrighterStepByStep() {
    double before = -1;
    for (int i = 0; i <= 50; i++) {
      int rgb = HeatColours.of(i / 50.0);
      double now = 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
      assertThat(now).isGreaterThan(before);
      before = now;
    }
    assertThat(before).isGreaterThan(0.85);
  }

  private static double linear(int part) {
    return Math.pow(((part & 255) / 255.0 + 0.055) / 1.055, 2.4);
  }

  @Test
  void whatIsNotANumberIsGrey() {
    assertThat(INK.colour(Double.NaN, 0, 1)).isEqualTo(0x808080);
    assertThat(INK.colour(5, 0, 1)).isZero();
    assertThat(Scale.UNKNOWN.colour(3, 3, 7)).isEqualTo(HeatColours.of(0));
    assertThat(Scale.UNKNOWN.colour(7, 3, 7)).isEqualTo(HeatColours.of(1));
  }
}

package io.strait.view;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.strait.model.text.InputException;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** A picture that somebody paints, as a file of either kind. */
public final class Picture {
  private Picture() {}

  /** The bytes of a {@code .svg} or {@code .png}, see {@link #check}. */
  public static byte[] of(Path file, int width, int height, Consumer<Graphics2D> painter)
      throws IOException {
    System.setProperty("java.awt.headless", "true");
    boolean vector = file.toString().toLowerCase(Locale.ROOT).endsWith(".svg");
    return vector ? svg(width, height, painter) : png(width, height, painter);
  }

  private static byte[] png(int width, int height, Consumer<Graphics2D> painter)
      throws IOException {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    var graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    painter.accept(graphics);
    graphics.dispose();
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  private static byte[] svg(int width, int height, Consumer<Graphics2D> painter)
      throws IOException {
    var graphics = new VectorGraphics2D();
    painter.accept(graphics);
    var document =
        new SVGProcessor().getDocument(graphics.getCommands(), new PageSize(0, 0, width, height));
    var out = new ByteArrayOutputStream();
    document.writeTo(out);
    // The library names this machine's font alone, and no size where it is 12.
    return out.toString(StandardCharsets.UTF_8)
        .replaceFirst("<svg ", "<svg font-size=\"12px\" ")
        .replaceAll("font-family:&quot;([^&]*)&quot;", "font-family:'$1',Verdana,sans-serif")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Refuses a file that would not be a picture, before any work is done. */
  public static void check(Path file) {
    var name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".svg") && !name.endsWith(".png")) {
      throw new InputException(
          "--plot '%s' is not a picture, expected a .svg or .png file".formatted(file));
    }
  }
}

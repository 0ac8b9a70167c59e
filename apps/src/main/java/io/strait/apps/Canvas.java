package io.strait.apps;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import javax.imageio.ImageIO;

/** A small drawing: maps of colours, lines, words. */
final class Canvas {
  private static final int[] COLORS = {0x0b0724, 0x3b0f70, 0x8c2981, 0xde4968, 0xfe9f6d, 0xfcfdbf};

  private final BufferedImage image;
  private final Graphics2D graphics;

  Canvas(int width, int height) {
    System.setProperty("java.awt.headless", "true");
    image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
  }

  /**
   * Colours a rectangle.
   *
   * @param value of a point, both from 0 to 1, y upwards; 0 is dark, 1 is bright
   */
  void map(Rectangle area, DoubleBinaryOperator value) {
    for (int y = 0; y < area.height; y++) {
      for (int x = 0; x < area.width; x++) {
        double v = value.applyAsDouble((x + 0.5) / area.width, 1 - (y + 0.5) / area.height);
        image.setRGB(area.x + x, area.y + y, color(v));
      }
    }
  }

  /** A line through {@code points} points, in the colour of a value. */
  void line(Rectangle area, int points, DoubleUnaryOperator y, double color) {
    var path = new Path2D.Double();
    for (int i = 0; i < points; i++) {
      double x = i / (points - 1.0);
      double px = area.x + x * area.width;
      double py = area.y + (1 - y.applyAsDouble(x)) * area.height;
      if (i == 0) {
        path.moveTo(px, py);
      } else {
        path.lineTo(px, py);
      }
    }
    graphics.setStroke(new BasicStroke(2));
    graphics.setColor(new Color(color(color)));
    graphics.draw(path);
  }

  /** A frame around a rectangle. */
  void frame(Rectangle area) {
    graphics.setStroke(new BasicStroke(1));
    graphics.setColor(Color.GRAY);
    graphics.drawRect(area.x, area.y, area.width, area.height);
  }

  /** A thin upright line from bottom to top. */
  void upright(Rectangle area, double x, Color color) {
    graphics.setStroke(new BasicStroke(1));
    graphics.setColor(color);
    int at = area.x + (int) Math.round(x * area.width);
    graphics.drawLine(at, area.y, at, area.y + area.height);
  }

  /**
   * Words, where the machine has letters; a picture without them is better than none.
   *
   * @param align where the given place is: 0 left of them, 0.5 in their middle, 1 right of them
   */
  void words(String words, double x, double y, double align, int size, Color color) {
    try {
      graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
      graphics.setColor(color);
      double width = graphics.getFontMetrics().stringWidth(words);
      graphics.drawString(words, (float) (x - align * width), (float) y);
    } catch (RuntimeException | LinkageError | InternalError noFonts) {
      // Java throws one or another of these where no font is installed.
    }
  }

  private static int color(double value) {
    double at = Math.clamp(value, 0, 1) * (COLORS.length - 1);
    int below = Math.min((int) at, COLORS.length - 2);
    int rgb = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int from = COLORS[below] >> shift & 0xff;
      int to = COLORS[below + 1] >> shift & 0xff;
      rgb |= (int) Math.round(from + (at - below) * (to - from)) << shift;
    }
    return rgb;
  }

  byte[] png() throws IOException {
    graphics.dispose();
    return png(image);
  }

  static byte[] png(BufferedImage image) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.setUseCache(false);
    if (!ImageIO.write(image, "png", out)) {
      throw new IOException("this Java cannot write PNG files");
    }
    return out.toByteArray();
  }
}

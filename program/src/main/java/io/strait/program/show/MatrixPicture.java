package io.strait.program.show;

import io.strait.kind.file.Inputs;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramApp;
import io.strait.view.Numbers;
import io.strait.view.Picture;
import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttPage;
import io.strait.view.page.Show;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The resource matrix as a picture, paper porting's figure 2: calculations on the diagonal, arrows
 * along a row from a calculation to what it sends, and down a column to the calculation that takes
 * it.
 */
final class MatrixPicture {
  private static final double CELL_WIDTH = 150;
  private static final double CELL_HEIGHT = 74;
  private static final double LEFT = 24;
  private static final double TOP = 84;
  private static final Color BOX = new Color(0xdce9f6);
  private static final Color LATE = new Color(0xf6ead8);
  private static final Color FRAME = new Color(0x1f5fa8);
  private static final Color LINE = new Color(0xd9822b);

  private final ProgramApp app;
  private final String title;

  private MatrixPicture(ProgramApp app, String title) {
    this.app = app;
    this.title = title;
  }

  static byte[] draw(Path file, Inputs<ProgramApp> inputs) throws IOException {
    var picture =
        new MatrixPicture(
            inputs.app(), "%s, measured on %s".formatted(inputs.app().name(), on(inputs.app())));
    int size = inputs.app().calculations().size();
    int width = (int) (2 * LEFT + Math.max(4, size) * CELL_WIDTH);
    int height = (int) (TOP + size * CELL_HEIGHT + LEFT);
    return Picture.of(file, width, height, graphics -> picture.paint(graphics, width, height));
  }

  private static String on(ProgramApp app) {
    @Nullable String name = app.measuredOn();
    return name == null ? "the first host" : name;
  }

  private void paint(Graphics2D graphics, int width, int height) {
    graphics.setColor(Color.WHITE);
    graphics.fill(new Rectangle2D.Double(0, 0, width, height));
    GanttPage.text(graphics, title, GanttPage.font(Font.BOLD, 16), GanttColors.INK, LEFT, 26, 0);
    GanttPage.text(
        graphics,
        "run time and CPU share of each calculation; along a row, what it sends; late data dashed",
        GanttPage.font(Font.PLAIN, 11),
        GanttColors.PALE_INK,
        LEFT,
        50,
        0);
    for (var edge : app.data()) {
      arrow(graphics, edge);
    }
    for (int i = 0; i < app.calculations().size(); i++) {
      box(graphics, i);
    }
  }

  private void box(Graphics2D graphics, int index) {
    var each = app.calculations().get(index);
    var box =
        new Rectangle2D.Double(
            LEFT + index * CELL_WIDTH,
            TOP + index * CELL_HEIGHT,
            CELL_WIDTH - 34,
            CELL_HEIGHT - 22);
    graphics.setColor(each.late() ? LATE : BOX);
    graphics.fill(box);
    graphics.setColor(FRAME);
    graphics.setStroke(new BasicStroke(1.2f));
    graphics.draw(box);
    var bold = GanttPage.font(Font.BOLD, 12);
    var plain = GanttPage.font(Font.PLAIN, 11);
    double x = box.getCenterX();
    GanttPage.text(
        graphics,
        GanttPage.cut(each.name(), bold, box.width - 8),
        bold,
        GanttColors.INK,
        x,
        box.y + 17,
        0.5);
    GanttPage.text(
        graphics,
        "%s, %s".formatted(Show.seconds(each.seconds()), Numbers.percent(each.cpu())),
        plain,
        GanttColors.INK,
        x,
        box.y + 36,
        0.5);
  }

  /** From the sender along its row, then along the receiver's column. */
  private void arrow(Graphics2D graphics, DataEdge edge) {
    int from = app.indexOf(edge.from());
    int to = app.indexOf(edge.to());
    boolean down = to > from;
    double boxWidth = CELL_WIDTH - 34;
    double boxHeight = CELL_HEIGHT - 22;
    double y = TOP + from * CELL_HEIGHT + boxHeight / 2;
    double x = LEFT + to * CELL_WIDTH + boxWidth / 2;
    double start = LEFT + from * CELL_WIDTH + (down ? boxWidth : 0);
    double end = TOP + to * CELL_HEIGHT + (down ? 0 : boxHeight);
    graphics.setColor(LINE);
    graphics.setStroke(
        edge.late()
            ? new BasicStroke(
                1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {5, 4}, 0)
            : new BasicStroke(1.6f));
    graphics.draw(new Line2D.Double(start, y, x, y));
    graphics.draw(new Line2D.Double(x, y, x, end));
    graphics.setStroke(new BasicStroke(1.6f));
    double back = down ? -7 : 7;
    graphics.draw(new Line2D.Double(x - 4, end + back, x, end));
    graphics.draw(new Line2D.Double(x + 4, end + back, x, end));
    var font = GanttPage.font(Font.PLAIN, 10);
    GanttPage.text(
        graphics,
        ResourceMatrix.data(edge),
        font,
        GanttColors.INK,
        x + (down ? 6 : -6),
        y - 9,
        down ? 0 : 1);
  }
}

package io.strait.realign.show;

import io.strait.kind.file.Inputs;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.report.CommunicationTable;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.Picture;
import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttPage;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Who sends to whom before and after renumbering, side by side, step below step: paper
 * <em>realign</em>'s figures 3 and 6. Clusters are blocks with lines between them; a cell is darker
 * the more bytes it stands for.
 */
public final class RealignPlot {
  private static final int MOST_CELLS = 96;
  private static final int MOST_STEPS = 6;

  private static final Color INTERIOR = new Color(0x0072b2);
  private static final Color EXTERNAL = new Color(0xd55e00);
  private static final Color GROUND = new Color(0xf3f4f6);

  private static final double SIDE = 440;
  private static final double LEFT = 96;
  private static final double BETWEEN = 100;
  private static final double HEAD = 84;
  private static final double TITLE = 44;
  private static final double FOOT = 24;
  private static final double LINE = 18;
  private static final double WIDTH = LEFT + 2 * SIDE + BETWEEN + GanttPage.MARGIN;

  private final Inputs<RealignApp> inputs;
  private final List<CommunicationTable> before = new ArrayList<>();
  private final List<CommunicationTable> after = new ArrayList<>();
  private final List<String> verdict;

  /** Above the tables. */
  private final double head;

  private RealignPlot(Inputs<RealignApp> inputs, RealignPlan plan) {
    this.inputs = inputs;
    this.verdict = wrapped(RealignVerdict.of(plan));
    this.head = HEAD + LINE * (verdict.size() - 1);
    var app = inputs.app();
    var natural = RealignTiming.natural(inputs.grid(), app);
    for (int step = 0; step < Math.min(MOST_STEPS, app.phases().size() - 1); step++) {
      before.add(new CommunicationTable(inputs.grid(), app, natural, step, MOST_CELLS));
      after.add(new CommunicationTable(inputs.grid(), app, plan.numberings(), step, MOST_CELLS));
    }
  }

  public static byte[] draw(Path file, Inputs<RealignApp> inputs, RealignPlan plan)
      throws IOException {
    var plot = new RealignPlot(inputs, plan);
    int width = (int) WIDTH;
    int height = (int) (plot.head + plot.before.size() * (TITLE + SIDE) + FOOT);
    return Picture.of(file, width, height, graphics -> plot.paint(graphics, width, height));
  }

  private void paint(Graphics2D graphics, int width, int height) {
    graphics.setColor(Color.WHITE);
    graphics.fill(new Rectangle2D.Double(0, 0, width, height));
    var large = GanttPage.font(Font.BOLD, 16);
    var plain = GanttPage.font(Font.PLAIN, 12);
    double room = width - 2 * GanttPage.MARGIN;
    var title = "%s on %s".formatted(inputs.app().name(), inputs.grid().name());
    GanttPage.text(graphics, GanttPage.cut(title, large, room), large, GanttColors.INK, 16, 20, 0);
    for (int i = 0; i < verdict.size(); i++) {
      GanttPage.text(graphics, verdict.get(i), plain, GanttColors.PALE_INK, 16, 42 + i * LINE, 0);
    }
    double below = head - HEAD + 64;
    double x = key(graphics, INTERIOR, "interior", 16, below);
    x = key(graphics, EXTERNAL, "external", x, below);
    GanttPage.text(
        graphics,
        "rows send, columns receive; darker: more bytes; lines between clusters",
        GanttPage.font(Font.PLAIN, 11),
        GanttColors.PALE_INK,
        x,
        below,
        0);
    for (int step = 0; step < before.size(); step++) {
      double top = head + step * (TITLE + SIDE) + TITLE;
      var prefix = before.size() > 1 ? "step %d, ".formatted(step + 1) : "";
      table(graphics, before.get(step), prefix + "natural order", LEFT, top);
      table(graphics, after.get(step), prefix + "renumbered", LEFT + SIDE + BETWEEN, top);
    }
  }

  /** Lines that fit the picture, with room for letters that are wider elsewhere. */
  private static List<String> wrapped(String text) {
    var plain = GanttPage.font(Font.PLAIN, 12);
    double room = (WIDTH - 2 * GanttPage.MARGIN) / 1.15;
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : text.split(" ", -1)) {
      if (!line.isEmpty() && GanttPage.width(line + " " + word, plain) > room) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static double key(Graphics2D graphics, Color colour, String meaning, double x, double y) {
    graphics.setColor(colour);
    graphics.fill(new Rectangle2D.Double(x, y - 6, 12, 12));
    var font = GanttPage.font(Font.PLAIN, 11);
    GanttPage.text(graphics, meaning, font, GanttColors.INK, x + 17, y, 0);
    return Math.rint(x + 17 + GanttPage.width(meaning, font) * 1.05 + 20);
  }

  private static void table(
      Graphics2D graphics, CommunicationTable table, String title, double left, double top) {
    int cells = table.bins().size();
    double size = SIDE / cells;
    double space = size > 8 ? 1 : 0;
    graphics.setColor(GROUND);
    graphics.fill(new Rectangle2D.Double(left, top, SIDE, SIDE));
    long most = Math.max(1, table.mostBytes());
    for (int from = 0; from < cells; from++) {
      for (int to = 0; to < cells; to++) {
        if (table.messages(from, to) == 0) {
          continue;
        }
        boolean inside = table.isInterior(from, to);
        graphics.setColor(
            shade(inside ? INTERIOR : EXTERNAL, table.bytes(from, to) / (double) most));
        graphics.fill(
            new Rectangle2D.Double(
                left + to * size + space / 2,
                top + from * size + space / 2,
                size - space,
                size - space));
      }
    }
    lines(graphics, table, left, top, size);
    labels(graphics, table, left, top, size);
    var bold = GanttPage.font(Font.BOLD, 13);
    var counted =
        ": %d interior, %d external".formatted(table.messages(true), table.messages(false));
    GanttPage.text(graphics, title + counted, bold, GanttColors.INK, left, top - 30, 0);
  }

  /** The fewest bytes still have 30 % of the colour. */
  private static Color shade(Color colour, double share) {
    double depth = 0.3 + 0.7 * share;
    return new Color(
        (int) Math.round(255 - depth * (255 - colour.getRed())),
        (int) Math.round(255 - depth * (255 - colour.getGreen())),
        (int) Math.round(255 - depth * (255 - colour.getBlue())));
  }

  private static void lines(
      Graphics2D graphics, CommunicationTable table, double left, double top, double size) {
    graphics.setColor(GanttColors.INK);
    graphics.setStroke(new BasicStroke(1.2f));
    for (int i = 0; i <= table.bins().size(); i++) {
      if (table.begins(i)) {
        graphics.draw(new Line2D.Double(left + i * size, top, left + i * size, top + SIDE));
        graphics.draw(new Line2D.Double(left, top + i * size, left + SIDE, top + i * size));
      }
    }
  }

  /** Ranks where there is room for their numbers, clusters where not. */
  private static void labels(
      Graphics2D graphics, CommunicationTable table, double left, double top, double size) {
    var font = GanttPage.font(Font.PLAIN, 10);
    var bins = table.bins();
    boolean ranks = size >= 13;
    for (int i = 0; ranks && i < bins.size(); i++) {
      double middle = (i + 0.5) * size;
      var name = bins.get(i).name();
      var sender =
          bins.get(i).size() == 1
              ? "%s, block %d".formatted(name, table.block(bins.get(i).first()))
              : name;
      GanttPage.text(graphics, name, font, GanttColors.INK, left + middle, top - 9, 0.5);
      GanttPage.text(graphics, sender, font, GanttColors.INK, left - 6, top + middle, 1);
    }
    for (var cluster : ranks ? List.<CommunicationTable.Bin>of() : table.clusters()) {
      double middle = (cluster.first() + cluster.end()) / 2.0 * size;
      double room = cluster.size() * size;
      var name = table.ranks().clusterName(cluster.cluster());
      if (room >= 11) {
        var shown = GanttPage.cut(name, font, LEFT - 20);
        GanttPage.text(graphics, shown, font, GanttColors.INK, left - 6, top + middle, 1);
        var above = GanttPage.cut(name, font, room);
        GanttPage.text(graphics, above, font, GanttColors.INK, left + middle, top - 9, 0.5);
      }
    }
  }
}

package io.strait.program.show;

import io.strait.model.quantity.Bytes;
import io.strait.program.file.Calculation;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramApp;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The resource matrix of paper porting, figure 2: calculations on the diagonal with run time and
 * CPU share, what a row sends to a column above it, and what a row receives from a column below it.
 */
public final class ResourceMatrix {
  /** A wider table fits no screen. */
  static final int MOST = 8;

  private ResourceMatrix() {}

  static String text(ProgramApp app, Style style) {
    return table(app).text(rows(app)).print(style);
  }

  /** For a page. */
  public static void write(Html html, ProgramApp app) {
    table(app).write(html, rows(app));
  }

  private static List<Integer> rows(ProgramApp app) {
    return IntStream.range(0, app.calculations().size()).boxed().toList();
  }

  private static DataTable<Integer> table(ProgramApp app) {
    var table = new DataTable<Integer>("", row -> app.calculations().get(row).name());
    for (int column : rows(app)) {
      table.number(app.calculations().get(column).name(), row -> cell(app, row, column));
    }
    return table;
  }

  /** What an element says; empty if there is none. */
  static String cell(ProgramApp app, int row, int column) {
    if (row == column) {
      return calculation(app.calculations().get(row));
    }
    @Nullable DataEdge sent = edge(app, row, column);
    @Nullable DataEdge received = edge(app, column, row);
    return sent != null ? "send " + data(sent) : received != null ? "take " + data(received) : "";
  }

  private static String calculation(Calculation each) {
    return "%s, %s%s"
        .formatted(
            Show.seconds(each.seconds()), Numbers.percent(each.cpu()), each.late() ? ", late" : "");
  }

  /** How much there is of some data, and in messages of which size. */
  static String data(DataEdge edge) {
    var size = edge.volume() > 0 ? Show.size((long) edge.volume()) : Show.seconds(edge.seconds());
    return edge.message() > 0 ? "%s by %s".formatted(size, new Bytes(edge.message())) : size;
  }

  static @Nullable DataEdge edge(ProgramApp app, int from, int to) {
    for (var edge : app.data()) {
      if (app.indexOf(edge.from()) == from && app.indexOf(edge.to()) == to) {
        return edge;
      }
    }
    return null;
  }
}

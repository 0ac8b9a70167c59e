package io.strait.program.show;

import io.strait.model.quantity.Bytes;
import io.strait.program.file.Calculation;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramApp;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The resource matrix of paper porting, figure 2: calculations on the diagonal with run time and
 * CPU share, what a row sends to a column above it, and what a row receives from a column below it.
 */
final class ResourceMatrix {
  /** A wider table fits no screen. */
  static final int MOST = 8;

  private ResourceMatrix() {}

  static String text(ProgramApp app, Style style) {
    var titles = new ArrayList<String>();
    titles.add("");
    app.calculations().forEach(each -> titles.add(" " + each.name()));
    var table = new Table(titles.toArray(String[]::new));
    for (int row = 0; row < app.calculations().size(); row++) {
      var cells = new ArrayList<String>();
      cells.add(app.calculations().get(row).name());
      for (int column = 0; column < app.calculations().size(); column++) {
        cells.add(cell(app, row, column));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table.print(style);
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

  private static String data(DataEdge edge) {
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

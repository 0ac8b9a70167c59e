package io.strait.view.page;

import io.strait.view.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A table of one kind of rows, for a page and for a terminal: each column has its title and the
 * cell it makes of a row, side by side. The first column holds names.
 */
public final class DataTable<T> {
  private record Column<T>(String title, Function<T, String> cell, boolean number) {}

  private final List<Column<T>> columns = new ArrayList<>();
  private Predicate<T> strong = row -> false;

  public DataTable(String title, Function<T, String> name) {
    words(title, name);
  }

  public DataTable<T> words(String title, Function<T, String> cell) {
    columns.add(new Column<>(title, cell, false));
    return this;
  }

  public DataTable<T> number(String title, Function<T, String> cell) {
    columns.add(new Column<>(title, cell, true));
    return this;
  }

  /** Rows whose name a page prints in bold. */
  public DataTable<T> strong(Predicate<T> rows) {
    strong = rows;
    return this;
  }

  /** For a page. */
  public void write(Html html, List<T> rows) {
    write(html, rows, Integer.MAX_VALUE);
  }

  /**
   * For a page.
   *
   * @param most rows that are shown
   */
  public void write(Html html, List<T> rows, int most) {
    html.open("div", "class", "scroll", "tabindex", "0").open("table").open("thead").open("tr");
    html.element(columns.getFirst().title.isEmpty() ? "td" : "th", columns.getFirst().title);
    for (var column : columns.subList(1, columns.size())) {
      html.element(
          column.title.isEmpty() ? "td" : "th",
          column.title,
          "class",
          column.number ? "number" : "");
    }
    html.close().close().open("tbody");
    for (var row : rows.subList(0, Math.min(most, rows.size()))) {
      html.open("tr");
      html.element(
          "th",
          columns.getFirst().cell.apply(row),
          "scope",
          "row",
          "class",
          strong.test(row) ? "strong" : "");
      for (var column : columns.subList(1, columns.size())) {
        html.element("td", column.cell.apply(row), "class", column.number ? "number" : "");
      }
      html.close();
    }
    html.close().close().close();
    Page.more(html, rows.size() - most, "");
  }

  /** For a terminal. */
  public Table text(List<T> rows) {
    var table =
        new Table(
            columns.stream().map(c -> c.number ? " " + c.title : c.title).toArray(String[]::new));
    for (var row : rows) {
      table.row(columns.stream().map(c -> c.cell.apply(row)).toArray(String[]::new));
    }
    return table;
  }
}

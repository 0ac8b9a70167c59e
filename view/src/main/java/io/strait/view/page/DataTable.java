package io.strait.view.page;

import java.util.List;

/** Tables of numbers on a page: the first column holds names. */
public final class DataTable {
  private DataTable() {}

  /** Begins a table with its headings. */
  public static void begin(Html html, String first, List<String> titles) {
    begin(html, first, titles, false);
  }

  /**
   * Begins a table with its headings.
   *
   * @param words whether the last column holds words
   */
  public static void begin(Html html, String first, List<String> titles, boolean words) {
    html.open("div", "class", "scroll").open("table").open("thead").open("tr");
    html.element("th", first);
    for (int i = 0; i < titles.size(); i++) {
      boolean text = words && i + 1 == titles.size();
      html.element("th", titles.get(i), "class", text ? "" : "number");
    }
    html.close().close().open("tbody");
  }

  /** The numbers of a row. */
  public static void cells(Html html, List<String> cells) {
    cells.forEach(cell -> html.element("td", cell, "class", "number"));
  }

  public static void end(Html html) {
    html.close().close().close();
  }
}

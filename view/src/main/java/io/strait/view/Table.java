package io.strait.view;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns. A column whose title starts with a space is aligned to the right. */
public final class Table {
  private final List<String> titles;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... titles) {
    this.titles = List.of(titles);
  }

  public void row(String... cells) {
    if (cells.length != titles.size()) {
      throw new IllegalArgumentException("a row has as many cells as there are titles");
    }
    rows.add(List.of(cells));
  }

  /** An empty line between groups of rows. */
  public void gap() {
    rows.add(List.of());
  }

  public String print(Style style) {
    var widths = new int[titles.size()];
    for (int c = 0; c < widths.length; c++) {
      widths[c] = titles.get(c).strip().length();
      for (var row : rows) {
        widths[c] = row.isEmpty() ? widths[c] : Math.max(widths[c], row.get(c).length());
      }
    }
    var text = new StringBuilder();
    text.append(style.dim(line(titles.stream().map(String::strip).toList(), widths))).append('\n');
    for (var row : rows) {
      text.append(row.isEmpty() ? "" : line(row, widths)).append('\n');
    }
    return text.toString();
  }

  private String line(List<String> cells, int[] widths) {
    var line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      var padding = " ".repeat(widths[c] - cells.get(c).length());
      boolean right = titles.get(c).startsWith(" ");
      line.append(right ? padding + cells.get(c) : cells.get(c) + padding).append("  ");
    }
    return line.toString().stripTrailing();
  }
}

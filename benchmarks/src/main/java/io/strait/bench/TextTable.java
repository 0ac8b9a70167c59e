package io.strait.bench;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal, columns as wide as their widest cell, aligned to the right. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  public TextTable(String... titles) {
    rows.add(titles);
  }

  public void add(String... cells) {
    rows.add(cells);
  }

  @Override
  public String toString() {
    var widths = new int[rows.getFirst().length];
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    var text = new StringBuilder();
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) {
        text.append(" ".repeat(widths[i] - row[i].length() + (i > 0 ? 2 : 0))).append(row[i]);
      }
      text.append('\n');
    }
    return text.toString();
  }
}

package io.strait.view;

import java.io.PrintWriter;
import java.util.List;

/**
 * Lines on a terminal that rewrite themselves. Every change is a single write. The cursor is hidden
 * only within a write, so whatever ends the program leaves a usable terminal.
 */
public final class LiveBlock {
  private static final String HIDE = "\u001b[?25l\u001b[?7l"; // and do not wrap
  private static final String SHOW = "\u001b[?7h\u001b[?25h";
  private static final String TO_END = "\u001b[K";
  private static final String BELOW = "\u001b[J";

  private final PrintWriter out;
  private List<Integer> widths = List.of();

  public LiveBlock(PrintWriter out) {
    this.out = out;
  }

  /**
   * Shows these lines in place of the former ones.
   *
   * @param columns that the terminal has now
   */
  public void show(List<String> lines, int columns) {
    write(back(columns) + String.join(TO_END + "\n", lines) + TO_END + "\n" + BELOW);
    widths = lines.stream().map(line -> TextWidth.of(plain(line))).toList();
  }

  /** Says something above the block, which comes back with the next {@link #show}. */
  public void say(String line, int columns) {
    out.print((widths.isEmpty() ? "" : back(columns) + BELOW) + line + "\n");
    out.flush();
    widths = List.of();
  }

  /** Takes the block away. */
  public void clear(int columns) {
    if (!widths.isEmpty()) {
      write(back(columns) + BELOW);
      widths = List.of();
    }
  }

  /** To the start of the block. A terminal that became narrower has broken its lines. */
  private String back(int columns) {
    int rows = widths.stream().mapToInt(w -> Math.max(1, Math.ceilDiv(w, columns))).sum();
    return rows == 0 ? "\r" : "\r\u001b[%dA".formatted(rows);
  }

  private static String plain(String line) {
    return line.replaceAll("\u001b\\[[0-9;]*m", "");
  }

  private void write(String text) {
    out.print(HIDE + text + SHOW);
    out.flush();
  }
}

package io.strait.view.page;

import java.util.List;

/**
 * Rows over a time axis, under a title.
 *
 * @param detail in smaller letters behind the title
 * @param described what the drawing shows, for those who do not see it
 * @param names of the rows, left out where lines are thin
 */
public record RowGroup(String name, String detail, String described, List<String> names) {
  private static final int ROOM_FOR_NAMES = 14;

  /**
   * Opens the drawing, which is to be closed twice.
   *
   * @param pixels the height of the drawing
   * @param height of a row, in pixels
   * @param bins how wide the drawing is, in units of its own
   */
  public void open(Html html, String style, int pixels, int height, int bins) {
    html.open("h3").text(name).open("small").text(detail).close().close();
    html.open("div", "class", style);
    if (height >= ROOM_FOR_NAMES) {
      html.open("div", "class", "names", "style", "line-height:%dpx".formatted(height));
      names.forEach(row -> html.element("span", row, "title", row));
      html.close();
    }
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(bins, pixels),
        "preserveAspectRatio",
        "none",
        "style",
        "height:%dpx".formatted(pixels),
        "role",
        "img",
        "aria-label",
        described);
  }
}

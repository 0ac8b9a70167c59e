package io.strait.view.page;

/**
 * Many things at a glance: a cell for each, whose shade is a small number. Cells of one shade are
 * one path, so that ten thousand of them are drawn at once.
 */
public final class HeatMap {
  private static final int COLUMNS = 100;
  private static final int CELL = 10;

  private final byte[] shades;

  /**
   * @param shades of all cells, row by row; the style sheet has a class for each, {@code h0} on
   */
  public HeatMap(byte... shades) {
    this.shades = shades.clone();
  }

  public void write(Html html, String described) {
    int columns = Math.clamp((int) Math.ceil(Math.sqrt(12.0 * shades.length)), 12, COLUMNS);
    int rows = Math.max(1, Math.ceilDiv(shades.length, columns));
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(CELL * columns, CELL * rows),
        "class",
        "heat",
        "role",
        "img",
        "aria-label",
        described);
    int most = 0;
    for (byte shade : shades) {
      most = Math.max(most, shade);
    }
    for (int shade = 0; shade <= most; shade++) {
      var path = new StringBuilder();
      for (int i = 0; i < shades.length; i++) {
        if (shades[i] == shade) {
          path.append('M').append(CELL * (i % columns)).append(' ').append(CELL * (i / columns));
          path.append("h9v9h-9z");
        }
      }
      if (!path.isEmpty()) {
        html.empty("path", "class", "h" + shade, "d", path.toString());
      }
    }
    html.close();
  }
}

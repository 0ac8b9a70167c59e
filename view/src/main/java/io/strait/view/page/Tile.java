package io.strait.view.page;

import java.util.List;

/** A figure in large print, with what is to be read beside it. */
public record Tile(String what, String value, String beside) {
  public static void write(Html html, List<Tile> tiles) {
    html.open("div", "class", "tiles");
    for (var tile : tiles) {
      html.open("div", "class", "tile").element("span", tile.what, "class", "what");
      html.element("span", tile.value, "class", "value");
      html.element("span", tile.beside, "class", "beside").close();
    }
    html.close();
  }
}

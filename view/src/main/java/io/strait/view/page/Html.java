package io.strait.view.page;

import io.strait.model.text.Printable;
import java.util.ArrayDeque;
import java.util.Deque;

/** A page under construction: texts are escaped, and what was opened is closed in order. */
public final class Html {
  private final StringBuilder out = new StringBuilder(1 << 16);
  private final Deque<String> open = new ArrayDeque<>();

  private Html() {}

  /** The beginning of a page. */
  static Html page() {
    var html = new Html();
    html.out.append("<!DOCTYPE html>\n");
    return html;
  }

  /** A piece to be put into a page that is there. */
  public static Html piece() {
    return new Html();
  }

  /** Opens an element; attributes are names and values in turn, and left out where empty. */
  public Html open(String tag, String... attributes) {
    begin(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  public Html close() {
    out.append("</").append(open.pop()).append('>');
    if (open.size() < 6) {
      out.append('\n');
    }
    return this;
  }

  /** An element that holds nothing. */
  public Html empty(String tag, String... attributes) {
    begin(tag, attributes);
    out.append("/>");
    return this;
  }

  /** Opens a rectangle of a drawing. */
  public Html rect(String style, String x, String y, String width, String height) {
    return open("rect", "class", style, "x", x, "y", y, "width", width, "height", height);
  }

  /** An element that holds a text. */
  public Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  private void begin(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      if (!attributes[i + 1].isEmpty()) {
        out.append(' ').append(attributes[i]).append("=\"");
        escape(attributes[i + 1]);
        out.append('"');
      }
    }
  }

  public Html text(String text) {
    escape(text);
    return this;
  }

  /** Our own style sheet, the only thing that is not escaped. */
  Html style(String sheet) {
    open("style");
    out.append(sheet);
    return close();
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.appendCodePoint(isShown(c) ? c : 0xfffd);
      }
    }
  }

  private static boolean isShown(int c) {
    return c == '\n' || c == '\t' || Printable.isShown(c);
  }

  /** The page or piece, everything closed. */
  public String text() {
    while (!open.isEmpty()) {
      close();
    }
    return out.toString();
  }
}

package io.strait.view.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What all pages have: head, style, sections, tables. */
public final class Page {
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private Page() {}

  public static Html begin(String title) {
    return begin(title, POLICY);
  }

  /** A page with pictures in it. */
  public static Html beginWithPictures(String title) {
    return begin(title, POLICY + "; img-src data:");
  }

  private static Html begin(String title, String policy) {
    var html = new Html();
    html.open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy);
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", title);
    html.style(sheet());
    html.close().open("body").open("main");
    return html;
  }

  private static String sheet() {
    try (var in = Page.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a section; the caller closes it. */
  public static void section(Html html, String title, String explained) {
    html.open("section").element("h2", title);
    if (!explained.isEmpty()) {
      html.element("p", explained, "class", "quiet");
    }
  }

  /** What a colour means. */
  public static void key(Html html, String kind, String meaning) {
    html.open("span").element("i", "", "class", "key " + kind).text(meaning).close();
  }

  /** A line with a bar in it. */
  public static void bar(Html html, String name, String value, double share, String kind) {
    html.open("li").element("span", name, "class", "what");
    html.open("span", "class", "track");
    html.element(
        "i",
        "",
        "class",
        "bar " + kind,
        "style",
        "width:%s%%".formatted(Show.tenth(100 * Math.clamp(share, 0, 1))));
    html.close().element("span", value, "class", "value").close();
  }

  /** A table of two columns: what, and its value. */
  public static void facts(Html html, List<String[]> facts) {
    html.open("dl");
    for (var fact : facts) {
      if (!fact[1].isEmpty()) {
        html.open("div").element("dt", fact[0]).element("dd", fact[1]).close();
      }
    }
    html.close();
  }

  /** Promised and measured, large. */
  public static void tile(Html html, String what, String value, String beside) {
    html.open("div", "class", "tile").element("span", what, "class", "what");
    html.element("span", value, "class", "value").element("span", beside, "class", "beside");
    html.close();
  }
}

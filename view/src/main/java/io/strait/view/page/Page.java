package io.strait.view.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What all pages have: head, style, legends, bars. */
public final class Page {
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private Page() {}

  /**
   * Begins a page.
   *
   * @param pictures whether there are any in it
   */
  public static Html begin(String title, boolean pictures) {
    var policy = pictures ? POLICY + "; img-src data:" : POLICY;
    var html = Html.page();
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

  /**
   * Begins a page of a server, which sends style and script on their own.
   *
   * @param attributes of the body, names and values in turn
   */
  public static Html beginServed(
      String title, List<String> sheets, String script, String... attributes) {
    var html = Html.page();
    html.open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", title);
    for (var sheet : sheets) {
      html.empty("link", "rel", "stylesheet", "href", sheet);
    }
    html.empty("link", "rel", "icon", "href", "data:,");
    html.element("script", "", "src", script, "defer", "defer");
    html.close().open("body", attributes);
    return html;
  }

  /** The style of all pages. */
  public static String sheet() {
    try (var in = Page.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A paragraph in small print. */
  public static void quiet(Html html, String text) {
    html.element("p", text, "class", "quiet");
  }

  /** Tells how many there are besides those that are shown; nothing if there are none. */
  public static void more(Html html, int count, String what) {
    if (count > 0) {
      quiet(html, "… %d more%s".formatted(count, what));
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

  /**
   * A piece of a bar.
   *
   * @param share of the track's length
   * @param title what a pointer over it shows; empty for nothing
   */
  public record Part(String kind, double share, String title) {}

  /** A line with a bar of several pieces in it. */
  public static void bar(Html html, String name, String value, List<Part> parts) {
    html.open("li").element("span", name, "class", "what");
    html.open("span", "class", "track parts");
    for (var part : parts) {
      var width = "width:%s%%".formatted(Show.tenth(100 * Math.clamp(part.share, 0, 1)));
      html.element("i", "", "class", "bar " + part.kind, "style", width, "title", part.title);
    }
    html.close().element("span", value, "class", "value").close();
  }
}

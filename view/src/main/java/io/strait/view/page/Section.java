package io.strait.view.page;

import java.io.IOException;

/**
 * A part of a page with a heading.
 *
 * @param explained a sentence below the heading; empty for none
 */
public record Section(String title, String explained, Body body) {
  /** What a section holds. */
  @FunctionalInterface
  public interface Body {
    void write(Html html) throws IOException;
  }

  public Section(String title, Body body) {
    this(title, "", body);
  }

  public void write(Html html) throws IOException {
    html.open("section").element("h2", title);
    if (!explained.isEmpty()) {
      Page.quiet(html, explained);
    }
    body.write(html);
    html.close();
  }
}

package io.strait.serve.run;

import io.strait.kind.run.Version;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What all pages of the server have.
 *
 * @param hasPlan whether there is a plan to play with
 */
public record Served(boolean hasPlan) {
  /**
   * Begins a page.
   *
   * @param attributes of the body, names and values in turn
   */
  public Html begin(String title, String... attributes) {
    var html =
        Page.beginServed(
            title + " · strait",
            List.of("/asset/report.css", "/asset/live.css"),
            "/asset/live.js",
            attributes);
    html.element("a", "To the content", "class", "skip", "href", "#content");
    html.open("nav", "aria-label", "Strait");
    html.element("a", "Runs", "href", "/");
    if (hasPlan) {
      html.element("a", "Plan", "href", "/plan");
    }
    html.close();
    html.element("a", "", "id", "content");
    return html;
  }

  /** The address of a run's page, whatever it is called. */
  static String address(String run) {
    return "/run/" + URLEncoder.encode(run, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Ends a page whose main part is open. */
  public static void end(Html html) {
    html.element("footer", "Served by " + Version.text());
  }
}

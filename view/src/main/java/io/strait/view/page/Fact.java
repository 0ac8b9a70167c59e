package io.strait.view.page;

import java.util.List;

/** A line of a list of facts: what, and its value. */
public record Fact(String what, String value) {
  /** Writes a list, without those that have no value. */
  public static void write(Html html, List<Fact> facts) {
    html.open("dl");
    for (var fact : facts) {
      if (!fact.value.isEmpty()) {
        html.open("div").element("dt", fact.what).element("dd", fact.value).close();
      }
    }
    html.close();
  }
}

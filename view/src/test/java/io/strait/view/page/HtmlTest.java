package io.strait.view.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTest {
  @Test
  void textsAndAttributesAreEscapedAndEverythingIsClosed() {
    var html =
        Html.page().open("p", "title", "a\"b'<c>&").open("b").text("<script>&\u0000\u202e\ud800");
    assertThat(html.text().replace("\n", ""))
        .isEqualTo(
            "<!DOCTYPE html><p title=\"a&quot;b&#39;&lt;c&gt;&amp;\"><b>"
                + "&lt;script&gt;&amp;\ufffd\ufffd\ufffd</b></p>");
  }
}

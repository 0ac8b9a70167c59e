package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What may be shown, and what stands in its place if not. */
class PrintableTest {
  @Test
  void nothingPlaysWithATerminal() {
    assertThat(Printable.line("\u001b[2Jgone\u0007\u009b31m")).isEqualTo("?[2Jgone??31m");
    assertThat(Printable.line("a\nb\r\n\tc")).isEqualTo("a?b???c");
    assertThat(Printable.line("in\u202eside\u2066out\u200f")).isEqualTo("in?side?out?");
    assertThat(Printable.line("half \ud800 of a pair")).isEqualTo("half ? of a pair");
  }

  @Test
  void otherTextsStayAsTheyAre() {
    var text = "Málaga → 東京 𝔸 50 %";
    assertThat(Printable.line(text)).isSameAs(text);
    assertThat(Printable.lines("one\n\ttwo\r\nthree\u001b")).isEqualTo("one\n\ttwo\nthree?");
    assertThat(Printable.firstLine("one\u0000\ntwo")).isEqualTo("one?");
    assertThat(Printable.firstLine("")).isEmpty();
  }

  @Test
  void longTextsAreCutBetweenCharacters() {
    assertThat(Printable.line("abcdef", 3)).isEqualTo("abc…");
    assertThat(Printable.line("ab𝔸cd", 3)).isEqualTo("ab…");
    assertThat(Printable.line("abc", 3)).isEqualTo("abc");
  }

  @Test
  void longValuesInMessagesAreCutInTheMiddle() {
    var digits = "9".repeat(100_000);
    assertThat(Printable.message("a.yaml:3:8: tasks is '%s', expected fewer".formatted(digits)))
        .isEqualTo(
            "a.yaml:3:8: tasks is '%s…%s', expected fewer"
                .formatted("9".repeat(150), "9".repeat(50)));
    assertThat(Printable.message("it's '%s', expected x".formatted("a'b".repeat(50_000))))
        .hasSizeLessThan(4_010)
        .startsWith("it's 'a'ba")
        .endsWith("b', expected x");
    assertThat(Printable.message("'" + "𝔸".repeat(2_000) + "'")).doesNotContain("?");
    var usual = "'" + "/folder".repeat(100) + "' is\n  no file";
    assertThat(Printable.message(usual)).isEqualTo(usual.replace("\n  ", " "));
  }
}

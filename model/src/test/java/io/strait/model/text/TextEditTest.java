package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextEditTest {
  @Test
  void valuesChangeAndAllElseStays() {
    assertThat(
            edit(
                """
                # A farm.
                app: a   # its name

                tasks: 5
                input:   "4 B"     # a number
                reduce: sum
                work: 1 Gflop
                # what runs
                run: {command: "echo # {id}", retries: 1}
                """))
        .isEqualTo(
            """
            # A farm.
            app: a   # its name

            tasks: 5
            # Measured today
            input:   8 B     # a number
            output: 16 B
            reduce: sum
            work: 2 Mflop
            # what runs
            run: {command: "echo # {id}", retries: 1}
            """);
  }

  @Test
  void theCommentOfAnEarlierTimeIsReplaced() {
    var once = edit("app: a\ntasks: 5\n");
    assertThat(once)
        .isEqualTo("app: a\ntasks: 5\n# Measured today\ninput: 8 B\noutput: 16 B\nwork: 2 Mflop\n");
    assertThat(edit(once)).isEqualTo(once);
  }

  @Test
  void valuesAreAddedAboveWhatHasSeveralLines() {
    assertThat(edit("app: a\nrun:\n  class: A\n  retries: 1"))
        .isEqualTo(
            "app: a\n# Measured today\ninput: 8 B\noutput: 16 B\nwork: 2 Mflop\n"
                + "run:\n  class: A\n  retries: 1\n");
  }

  @Test
  void valuesAreAddedAboveALaterOne() {
    assertThat(edit("app: a\nwork: 1 flop\nreduce: sum\n"))
        .isEqualTo(
            "app: a\n# Measured today\ninput: 8 B\noutput: 16 B\nwork: 2 Mflop\nreduce: sum\n");
  }

  @Test
  void windowsLinesAndWideCharactersStay() {
    assertThat(edit("app: a\r\ninput: 1 B # 𝄞 東京\r\n\"work\": 1 flop\r\n"))
        .isEqualTo(
            "app: a\r\n# Measured today\r\ninput: 8 B # 𝄞 東京\r\noutput: 16 B\r\n"
                + "\"work\": 2 Mflop\r\n");
  }

  @Test
  void aFileWrittenOtherwiseIsRefused() {
    for (var text :
        new String[] {
          "{app: a, input: 1 B}\n", "app: a\ninput:\n  1\n  B\n", "app: a\ninput: |\n  1 B\n",
        }) {
      assertThatThrownBy(() -> edit(text))
          .isInstanceOf(InputException.class)
          .hasMessage(
              "app.yaml:1:1: the file cannot be changed in place, expected 'key: value' on lines of"
                  + " their own for input, output, work");
    }
  }

  private static String edit(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("input", "8 B");
    values.put("output", "16 B");
    values.put("work", "2 Mflop");
    return TextEdit.set("app.yaml", text, values, "Measured today", "Measured");
  }
}

package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tabs separate what stands on a line, and do not indent lines. */
final class TabsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "home:\ta\nlist: [b, c]\n",
        "home: \t a\t\nlist:\t[b,\tc]\t# two\n",
        "home:\t'a'\nlist:\n-\tb\n- \tc\n",
        "{home:\ta,\tlist:\t[\tb\t,c]}\n",
        "# \u00e9𝔸\nhome:\t\t\"a\"\nlist: [b,c]\n",
      })
  void separate(String text) {
    var root = (Node.Mapping) Document.parse("a.yaml", text).root();
    assertThat(text(root.get("home"))).isEqualTo("a");
    var items = root.get("list") instanceof Node.Sequence list ? list.items() : List.<Node>of();
    assertThat(items.stream().map(TabsTest::text)).containsExactly("b", "c");
  }

  @Test
  void stayInsideTexts() {
    var root = (Node.Mapping) Document.parse("a.yaml", "a:\t\"b:\tc\"\nd: |\n  e:\tf\n").root();
    assertThat(text(root.get("a"))).isEqualTo("b:\tc");
    assertThat(text(root.get("d"))).isEqualTo("e:\tf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: b\nc:\n\td: e\n", "a: b\nc:\n \td: e\n"})
  void doNotIndent(String text) {
    assertThatThrownBy(() -> Document.parse("a.yaml", text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.yaml:3:")
        .hasMessageContaining("(TAB)");
  }

  /** However many there are, an answer comes soon. */
  @Test
  void areNotAnAttack() {
    var text = "a:\tb\nc: [" + "\td,".repeat(200_000) + "]\n";
    try {
      Document.parse("a.yaml", text);
    } catch (InputException e) {
      assertThat(e).hasMessageContaining("(TAB)");
    }
  }

  private static String text(@Nullable Node node) {
    return node instanceof Node.Scalar scalar ? scalar.text() : "";
  }
}

package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MappingEditTest {
  private static String set(String text, @Nullable String... pairs) {
    var document = Document.parse("f.yaml", text);
    var root = (Node.Mapping) document.root();
    var mapping = (Node.Mapping) Objects.requireNonNull(root.get("a"));
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(Objects.requireNonNull(pairs[i]), pairs[i + 1]);
    }
    return MappingEdit.set(document, text, mapping, values);
  }

  @Test
  void braces() {
    assertThat(set("a: {x: 1, y: 2} # why\nb: 3\n", "x", "10 MB/s", "z", "4"))
        .isEqualTo("a: {x: 10 MB/s, y: 2, z: 4} # why\nb: 3\n");
    assertThat(set("a: {x: 1, y: 2}\n", "x", null)).isEqualTo("a: {y: 2}\n");
    assertThat(set("a: {x: 1, y: 2}\n", "y", null)).isEqualTo("a: {x: 1}\n");
    assertThat(set("a: {x: 1, y: 2, z: 3}\n", "y", null)).isEqualTo("a: {x: 1, z: 3}\n");
    assertThat(set("a: {x: 1}\n", "x", null, "y", "2")).isEqualTo("a: {y: 2}\n");
    assertThat(set("a: { between: [p, q], x: 'a, }b' }\n", "x", "2", "y", "3"))
        .isEqualTo("a: { between: [p, q], x: 2, y: 3 }\n");
  }

  @Test
  void bracesOverSeveralLines() {
    assertThat(set("a: {x: 1, # of }\n    y: 2\n   }\n", "x", "5", "z", "3"))
        .isEqualTo("a: {x: 5, # of }\n    y: 2, z: 3\n   }\n");
  }

  @Test
  void lines() {
    assertThat(set("a:\n  # first\n  x: 1  # one\n  y: 2\nb: 3\n", "x", "9", "y", null, "z", "4"))
        .isEqualTo("a:\n  # first\n  x: 9  # one\n  z: 4\nb: 3\n");
    assertThat(set("a:\n  list:\n    - 1\n", "x", "{y: 2}"))
        .isEqualTo("a:\n  x: {y: 2}\n  list:\n    - 1\n");
    assertThat(set("a:\n  x: 1", "y", "2")).isEqualTo("a:\n  x: 1\n  y: 2\n");
    assertThat(set("a:\r\n  x: 1\r\n", "x", "7", "y", "2")).isEqualTo("a:\r\n  x: 7\r\n  y: 2\r\n");
  }

  @Test
  void refusedRatherThanDamaged() {
    assertThatThrownBy(() -> set("a:\n  x: >\n    folded\n    text\n", "x", "1"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("f.yaml:2:3: this cannot be changed in place, expected ");
  }
}

package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeEditTest {
  private static final String TEXT =
      """
      # what it is
      app: a   # its name
      calculations:
        # the first
        one: {time: 1 s, cpu: 50%}   # slow
        two:
          time: '2 s'
          run: {command: "a, \\"b\\" }"}  # quotes
          # below two

      # about data
      data:
      - {from: one, to: two, volume: 1 B} # here
      # about places
      place: {one: x}
      """;

  @Test
  void valuesChangeAndAllElseStays() {
    var edit = new NodeEdit("f", TEXT);
    edit.set(List.of("calculations", "one", "time"), "7 ms");
    edit.set(List.of("calculations", "one", "cpu"), "1%");
    edit.set(List.of("calculations", "two", "time"), "8 ms");
    edit.set(List.of("calculations", "two", "run", "command"), "\"sort\"");
    edit.set(List.of("data", "0", "volume"), "9 B");
    assertThat(edit.text())
        .isEqualTo(
            TEXT.replace("time: 1 s, cpu: 50%", "time: 7 ms, cpu: 1%")
                .replace("'2 s'", "8 ms")
                .replace("\"a, \\\"b\\\" }\"", "\"sort\"")
                .replace("1 B", "9 B"));
  }

  @Test
  void keysAndItemsAreAddedWhereTheyBelong() {
    var edit = new NodeEdit("f", TEXT);
    edit.set(List.of("calculations", "one", "stream"), "true");
    edit.set(List.of("calculations", "two", "cpu"), "3%");
    edit.set(List.of("calculations", "three"), "{time: 1 s}");
    edit.add(List.of("data"), "{from: two, to: three, volume: 5 B}");
    edit.add(List.of("slices"), "[one]");
    assertThat(edit.text())
        .isEqualTo(
            TEXT.replace("one: {time", "one: {stream: true, time")
                    .replace("below two\n", "below two\n    cpu: 3%\n  three: {time: 1 s}\n")
                    .replace("# here\n", "# here\n- {from: two, to: three, volume: 5 B}\n")
                + "slices:\n  - [one]\n");
  }

  @Test
  void aCommentIsReplacedByItsSuccessor() {
    var edit = new NodeEdit("f", TEXT);
    var path = List.of("calculations", "two");
    edit.comment(path, "two: measured once", "two: measured");
    assertThat(edit.text()).isEqualTo(TEXT.replace("  two:", "  # two: measured once\n  two:"));
    edit.comment(path, "two: measured twice", "two: measured");
    assertThat(edit.text()).isEqualTo(TEXT.replace("  two:", "  # two: measured twice\n  two:"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{a: {b: 1}, l: []}' | '{a: {c: 2, b: 1}, l: [3]}'",
        "'{a: {}, l: [1]}' | '{a: {c: 2}, l: [3, 1]}'",
        "'a: {b: 1,\n  d: 2}\nl:' | 'a: {c: 2, b: 1,\n  d: 2}\nl: [3]'",
        "'a:\n  b: 1\nl:\n  - 1' | 'a:\n  b: 1\n  c: 2\nl:\n  - 1\n  - 3\n'",
        "'ä: 1\r\n"
            + "a:\r\n"
            + "  b: |\r\n"
            + "    x\r\n"
            + "' | 'ä: 1\r\n"
            + "a:\r\n"
            + "  b: |\r\n"
            + "    x\r\n"
            + "  c: 2\r\n"
            + "l:\r\n"
            + "  - 3\r\n"
            + "'"
      })
  void otherWaysToWrite(String before, String after) {
    var edit = new NodeEdit("f", before);
    edit.set(List.of("a", "c"), "2");
    edit.add(List.of("l"), "3");
    assertThat(edit.text()).isEqualTo(after);
  }

  @Test
  void whatCannotBeChangedIsRefused() {
    refused("a: |\n  several\n  lines\n", "f:1:1: 'a' cannot be changed in place", "a");
    refused("a: one\n  two\n", "f:1:1: 'a' cannot be changed in place", "a");
    refused("a: {b: 1}\n", "f:1:4: 'a' cannot be changed in place", "a");
    refused("a: 1\n", "f:1:4: 'b' cannot be changed in place", "a", "b");
    refused("b: 1\n", "f:1:1: 'b' cannot be changed in place", "a", "b");
  }

  private static void refused(String text, String message, String... path) {
    var edit = new NodeEdit("f", text);
    assertThatThrownBy(() -> edit.set(List.of(path), "2"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message);
  }
}

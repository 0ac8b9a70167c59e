package io.strait.cli;

import static io.strait.cli.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.cli.BadInputs.Bad;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are no YAML, or more than the plain trees of keys and values that are accepted. */
@Timeout(120)
final class BadYamlTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadInputs.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadInputs.GOOD_APP);
  }

  /** Texts that are no tree of keys and values, or not one that we accept. */
  static List<Bad> texts() {
    return List.of(
        text("an empty file", "", "1:1", "the file is empty", "expected a YAML mapping"),
        text(
            "only a comment", "# nothing\n", "1:1", "the file is empty", "expected a YAML mapping"),
        text(
            "a key without colon",
            "grid: a\nhome\nx: y\n",
            "3:1",
            "not valid YAML",
            "expected key: value"),
        text(
            "an open bracket",
            "grid: [a\nhome: b\n",
            "2:5",
            "not valid YAML",
            "expected key: value"),
        text("an open quote", "grid: \"a\n", "2:1", "not valid YAML", "expected key: value"),
        text(
            "a tab",
            "grid: a\nclusters:\n\tleft: b\n",
            "3:1",
            "not valid YAML",
            "\\t(TAB)",
            "expected key: value"),
        text(
            "a control character",
            "grid: a\nhome: \u0007\n",
            "2:7",
            "character U+0007",
            "expected a YAML text"),
        text("a NUL", "grid: a\0\n", "1:8", "character U+0000", "expected a YAML text"),
        text("a NUL in quotes", "grid: \"a\\0\"\n", "1:7", "character U+0000", "text without it"),
        text(
            "a key twice",
            "grid: a\nhome: b\ngrid: c\n",
            "3:1",
            "'grid' is given twice",
            "every key once"),
        text(
            "a key twice, deep",
            "grid: a\nclusters: {b: {hosts: [], hosts: []}}\n",
            "2:27",
            "'hosts' is given twice",
            "every key once"),
        text(
            "a cluster twice",
            "clusters:\n  b: {}\n  b: {}\n",
            "3:3",
            "'b' is given twice",
            "every key once"),
        text(
            "a list as key",
            "grid: a\n[b]: c\n",
            "2:1",
            "a key must be a plain text",
            "expected key: value"),
        text(
            "two documents",
            "grid: a\n---\ngrid: b\n",
            "2:1",
            "a second document",
            "expected one per file"),
        text("an anchor", "grid: &a b\n", "1:7", "anchors are not accepted", "the plain value"),
        text("an alias", "grid: *a\n", "1:7", "aliases are not accepted", "the value itself"),
        text("an alias bomb", bomb(), "1:4", "anchors are not accepted", "the plain value"),
        text(
            "a merge key",
            "grid: a\n<<: *b\n",
            "2:5",
            "aliases are not accepted",
            "the value itself"),
        text("a tag", "grid: !!str a\n", "1:7", "the tag 'tag:yaml.org,2002:str'", "a plain value"),
        text(
            "a class as tag",
            "grid: !!javax.script.ScriptEngineManager [a]\n",
            "1:7",
            "javax.script.ScriptEngineManager' is not accepted",
            "a plain value"),
        text(
            "deep brackets",
            "grid: " + "[".repeat(20_000) + "]".repeat(20_000),
            "1:39",
            "nested deeper than 32 levels",
            "expected a flat file"),
        text(
            "deep braces",
            "{a: ".repeat(20_000) + "}".repeat(20_000),
            "1:130",
            "nested deeper than 32 levels",
            "expected a flat file"),
        text(
            "deep lists",
            "- ".repeat(20_000) + "a\n",
            "1:67",
            "nested deeper than 32 levels",
            "expected a flat file"));
  }

  private static Bad text(String name, String text, String place, String... words) {
    return new Bad(BadInputs.GRID, text, name, BadInputs.GRID, place, List.of(words));
  }

  @ParameterizedTest
  @MethodSource
  void texts(Bad bad) throws IOException {
    Files.writeString(folder.resolve(bad.file()), bad.text());
    refused(
        folder, bad.blamed() + ":" + bad.place() + ": ", bad.words(), "plan", folder.toString());
  }

  /** Nine levels of ten aliases each: a billion values, were they followed. */
  private static String bomb() {
    var text = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (char level = 'b'; level <= 'i'; level++) {
      var alias = ", *" + (char) (level - 1);
      text.append("%c: &%c [%s]%n".formatted(level, level, alias.repeat(10).substring(2)));
    }
    return text.toString();
  }

  @Test
  void binaryFile() throws IOException {
    Files.write(folder.resolve(BadInputs.APP), new byte[] {(byte) 0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
    refused(
        folder,
        "app.yaml:1:1: ",
        List.of("character U+007F", "expected a YAML"),
        "plan",
        folder.toString());
  }

  @Test
  void fileThatIsNotUtf8() throws IOException {
    Files.write(
        folder.resolve(BadInputs.APP), "app: a\nkind: fä\n".getBytes(StandardCharsets.ISO_8859_1));
    refused(
        folder,
        "app.yaml:2:8: ",
        List.of("not UTF-8", "expected a YAML file"),
        "plan",
        folder.toString());
  }

  /** Sparse, so that only a reader who loads it notices its size. */
  @Test
  void hugeFile() throws IOException {
    try (var file = new RandomAccessFile(folder.resolve(BadInputs.GRID).toFile(), "rw")) {
      file.setLength(100 << 20);
    }
    long before = allocatedBytes();
    refused(
        folder,
        "grid.yaml:1:1: ",
        List.of("the file has 104857600 bytes", "expected at most 67108864"),
        "plan",
        folder.toString());
    assertThat(allocatedBytes() - before).isLessThan(50 << 20);
  }

  private static long allocatedBytes() {
    return java.lang.management.ManagementFactory.getThreadMXBean()
            instanceof com.sun.management.ThreadMXBean threads
        ? threads.getCurrentThreadAllocatedBytes()
        : 0;
  }
}

package io.strait.kind.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for plain words is what a shell makes of the line. */
final class PlainWordsTest {
  private static final String[] PIECES = {
    "a",
    "B7",
    "-x",
    "--y=2",
    "./f",
    "'",
    "\"",
    " ",
    "  ",
    "\t",
    "''",
    "'a b'",
    "\"c  d\"",
    "=",
    "%",
    "$",
    "*",
    "\\",
    "~",
    "#",
    "!",
    ";",
    "ä",
    "\n",
    "@:,+",
    "'$x'",
    "\"$x\"",
    "'\"'",
    "\"'\"",
    "{",
    "?"
  };

  @Test
  void plainLines() {
    assertThat(PlainWords.of("true")).containsExactly("true");
    assertThat(PlainWords.of("./render --frame=7 'a b' \"c\"'d'"))
        .containsExactly("./render", "--frame=7", "a b", "cd");
    assertThat(PlainWords.of("f '' x")).containsExactly("f", "", "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "''",
        "x=1",
        "x=1 f",
        "f $x",
        "f \"$x\"",
        "f `g`",
        "f > g",
        "f | g",
        "f; g",
        "f &",
        "f *",
        "f ~",
        "f 'a",
        "f \"a",
        "f #",
        "f \\ g",
        "f\ng",
        "echo a",
        "'echo' a",
        "cd x",
        "exit 3",
        "! f",
        "{ f",
        "f {a,b}",
        "test -f x",
        "[ -f x ]",
        "exec f",
        "printf x"
      })
  void shellIsNeeded(String line) {
    assertThat(PlainWords.of(line)).isNull();
  }

  /** Random lines: the words are those that a shell hands to a program. */
  @Test
  @Tag("real")
  void asShell(@TempDir Path folder) throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var lines = new ArrayList<String>();
    var expected = new StringBuilder();
    while (lines.size() < 300) {
      var line = new StringBuilder("show");
      for (int i = random.nextInt(1, 8); i > 0; i--) {
        line.append(PIECES[random.nextInt(PIECES.length)]);
      }
      List<String> words = PlainWords.of(line.toString());
      if (words != null && words.getFirst().equals("show")) {
        lines.add(line.toString());
        words
            .subList(1, words.size())
            .forEach(word -> expected.append('<').append(word).append('>'));
        expected.append('\n');
      }
    }
    var script = folder.resolve("lines.sh");
    Files.writeString(
        script,
        """
        show() { for one; do printf '<%s>' "$one"; done; echo; }
        cd /
        """
            + String.join("\n", lines)
            + "\n");
    var shell = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true).start();
    var said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).as("seed %d", seed).isEqualTo(expected.toString());
  }
}

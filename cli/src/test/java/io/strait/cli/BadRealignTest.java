package io.strait.cli;

import static io.strait.cli.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.cli.BadInputs.Bad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link BadInputTest}, for realignments. */
@Timeout(120)
final class BadRealignTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadRealigns.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadRealigns.GOOD_APP);
  }

  @Test
  void rightFilesArePlannedAndSimulated() throws IOException {
    for (var app : List.of(BadRealigns.GOOD_APP, BadRealigns.GOOD_CHAIN)) {
      Files.writeString(folder.resolve(BadInputs.APP), app);
      for (var command : List.of("plan", "simulate")) {
        var run = CommandLineRun.of(command, folder.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("renumbered");
      }
    }
  }

  static Stream<Bad> files() {
    return Stream.concat(BadRealigns.shape().stream(), BadRealigns.sense().stream());
  }

  @ParameterizedTest
  @MethodSource
  void files(Bad bad) throws IOException {
    Files.writeString(folder.resolve(bad.file()), bad.text());
    refused(
        folder, bad.blamed() + ":" + bad.place() + ": ", bad.words(), "plan", folder.toString());
    refused(
        folder,
        bad.blamed() + ":" + bad.place() + ": ",
        bad.words(),
        "run",
        folder.toString(),
        "--folder",
        folder.resolve("run").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plan --master l1|--master is for farms, but app 'move' is a realignment",
        "plan --refine|--refine is for farms",
        "plan --efficiency 80%|--efficiency is for farms",
        "plan --objective fastest|--objective is for farms",
        "plan --method magic|'magic'",
        "plan --method paper|the paper's formula needs",
        "plan --mpi mpich|expected --rankfile FILE",
        "plan --mpi lam --rankfile x|'lam'",
        "plan --rankfile nowhere/x|the folder of 'nowhere/x' does not exist",
        "plan --rankfile x --sweep partition=1..3|--rankfile holds one plan",
        "plan --plot x.gif|'x.gif' is not a picture",
        "plan --sweep partition=0..3:2|a partition factor of 1 or more",
        "plan --sweep partition=1..5:3|expected a multiple of",
        "plan --sweep partitions=1..5|'partitions' in 'partitions' is not a key",
        "plan --what-if source.distribution[0]=even|'even'",
        "plan --what-if clusters[*].hosts[*].size=3|unknown key 'size'",
        "plan --what-if links[*]=3|is a mapping",
        "plan --what-if array.shape=[3]|array.shape",
        "simulate --seed 5|--seed is for farms",
        "simulate --runs 3|--runs is for farms",
        "simulate --work exponential|--work is for farms",
        "simulate --trace x.json|--trace is for farms",
      })
  void options(String line, String word) throws IOException {
    var words = new ArrayList<>(Arrays.asList(line.split(" ")));
    words.add(folder.toString());
    refused(folder, "", List.of(word, "expected"), words.toArray(String[]::new));
  }

  /** What only realignments have. */
  @Test
  void rankfilesAreForRealignments() throws IOException {
    for (var example : List.of("heat", "three-continents")) {
      var file = folder.resolve("ranks").toString();
      refused(
          folder,
          "",
          List.of("--rankfile is for realignments", "expected"),
          "plan",
          CommandLineRun.example(example),
          "--rankfile",
          file);
    }
    refused(
        folder,
        "",
        List.of("'partition' in 'partition' is not a key", "expected"),
        "plan",
        CommandLineRun.example("heat"),
        "--what-if",
        "partition=3");
  }

  private String plan() throws IOException {
    var file = folder.resolve("plan.yaml");
    var run = CommandLineRun.of("plan", folder.toString(), "-o", file.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    var text = Files.readString(file);
    Files.delete(file);
    return text;
  }

  /** A plan file whose promise was changed by hand. */
  @ParameterizedTest
  @CsvSource({
    "time_s: -1, 'time_s is -1.0, expected seconds'",
    "most_time_s: 0, 'most_time_s is 0.0, expected at least '",
    "most_time_s: -1, 'most_time_s is -1.0, expected at least '",
  })
  void promises(String changed, String message) throws IOException {
    var good = plan();
    var key = changed.substring(0, changed.indexOf(':'));
    var text =
        key.equals("time_s")
            ? good.replaceFirst("    time_s: [^\n]*", "    " + changed)
            : good.replaceFirst(
                "(    time_s: [^\n]*)(\n    most_time_s: [^\n]*)?", "$1\n    " + changed);
    assertThat(text).isNotEqualTo(good);
    var file = folder.resolve("plan.yaml");
    Files.writeString(file, text);
    int line = text.substring(0, text.indexOf("    " + changed)).split("\n", -1).length;
    for (var command : List.of("plan", "simulate")) {
      refused(folder, "plan.yaml:%d:".formatted(line), List.of(message), command, file.toString());
    }
  }

  /** A plan file whose mapping is none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[0, 1, 2, 3, 4, 4]|blocks 4 and 5 are both on processor 4, expected each of 0 to 5 once",
        "[0, 1, 2, 3, 4, 6]|a numbering has '6', expected a whole number from 0 to 5",
        "[0, 1, 2, 3, 4, -1]|a numbering has '-1', expected a whole number from 0 to 5",
        "[0, 1, 2, 3, 4, x]|a numbering has 'x', expected a whole number from 0 to 5",
        "[0, 1, 2]|a numbering has 3 processors, but 6 hosts work; expected each of 0 to 5 once",
        "[0, 1, 2, 3, 4, 5, 6]|a numbering has 7 processors, but 6 hosts work; expected",
        "unnatural|a numbering is 'unnatural', expected a list",
      })
  void numberings(String numbering, String message) throws IOException {
    var good = plan();
    var text =
        Pattern.compile("numberings:\\n(?s:.*?)\\n  notes:")
            .matcher(good)
            .replaceFirst("numberings:\n  - natural\n  - %s\n  notes:".formatted(numbering));
    assertThat(text).isNotEqualTo(good);
    var file = folder.resolve("plan.yaml");
    Files.writeString(file, text);
    int line = text.substring(0, text.indexOf("  - natural")).split("\n", -1).length + 1;
    for (var command : List.of("plan", "simulate")) {
      refused(folder, "plan.yaml:%d:".formatted(line), List.of(message), command, file.toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "^  method: .*\\n||realign has no 'method'",
        "^  unit: .*|  unit: metres|unit is 'metres'",
        "^  unit: .*\\n||realign has no 'unit'",
        "^    cost: .*|    cost: dear|cost is 'dear'",
        "^    bound_by: .*\\n||before has no 'bound_by'",
        "^    messages:\\n|    messages:\\n    - [1, 2]\\n|messages has 3 items",
        "numberings:\\n|numberings:\\n  - natural\\n|numberings has 3 items, expected 2",
        "kind: realign|kind: farm|kind is 'farm'",
      })
  void plans(String good, String bad, String message) throws IOException {
    var before = plan();
    var text =
        Pattern.compile(good, Pattern.MULTILINE)
            .matcher(before)
            .replaceFirst(bad == null ? "" : bad.replace("\\n", "\n"));
    assertThat(text).isNotEqualTo(before);
    var file = folder.resolve("plan.yaml");
    Files.writeString(file, text);
    refused(folder, "plan.yaml:", List.of(message, "expected"), "simulate", file.toString());
  }
}

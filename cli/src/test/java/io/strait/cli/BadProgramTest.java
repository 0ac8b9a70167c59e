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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link BadInputTest}, for programs. */
@Timeout(120)
final class BadProgramTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadPrograms.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadPrograms.GOOD_APP);
  }

  @Test
  void rightFilesArePlannedAndSimulated() {
    for (var command : List.of("plan", "simulate")) {
      var run = CommandLineRun.of(command, folder.toString());
      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isZero();
    }
  }

  static List<Bad> files() {
    return BadPrograms.all();
  }

  @ParameterizedTest
  @MethodSource
  void files(Bad bad) throws IOException {
    Files.writeString(folder.resolve(bad.file()), bad.text());
    for (var command : List.of("plan", "simulate")) {
      refused(folder, place(bad), bad.words(), command, folder.toString());
    }
    refused(folder, place(bad), bad.words(), "run", folder.toString(), "--folder", newFolder());
  }

  static List<Bad> runs() {
    return BadPrograms.runs();
  }

  @ParameterizedTest
  @MethodSource
  void runs(Bad bad) throws IOException {
    Files.writeString(folder.resolve(bad.file()), bad.text());
    refused(folder, place(bad), bad.words(), "run", folder.toString(), "--folder", newFolder());
  }

  private String place(Bad bad) {
    return folder.resolve(bad.blamed()) + ":" + bad.place() + ": ";
  }

  private String newFolder() {
    return folder.resolve("run").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "run --steps tomorrow --folder NEW,--steps 'tomorrow'",
    "run --steps stay --steps 9-machines --folder NEW,--steps '9-machines'",
    "simulate --candidate tomorrow,--candidate 'tomorrow'",
    "plan --budget free,--budget 'free'",
    "plan --budget -1,--budget '-1'",
    "plan --deadline soon,'soon'",
    "plan --objective best,best",
    "plan --master l1,--master is for farms",
    "plan --matrix m.txt,m.txt",
    "plan --what-if speed-of=3,speed-of",
    "run --time-scale 0 --folder NEW,--time-scale 0",
    "run --lease 5s --folder NEW,--lease is for farms",
  })
  void options(String line, String word) throws IOException {
    var words = new ArrayList<>(Arrays.asList(line.replace("NEW", newFolder()).split(" ")));
    words.add(folder.toString());
    refused(folder, "", List.of(word, "expected"), words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({"--deadline,1 us,fastest", "--budget,0.0000001,cheapest"})
  void nothingKeeps(String option, String value, String nearest) throws IOException {
    var before = listing(folder);
    var plan = folder.resolve("plan.yaml").toString();
    var ended = CommandLineRun.of("plan", folder.toString(), option, value, "-o", plan);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().strip())
        .doesNotContain("\n")
        .contains("no candidate keeps the %s; the %s, ".formatted(option.substring(2), nearest));
    assertThat(listing(folder)).isEqualTo(before);
  }

  /** A plan that somebody has changed is refused where it is wrong. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "host: pc1|host: vax|host 'vax' is not one that may work",
        "calculation: a|calculation: x|unknown calculation 'x'",
        "share: 1.0|share: 0.5|the shares of 'a' are 0.5 together",
        "share: 1.0|share: -1.0|share is -1.0",
        "here: true|here: maybe|here is 'maybe'",
        "best: (\\S+)|best: tomorrow|there is no candidate 'tomorrow'",
        "name: stay|name: stray|there is no candidate 'stay'",
        "rate_bound:|rate_band:|unknown key 'rate_band'",
      })
  void plans(String good, String bad, String word) throws IOException {
    var file = folder.resolve("plan.yaml");
    assertThat(CommandLineRun.of("plan", folder.toString(), "-o", file.toString()).exitCode())
        .isZero();
    var right = Files.readString(file);
    var plan = right.indexOf("\nplan:") < 0 ? 0 : right.indexOf("\nplan:");
    var wrong = right.substring(0, plan) + right.substring(plan).replaceFirst(good, bad);
    assertThat(wrong).isNotEqualTo(right);
    Files.writeString(file, wrong);
    for (var command : List.of("simulate", "run")) {
      var ended = CommandLineRun.of(command, file.toString());
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
      assertThat(ended.err().strip())
          .doesNotContain("\n")
          .containsPattern("plan\\.yaml:\\d+:\\d+: ")
          .contains(word, "expected");
    }
  }

  private static List<Path> listing(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}

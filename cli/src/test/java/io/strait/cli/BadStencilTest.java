package io.strait.cli;

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

/** As {@link BadInputTest}, for stencils. */
@Timeout(20)
final class BadStencilTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadStencils.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadStencils.GOOD_APP);
  }

  @Test
  void rightFilesArePlannedAndSimulated() {
    for (var command : List.of("plan", "simulate")) {
      var run = CommandLineRun.of(command, folder.toString());
      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("wavefront *");
    }
  }

  static Stream<Bad> files() {
    return Stream.concat(BadStencils.shape().stream(), BadStencils.sense().stream());
  }

  @ParameterizedTest
  @MethodSource
  void files(Bad bad) throws IOException {
    Files.writeString(folder.resolve(bad.file()), bad.text());
    for (var command : List.of("plan", "simulate")) {
      refused(bad.blamed() + ":" + bad.place() + ": ", bad.words(), command, folder.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "plan --master l1,--master is for farms",
    "plan --refine,--refine is for farms",
    "plan --efficiency 80%,--efficiency is for farms",
    "plan --objective fastest,--objective is for farms",
    "plan --method flow,--method is for farms",
    "simulate --master l1,--master is for farms",
    "simulate --work exponential,--work is for farms",
    "simulate --gap-down left-right=1h..2h,--gap-down is for farms",
    "simulate --trace x.json,--trace is for farms",
    "simulate --runs 0,--runs 0 is out of range",
    "plan --what-if band=1000,band is 1000",
    "plan --sweep band=0..10:3,band is '0'",
    "plan --plot x.png,--plot draws a sweep",
    "measure app,the app is a stencil",
  })
  void options(String line, String word) throws IOException {
    var words = new ArrayList<>(Arrays.asList(line.split(" ")));
    words.add(
        line.startsWith("measure") ? folder.resolve(BadInputs.APP).toString() : folder.toString());
    refused("", List.of(word, "expected"), words.toArray(String[]::new));
  }

  private void refused(String start, List<String> words, String... line) throws IOException {
    var before = listing(folder);
    var run = CommandLineRun.of(line);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().strip()).doesNotContain("\n").contains(start).contains(words);
    assertThat(listing(folder)).isEqualTo(before);
  }

  private static List<Path> listing(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Traces and troubles that a rehearsal refuses: the message says where, and what would be right.
 */
final class BadRehearsalTest {
  private static final String THREE = CommandLineRun.example("three-continents");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      commentCharacter = '!',
      textBlock =
          """
          0,1;10,7           | 2:4: the value 7.0, expected a share from 0 to 1
          0,1;10,-0.5        | 2:4: the value -0.5, expected a share from 0 to 1
          time,share;5,1;3,1 | 3:1: the time 3.0, expected times that rise
          0,1;#;3,1;3,1      | 4:1: the time 3.0, expected times that rise
          0,1;5,0            | 2:3: the last value is 0, expected one above zero
          0,1;5, much        | 2:4: 'much' is not a number, expected a line such as 10,0.5
          0,1;5,٣            | 2:3: '٣' is not a number, expected a line such as 10,0.5
          0,1;5              | 2:1: '5' has 1 columns, expected 2 such as 10,0.5
          0,1;5,1,1          | 2:1: '5,1,1' has 3 columns, expected 2 such as 10,0.5
          # nothing          | 1:1: the file has no numbers, expected lines of seconds,value
          """)
  void traces(String lines, String words) throws IOException {
    var file = write(lines);
    refused(file + ":" + words, "--host-trace", "es1=" + file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      commentCharacter = '!',
      textBlock =
          """
          1;-2     | 2:1: the value -2.0, expected a finite number of zero or more
          1; x     | 2:2: 'x' is not a number, expected a line such as 0.5
          0;0;0    | 3:1: the values add up to 0.0, expected a sum above zero
          # none   | 1:1: the file has no numbers, expected one in every line
          """)
  void work(String lines, String words) throws IOException {
    var file = write(lines);
    refused(file + ":" + words, "--work", "empirical:" + file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      commentCharacter = '!',
      textBlock =
          """
          --work       | empirical:     | --work 'empirical:' names no file, expected the path of one
          --work       | empirical      | --work 'empirical' names no file, expected the path of one
          --host-trace | es1=           | --host-trace 'es1=' names no file, expected the path of one
          --host-down  | x=1h..2h       | --host-down: no host 'x' in the grid, expected one such as: front, ar1, ar2, ar3, br1,
          --host-down  | es1=2h..1h     | --host-down 'es1=2h..1h' does not end after it begins, expected such as es1=1h..2h
          --host-down  | front=1h..2h   | --host-down: 'front' is the master's host, which is not rehearsed, expected a worker's
          """)
  void options(String option, String value, String words) throws IOException {
    refused(words, option, value);
  }

  @Test
  void theMasterIsNotSlowedDown() throws IOException {
    refused(
        "--host-trace: 'front' is the master's host", "--host-trace", "front=" + write("0,0.5"));
  }

  private Path write(String lines) throws IOException {
    return Files.writeString(folder.resolve("a.csv"), lines.replace(';', '\n') + "\n");
  }

  private void refused(String words, String option, String value) throws IOException {
    var before = files();
    var run = CommandLineRun.of("simulate", THREE, option, value);
    assertThat(run.err()).contains(words).contains("expected").hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run.out()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }
}

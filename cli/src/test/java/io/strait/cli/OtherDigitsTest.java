package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers are written with the digits 0 to 9: files and options refuse those of other scripts. */
final class OtherDigitsTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadInputs.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadInputs.GOOD_APP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          grid.yaml | count: 3      | count: ٣      | grid.yaml:11:26: count is '٣', expected a whole number
          grid.yaml | cores: 4      | cores: ４     | grid.yaml:11:68: cores is '４', expected a whole number
          grid.yaml | latency: 50   | latency: ٥٠   | latency: '٥٠ ms' is not a duration, expected
          grid.yaml | loss: 1%      | cost: ١       | cost is '١', expected a number from 0
          app.yaml  | tasks: 100    | tasks: १००    | app.yaml:3:8: tasks is '१००', expected a whole number
          app.yaml  | output: 64    | output: ६४    | output: '६४ KiB' is not
          """)
  void files(String file, String good, String bad, String words) throws IOException {
    var path = folder.resolve(file);
    Files.writeString(path, Files.readString(path).replace(good, bad));
    refused("plan " + folder, words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          simulate FOLDER --seed ٣            | --seed '٣' is not a whole number, expected
          simulate FOLDER --runs ٣            | --runs '٣' is not a whole number, expected
          simulate FOLDER --work uniform:٠    | --work 'uniform:٠' has no number, expected
          simulate FOLDER --work uniform:0x1  | --work 'uniform:0x1' has no number, expected
          simulate FOLDER --stagger ٣s        | --stagger: '٣s' is not a duration, expected
          plan FOLDER --efficiency ٥٠%        | --efficiency '٥٠%' is not a percentage, expected
          plan FOLDER --sweep tasks=١..٣      | expected two numbers with .. between them
          run FOLDER --time-scale ٣           | '--time-scale': '٣' is not a number, expected
          run FOLDER --metrics ٣              | '--metrics': '٣' is not a whole number
          run FOLDER --listen localhost:٣     | --listen 'localhost:٣' is not an address, expected
          measure app FOLDER --tasks ٣        | '--tasks': '٣' is not a whole number
          measure app FOLDER --tasks 5000000000 | '5000000000' is not a whole number up to 2147483647, expected
          measure app FOLDER --seconds 1d     | '--seconds': '1d' is not a number, expected
          """)
  void options(String line, String words) {
    refused(line.replace("FOLDER", folder.toString()), words);
  }

  private static void refused(String line, String words) {
    var run = CommandLineRun.of(Stream.of(line.split(" +")).toArray(String[]::new));
    assertThat(run.err()).contains(words).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run.out()).isEmpty();
  }
}

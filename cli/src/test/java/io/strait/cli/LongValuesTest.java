package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that is refused is shown, but not all of it if it is very long. */
final class LongValuesTest {
  private static final String MANY = "9".repeat(100_000);

  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadInputs.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadInputs.GOOD_APP);
  }

  @ParameterizedTest
  @CsvSource({
    "app.yaml, tasks: 100, tasks: MANY, app.yaml:3:8: tasks is '999",
    "app.yaml, app: sum, app: MANY, app.yaml:1:6: '999",
    "app.yaml, kind: farm, kind: MANY, app.yaml:2:7: ",
    "grid.yaml, count: 3, count: MANY, grid.yaml:11:26: count is '999",
    "grid.yaml, latency: 50 ms, latency: MANY ms, grid.yaml:13:58: latency: '999",
    "grid.yaml, home: left, home: MANY, grid.yaml:2:7: ",
  })
  void files(String file, String good, String bad, String words) throws IOException {
    var path = folder.resolve(file);
    Files.writeString(path, Files.readString(path).replace(good, bad.replace("MANY", MANY)));
    refused(words);
  }

  @ParameterizedTest
  @CsvSource({
    "--efficiency, MANY, --efficiency '999",
    "--objective, MANY, --objective '999",
    "--what-if, tasks=MANY, --what-if 'tasks=999",
    "--sweep, tasks=1..2:MANY, --sweep 'tasks=1..2:999",
    "--MANY, x, unknown option '--999",
  })
  void options(String option, String value, String words) {
    refused(words, option.replace("MANY", MANY), value.replace("MANY", MANY));
  }

  private void refused(String words, String... options) {
    var line = new ArrayList<>(List.of("plan", folder.toString()));
    line.addAll(List.of(options));
    var run = CommandLineRun.of(line.toArray(String[]::new));
    assertThat(run.err()).contains(words).contains("expected").hasLineCount(1);
    assertThat(run.err()).hasSizeLessThan(2_000);
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run.out()).isEmpty();
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./strait} as a real process. {@code ./check} builds it before the tests. */
@Tag("real")
class LauncherTest {
  @TempDir private Path folder;

  @BeforeEach
  void isBuilt() {
    assumeTrue(
        Files.exists(CommandLineRun.root().resolve("dist/built")),
        "strait is not built: run ./check");
  }

  private CommandLineRun launch(String... args) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(CommandLineRun.root().resolve("strait").toString()));
    words.addAll(List.of(args));
    var out = folder.resolve("out").toFile();
    var err = folder.resolve("err").toFile();
    var process =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(err)
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new CommandLineRun(
        process.exitValue(),
        Files.readString(out.toPath(), StandardCharsets.UTF_8),
        Files.readString(err.toPath(), StandardCharsets.UTF_8));
  }

  @Test
  void itPrintsItsVersion() throws Exception {
    var run = launch("--version");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).matches("strait \\d+\\.\\d+\\.\\d+( \\([0-9a-f]+(-dirty)?\\))?\\n");
  }

  @Test
  void itPlansFromAnyFolderWithoutColours() throws Exception {
    var run = launch("plan", CommandLineRun.example("three-continents"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("Using Spain and Brazil makes it 16.2 times faster")
        .doesNotContain("\u001b");
  }

  @Test
  void numbersLookTheSameInEveryLocale() throws Exception {
    var command =
        "JAVA_TOOL_OPTIONS='-Duser.language=de' '%s' plan '%s' --sweep 'links[argentina-spain].bandwidth=5KiB/s..60.5KiB/s:3'"
            .formatted(
                CommandLineRun.root().resolve("strait"),
                CommandLineRun.example("three-continents"));
    var process = new ProcessBuilder("bash", "-c", command).start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(out).contains("32.75 KiB/s").contains("16.208");
  }

  @Test
  void itTellsWrongInputByItsExitCode() throws Exception {
    var run = launch("plan", "nowhere");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).isEqualTo("nowhere:1:1: no such file, expected a YAML file\n");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void itEndsQuietlyWhenNobodyReadsOn() throws Exception {
    var script =
        "set -o pipefail; '%s' plan '%s' --format json | head -n 1 >/dev/null"
            .formatted(
                CommandLineRun.root().resolve("strait"),
                CommandLineRun.example("three-continents"));
    var process = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).doesNotContain("Exception");
  }
}

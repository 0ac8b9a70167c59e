package io.strait.cli;

import static io.strait.cli.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.cli.BadInputs.Bad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is wrong with the input or the usage ends with exit code 2, nothing on standard output,
 * nothing written, and one line that says where it is, what is wrong and what was expected. {@link
 * BadYamlTest} has files that are no trees of keys and values, {@link BadOptionTest} options.
 */
@Timeout(120)
final class BadInputTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    write(BadInputs.GRID, BadInputs.GOOD_GRID);
    write(BadInputs.APP, BadInputs.GOOD_APP);
  }

  @Test
  void rightFilesArePlanned() {
    var run = CommandLineRun.of("plan", folder.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isNotEmpty();
    assertThat(run.err()).isEmpty();
  }

  static Stream<Bad> files() {
    return Stream.of(BadInputs.shape(), BadInputs.sense(), runs()).flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource
  void files(Bad bad) throws IOException {
    write(bad.file(), bad.text());
    refused(
        folder, bad.blamed() + ":" + bad.place() + ": ", bad.words(), "plan", folder.toString());
  }

  /** Mistakes in the options of a folder. */
  static List<Bad> runs() {
    return List.of(
        runFile(
            "master: front\nspeed: 5\n",
            "2:1",
            "unknown key 'speed' in the run file",
            "efficiency"),
        runFile("efficiency: 0.9\n", "1:13", "efficiency: '0.9' has no unit", "such as 80%"),
        runFile("efficiency: 0%\n", "1:13", "efficiency is '0%'", "a number above zero"),
        runFile("efficiency: 150%\n", "1:13", "efficiency is 150%", "expected at most 100%"),
        runFile("objective: best\n", "1:12", "objective is 'best'", "efficient, fastest"),
        runFile("master: a b\n", "1:9", "'a b' is not a valid name for master", "letters, digits"),
        runFile("time-scale: 0\n", "1:13", "time-scale is '0'", "a number above zero"),
        runFile("time-scale: -2\n", "1:13", "time-scale is '-2'", "a number above zero"),
        runFile("time-scale: 2e9\n", "1:13", "time-scale is '2e9'", "at most 1e9"),
        runFile("time-scale: .nan\n", "1:13", "time-scale is '.nan'", "a number above zero"),
        runFile("time-scale: fast\n", "1:13", "time-scale is 'fast'", "a number above zero"),
        runFile("time-scale: [1]\n", "1:13", "time-scale is", "expected a text"),
        runFile("duration: 15\n", "1:11", "duration: '15' has no unit", "such as 0.2 ms"),
        runFile("duration: 0 s\n", "1:11", "duration is '0 s'", "a number above zero"),
        runFile(
            "time-scale: 5\nduration: 9 s\n",
            "2:11",
            "both duration and time-scale are given",
            "one of them"),
        runFile("steps: local\n", "1:8", "steps is 'local'", "expected a list"),
        runFile("steps: [local, best]\n", "1:16", "'best' is not a step", "local, multi"),
        runFile("reference: 5\n", "1:12", "reference is", "expected"),
        runFile("reference: {best: 5}\n", "1:13", "'best' is not a step", "local, multi"),
        runFile("reference: {local: 0}\n", "1:20", "a speedup is '0'", "a number above zero"));
  }

  private static Bad runFile(String text, String place, String... words) {
    return new Bad("run.yaml", text, text.strip(), "run.yaml", place, List.of(words));
  }

  @Test
  void missingFiles() throws IOException {
    Files.delete(folder.resolve(BadInputs.APP));
    var words = List.of("no such file", "expected a YAML file");
    refused(folder, "app.yaml:1:1: ", words, "plan", folder.toString());
    refused(folder, "none.yaml:1:1: ", words, "plan", path("none.yaml"), path(BadInputs.APP));
    refused(folder, "none.yaml:1:1: ", words, "plan", path("none.yaml"));
    Files.delete(folder.resolve(BadInputs.GRID));
    refused(folder, "grid.yaml:1:1: ", words, "plan", folder.toString());
  }

  @Test
  void folderInPlaceOfAFile() throws IOException {
    refused(
        folder,
        folder.getFileName() + ":1:1: ",
        List.of("not a file", "expected a YAML file"),
        "plan",
        path(BadInputs.GRID),
        folder.toString());
  }

  @Test
  void gridAlone() throws IOException {
    refused(
        folder,
        "grid.yaml:1:1: ",
        List.of("neither a plan nor an app", "expected GRID APP, a folder"),
        "plan",
        path(BadInputs.GRID));
  }

  @Test
  void swappedFiles() throws IOException {
    refused(
        folder,
        "app.yaml:1:1: ",
        List.of("unknown key 'app' in the grid file", "expected one of: grid, home"),
        "plan",
        path(BadInputs.APP),
        path(BadInputs.GRID));
  }

  @Test
  void planWithoutItsGrid() throws IOException {
    write(BadInputs.PLAN, "plan: a\napp: {app: a}\n");
    refused(
        folder,
        "plan.yaml:1:1: ",
        List.of("has no 'grid'", "expected grid: …"),
        "plan",
        path("plan.yaml"));
  }

  @Test
  void mistakeInsideAPlan() throws IOException {
    write(BadInputs.PLAN, "plan: a\ngrid:\n  grid: g\n  hoem: a\napp: {app: a}\n");
    refused(
        folder,
        "plan.yaml:4:3: ",
        List.of("unknown key 'hoem'", "expected"),
        "plan",
        path("plan.yaml"));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}

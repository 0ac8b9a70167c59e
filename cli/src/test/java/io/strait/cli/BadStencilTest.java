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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link BadInputTest}, for stencils. */
@Timeout(120)
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
      refused(
          folder, bad.blamed() + ":" + bad.place() + ": ", bad.words(), command, folder.toString());
    }
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
    "measure app,the app has no tasks to measure",
  })
  void options(String line, String word) throws IOException {
    var words = new ArrayList<>(Arrays.asList(line.split(" ")));
    words.add(
        line.startsWith("measure") ? folder.resolve(BadInputs.APP).toString() : folder.toString());
    refused(folder, "", List.of(word, "expected"), words.toArray(String[]::new));
  }

  /** What only a run finds out. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "io.strait.apps.Heat|io.strait.apps.Cold|17:6|class 'io.strait.apps.Cold'",
        "io.strait.apps.Heat|java.lang.String|17:6|java.lang.String",
        "io.strait.apps.Heat|io.strait.apps.Mandelbrot|17:6|not a kernel",
        "type: float|type: int|17:6|does not compute cells of type int",
        "hot: 100|hot: warm|17:6|'warm'",
        "hot: 100|cool: 100|17:6|'cool'",
        "{hot: 100}}|{hot: 100}|18:1|",
      })
  void programs(String good, String bad, String place, @Nullable String word) throws IOException {
    var app = folder.resolve(BadInputs.APP);
    Files.writeString(app, BadStencils.GOOD_APP.replace(good, bad));
    refused(
        folder,
        app + ":" + place + ": ",
        List.of(word == null ? "" : word, "expected"),
        "run",
        folder.toString(),
        "--folder",
        folder.resolve("run").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "--fail-fast,--fail-fast is for farms",
    "--lease 5s,--lease is for farms",
    "--master l1,--master is for farms",
    "--efficiency 80%,--efficiency is for farms",
    "--steps local,--steps 'local'",
    "--steps magic,'magic'",
    "--workers processes --mpi lam,--mpi 'lam'",
    "--mpi mpich,--mpi with --workers embedded",
    "--workers processes --listen localhost:0 --plaintext,--listen with --workers processes",
    "--workers some,--workers 'some'",
    "--workers none,--workers none without --listen",
    "--workers none --listen localhost:0 --plaintext --duration 5s,--duration with --workers none",
    "--time-scale 0,--time-scale 0",
    "--duration soon,--duration 'soon'",
  })
  void runs(String options, String word) throws IOException {
    var line = new ArrayList<>(List.of("run", folder.toString()));
    line.addAll(List.of("--folder", folder.resolve("run").toString()));
    line.addAll(Arrays.asList(options.split(" ")));
    refused(folder, "", List.of(word, "expected"), line.toArray(String[]::new));
  }
}

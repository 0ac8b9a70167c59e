package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.launch.Launcher;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code strait measure link} and {@code strait probe} as processes on this machine. */
@Timeout(180)
class MeasureLinkCommandTest {
  @TempDir private Path temporary;

  @Test
  @Tag("real")
  void loopbackIntoAGridFile() throws IOException {
    var grid = temporary.resolve("grid.yaml");
    Files.writeString(grid, "grid: g\nclusters:\n  c: # here\n    hosts: [{name: a}, {name: b}]\n");
    var plot = temporary.resolve("figure3.svg");
    var run =
        CommandLineRun.of(
            "measure",
            "link",
            "--time",
            "1s",
            "--bytes",
            "100 MB",
            "--format",
            "json",
            "-o",
            grid.toString(),
            "--into",
            "c",
            "--plot",
            plot.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    var json = run.json();
    assertThat(json.get("over").asString()).isEqualTo("TCP on this machine");
    assertThat(json.get("cost_bytes").asLong()).isBetween(1_000_000L, 100_000_000L);
    assertThat(json.get("sizes").get(0).get("bytes").asInt()).isEqualTo(64);
    assertThat(json.get("sizes").get(0).get("round_trip_s").asDouble()).isPositive();
    assertThat(json.has("law_holds")).isTrue();
    assertThat(json.get("verdict").asString()).contains(" The law is within 10 % for ");
    assertThat(run.err()).contains("wrote " + grid, "wrote " + plot);
    assertThat(plot).content().contains("<svg");
    assertThat(grid)
        .content()
        .startsWith("grid: g\nclusters:\n  c: # here\n")
        .contains("    hosts: [{name: a}, {name: b}]\n", "    lan: {bandwidth: ");
    var lan = GridFile.read(Document.read(grid)).clusters().getFirst().lan();
    assertThat(lan.bandwidth().bytesPerSecond())
        .isCloseTo(json.get("bandwidth_bytes_per_s").asDouble(), withinPercentage(0.1));
  }

  @Test
  @Tag("real")
  void aProbeThatListensAndAnEndInOrder() throws IOException, InterruptedException {
    var probe = strait("probe", "--listen", "localhost:0", "--plaintext");
    var err = probe.errorReader(StandardCharsets.UTF_8);
    var line = err.readLine();
    assertThat(line).matches("a probe listens at port \\d+");
    var address = "localhost:" + line.substring(line.lastIndexOf(' ') + 1);

    var run = CommandLineRun.of("measure", "link", address, "--plaintext", "--time", "1s");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("TCP with " + address + ": messages of 64 to ")
        .containsPattern("\nmessage-setup +\\S+ us ")
        .containsPattern("\nA small message arrives after .*%\\)?.*\nIt cost \\S+ [MG]B in ");
    assertThat(err.readLine()).isEqualTo("a measurement begins");
    assertThat(err.readLine()).startsWith("served a measurement of ");

    // A measurement that is stopped, and then the probe.
    var measuring = strait("measure", "link", address, "--plaintext", "--time", "60s");
    assertThat(err.readLine()).isEqualTo("a measurement begins");
    measuring.toHandle().destroy(); // leaves what it printed readable
    assertThat(measuring.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(measuring.exitValue()).isEqualTo(1);
    assertThat(measuring.errorReader().readLine()).isEqualTo("strait: stopped before it was done");
    assertThat(err.readLine()).startsWith("a measurement failed: the ");
    probe.toHandle().destroy();
    assertThat(probe.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(probe.exitValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  @Tag("real")
  void twoRanksOfAnMpiJob(String library) {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mpirun." + library)), library);
    var run =
        CommandLineRun.of(
            "measure",
            "link",
            "--mpi",
            library,
            "--time",
            "1s",
            "--sizes",
            "64 B, 1 KiB, 64 KiB, 256 KiB",
            "--format",
            "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().get("over").asString()).contains("MPI").endsWith("on this machine");
    assertThat(run.json().get("sizes")).hasSize(4);
  }

  private static Process strait(String... args) throws IOException {
    var command = new ArrayList<>(new Launcher(Main.class.getName(), null).command());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).start();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost | 2 | is not an address, expected HOST:PORT",
        "localhost:x | 2 | is not an address, expected HOST:PORT",
        "no.such.host.invalid:7 --plaintext-across-gaps | 2 | there is no host",
        "far.example.org:7 | 2 | no --identity, expected --identity",
        "localhost:1 --plaintext | 1 | nothing answers at localhost:1",
        "localhost:1 --identity no/such | 2 | there is no such file",
        "localhost:1 --listen 7 | 2 | expected one of them",
        "--mpi none | 2 | --mpi none, expected one of: auto, openmpi, mpich",
        "--mpi lam | 2 | --mpi 'lam', expected one of",
        "--listen 70000 --plaintext | 2 | is not a port, expected PORT",
        "--time 0s | 2 | --time 0s is out of range, expected 0.5 s to",
        "--time soon | 2 | --time: 'soon' is not",
        "--bytes 10kB | 2 | --bytes 10kB, expected 1 MB or more",
        "--interval 0% | 2 | --interval 0%, expected more than 0%",
        "--sizes 1kB | 2 | expected at least 3 sizes",
        "--sizes 1kB,2kB,1GB | 2 | --sizes 1GB, expected whole bytes from 1 B to 64 MiB",
        "--sizes 1kB,2kB,many | 2 | --sizes: 'many' is not",
        "--fit 1kB | 2 | --fit 1kB, expected two sizes such as 64 B..256 KiB",
        "--fit 2kB..1kB | 2 | --fit 2kB..1kB, expected a size and a larger one",
        "--fit 1kB..many | 2 | --fit: 'many' is not",
        "--fit 600B..700B | 2 | --fit 600B..700B has 0 of the sizes, expected at least 3",
        "--bus 5MB/s | 2 | --bus 5MB/s without --series",
        "localhost:1 --series x.csv | 2 | expected one of them",
        "--series no/such.csv | 2 | no/such.csv:1:1: no such file",
        "--series no/such.csv --time 1s | 2 | --time with --series no/such.csv",
        "--plot figure.doc | 2 | is not a picture, expected a .svg or .png file",
        "-o no/such/grid.yaml | 2 | the folder of 'no/such/grid.yaml' does not exist",
        "--into a | 2 | --into a without a grid file",
        "--nonsense | 2 | unknown option '--nonsense'"
      })
  void badInput(String args, int code, String message) {
    var all = new ArrayList<>(List.of("measure", "link"));
    all.addAll(List.of(args.split(" ")));
    var run = CommandLineRun.of(all.toArray(String[]::new));
    assertThat(run.err()).contains(message).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(code);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aGridFileThatIsNoneIsLeftAlone() throws IOException {
    var file = temporary.resolve("app.yaml");
    Files.writeString(file, "app: x\n");
    var run = CommandLineRun.of("measure", "link", "-o", file.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith(file + ":1:1: ").hasLineCount(1);
    assertThat(file).hasContent("app: x\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | expected one of --listen PORT, --connect HOST:PORT and --join HOST:PORT",
        "--listen 7 --connect a:7 | expected one of --listen PORT, --connect HOST:PORT and --join"
            + " HOST:PORT",
        "--connect nowhere | is not an address, expected HOST:PORT",
        "--listen 7 | no --identity, expected --identity",
        "--listen 0.0.0.0:7 --plaintext | --plaintext with 0.0.0.0, expected an address of this",
        "--connect localhost:1 --plaintext --patience soon | --patience: 'soon' is not"
      })
  void badProbes(String args, String message) {
    var all = new ArrayList<>(List.of("probe"));
    all.addAll(args.isEmpty() ? List.of() : List.of(args.split(" ")));
    var run = CommandLineRun.of(all.toArray(String[]::new));
    assertThat(run.err()).contains(message).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
  }
}

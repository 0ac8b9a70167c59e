package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.launch.Launcher;
import io.strait.measure.series.SeriesFolder;
import io.strait.measure.series.StoredSeries;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code strait measure watch}, {@code measure show} and {@code plan --forecast}. */
@Timeout(120)
class SeriesCommandsTest {
  private static final String EXAMPLE = CommandLineRun.example("forecast");

  @TempDir private Path temporary;

  private Path grid() throws IOException {
    var grid = temporary.resolve("grid.yaml");
    Files.writeString(
        grid,
        """
        grid: g
        home: a
        clusters:
          a: {hosts: [{name: m, role: master}, {name: w, count: 2, rate: 1/s}]}
          b: {hosts: [{name: x, count: 4, rate: 1/s}]}
        links:
          - {between: [a, b], bandwidth: 1 MB/s, latency: 5 ms}
        """);
    return grid;
  }

  private StoredSeries series(String file) {
    return new SeriesFolder(temporary.resolve("grid.series"))
        .read().stream().filter(each -> each.name().file().equals(file)).findFirst().orElseThrow();
  }

  @Test
  void thisMachineIsWatchedAndShown() throws IOException {
    var grid = grid();
    for (int i = 1; i <= 2; i++) {
      var run =
          CommandLineRun.of(
              "measure",
              "watch",
              grid.toString(),
              "--host",
              "w1",
              "--every",
              "0.1s",
              "--rounds",
              "3");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err())
          .contains("watching the free CPU of this machine as host w1 every 0.1s, into ")
          .contains("values in 1 series, 3 rounds, to ");
    }
    var series = series("available@w1.csv");
    assertThat(series.count()).as("both go on in one file").isBetween(3, 6);
    assertThat(Arrays.stream(series.series().values())).allMatch(share -> share >= 0 && share <= 1);
    assertThat(series.lastSeconds()).isCloseTo(System.currentTimeMillis() * 1e-3, within(3600.0));

    var plot = temporary.resolve("series.svg");
    var show =
        CommandLineRun.of(
            "measure", "show", grid.toString(), "--format", "json", "--plot", plot.toString());
    assertThat(show.exitCode()).as(show.err()).isZero();
    var json = show.json().get("series").get(0);
    assertThat(json.get("series").asString()).isEqualTo("host w1 available");
    assertThat(json.get("values").asInt()).isEqualTo(series.count());
    assertThat(json.get("last").asDouble()).isEqualTo(series.lastValue());
    assertThat(json.get("low").asDouble()).isLessThanOrEqualTo(json.get("forecast").asDouble());
    assertThat(plot).content().contains("<svg");
  }

  @Test
  @Tag("real")
  void aLinkIsWatchedUntilCtrlC() throws IOException, InterruptedException {
    var grid = grid();
    var probe = strait("probe", "--listen", "localhost:0", "--plaintext");
    try {
      var line = probe.errorReader(StandardCharsets.UTF_8).readLine();
      var link = "a-b=localhost:" + line.substring(line.lastIndexOf(' ') + 1);
      var watch =
          strait(
              "measure",
              "watch",
              grid.toString(),
              "--link",
              link,
              "--plaintext",
              "--every",
              "0.2s",
              "--bytes",
              "1 MB");
      var err = watch.errorReader(StandardCharsets.UTF_8);
      assertThat(err.readLine()).startsWith("watching a-b with the probe at localhost:");
      var file = temporary.resolve("grid.series/latency@a-b.csv");
      while (!Files.exists(file) || Files.readAllLines(file).size() < 4) {
        Thread.sleep(50);
      }
      // Nobody else may write there meanwhile.
      var second =
          CommandLineRun.of("measure", "watch", grid.toString(), "--host", "w1", "--rounds", "1");
      assertThat(second.exitCode()).isEqualTo(2);
      assertThat(second.err()).contains("another process writes series there");
      watch.toHandle().destroy();
      assertThat(watch.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.exitValue()).isZero();
      assertThat(err.readLine()).matches("wrote \\d+ values in 2 series, \\d+ rounds, to .*");
      assertThat(Arrays.stream(series("latency@a-b.csv").series().values()))
          .allMatch(v -> v > 0 && v < 5);
      assertThat(Arrays.stream(series("bandwidth@a-b.csv").series().values()))
          .allMatch(v -> v > 1e3);
    } finally {
      probe.toHandle().destroy();
    }
  }

  private static Process strait(String... args) throws IOException {
    var command = new ArrayList<>(new Launcher(Main.class.getName(), null).command());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).start();
  }

  /** One that does not answer is said once, and does not keep others from being watched. */
  @Test
  void aProbeThatIsNotThere() throws IOException {
    var run =
        CommandLineRun.of(
            "measure",
            "watch",
            grid().toString(),
            "--link",
            "b-a=localhost:1",
            "--plaintext",
            "--host",
            "w",
            "--every",
            "0.1s",
            "--rounds",
            "3");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .contains("never a value from b-a with the probe at localhost:1")
        .doesNotContain("never a value from the free CPU");
    assertThat(run.err()).containsOnlyOnce("nothing from b-a with the probe at localhost:1: ");
    assertThat(series("available@w.csv").count()).isPositive();
  }

  @Test
  void nothingListens() throws IOException {
    var run =
        CommandLineRun.of(
            "measure",
            "watch",
            grid().toString(),
            "--link",
            "a-b=localhost:1",
            "--plaintext",
            "--every",
            "0.1s",
            "--rounds",
            "2");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains("wrote 0 values in 0 series, 2 rounds");
  }

  private void write(String file, String title, double... values) throws IOException {
    var text = new StringBuilder("seconds," + title + "\n");
    for (int i = 0; i < values.length; i++) {
      text.append("%d,%s%n".formatted(60 * (i + 1), values[i]));
    }
    Files.writeString(
        Files.createDirectories(temporary.resolve("grid.series")).resolve(file), text);
  }

  /** A plan with a series that says little has a wide interval, and says which series it is. */
  @Test
  void aSeriesOfFewValues() throws IOException {
    var grid = grid();
    write("available@w.csv", "share", 0.8, 0.8, 0.8);
    var app = temporary.resolve("app.yaml");
    Files.writeString(app, "app: one\nkind: farm\ntasks: 600\n");
    var plan = CommandLineRun.of("plan", grid.toString(), app.toString(), "--forecast");
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains(
            "Note: host w available: 3 values are too few to know how far off forecasts are, so the"
                + " interval is wide (expected 20 or more).");
    var json =
        CommandLineRun.of("plan", grid.toString(), app.toString(), "--forecast", "--format", "json")
            .json();
    var forecast = json.get("forecast");
    assertThat(forecast.get("most_speedup").asDouble())
        .isGreaterThan(1.1 * forecast.get("least_speedup").asDouble());
    var few = json.get("series").get(0);
    assertThat(few.get("low").asDouble()).isLessThan(0.51);
    assertThat(few.get("high").asDouble()).isEqualTo(1);
    assertThat(few.get("notes").get(0).asString()).startsWith("3 values are too few");
    write("available@w.csv", "share", 0, 0, 0);
    assertThat(CommandLineRun.of("plan", grid.toString(), app.toString(), "--forecast").out())
        .contains("Note: host w available: a forecast of 0 % is planned with as 1 %");
    write("task-time@w@one.csv", "task_s", 1, 0);
    var none = CommandLineRun.of("plan", grid.toString(), app.toString(), "--forecast");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err())
        .contains("task-time@w@one.csv:3:1: task_s: '0.0', expected a time above zero");
  }

  /** The column and JSON have the time that was asked for; a note says if the series is short. */
  @Test
  void aTimeThatASeriesIsTooShortFor() {
    var show = CommandLineRun.of("measure", "show", EXAMPLE, "--over", "20d");
    assertThat(show.exitCode()).as(show.err()).isZero();
    assertThat(show.out())
        .contains("  20 d 0 h  ")
        .contains(
            "Note: host node available: the series is too short for 20 d 0 h (expected five times"
                + " as long): this is the forecast over ");
    var json =
        CommandLineRun.of("measure", "show", EXAMPLE, "--over", "20d", "--format", "json")
            .json()
            .get("series")
            .get(0);
    assertThat(json.get("over_s").asDouble()).isEqualTo(20 * 86_400);
    assertThat(json.get("forecast_over_s").asDouble()).isBetween(3600.0, 86_400.0);
    assertThat(json.get("notes").get(0).asString()).contains("too short for 20 d 0 h");
  }

  @Test
  void whatARunHasSeen() throws IOException {
    var folder = RunFolders.threeContinents(temporary.resolve("run")).write();
    var grid = temporary.resolve("grid.yaml");
    Files.copy(Path.of(CommandLineRun.example("three-continents"), "grid.yaml"), grid);
    for (int i = 0; i < 2; i++) {
      var run =
          CommandLineRun.of(
              "measure",
              "watch",
              grid.toString(),
              "--from-run",
              folder.toString(),
              "--every",
              "1h");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).contains(i == 0 ? " series, 1 round, to " : "wrote 0 values in 0 ");
    }
    // As the events have it, counted again without any of the code.
    var lines = Files.readAllLines(folder.resolve("events.tsv"));
    var node =
        lines.stream()
            .filter(line -> line.startsWith("n\t") && line.endsWith("\tes1"))
            .map(line -> line.split("\t", -1)[1])
            .findFirst()
            .orElseThrow();
    var took =
        lines.stream()
            .filter(line -> line.startsWith("t\t") && line.split("\t", -1)[2].equals(node))
            .map(line -> line.split("\t", -1))
            .filter(fields -> Long.parseLong(fields[1]) < 3_600_000)
            .mapToDouble(fields -> Double.parseDouble(fields[4]) / 1e3)
            .average()
            .orElseThrow();
    var series = series("task-time@es1@srmsd.csv");
    assertThat(series.series().values()[0]).isCloseTo(took, within(1e-5 * took));
    assertThat(series.series().seconds()[0]).isEqualTo(1_767_272_400); // 13:00 of that day
    var carried = series("carried@argentina-spain.csv").series().values();
    assertThat(Arrays.stream(carried).max().orElseThrow()).isBetween(1e3, 21.1 * 1024);
  }

  @Test
  void aPlanWithForecasts() throws IOException {
    var plan = temporary.resolve("plan.yaml");
    var run =
        CommandLineRun.of("plan", EXAMPLE, "--forecast", "--format", "json", "-o", plan.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    var json = run.json();
    var forecast = json.get("forecast");
    double least = forecast.get("least_speedup").asDouble();
    double most = forecast.get("most_speedup").asDouble();
    double speedup = json.get("total").get("speedup").asDouble();
    assertThat(speedup).isBetween(least, most);
    assertThat(most).isGreaterThan(1.05 * least);
    assertThat(json.get("verdict").asString())
        .contains("times faster, %.1f to %.1f,".formatted(least, most));
    assertThat(json.get("total").get("least_time_s").asDouble())
        .isEqualTo(forecast.get("least_time_s").asDouble());
    assertThat(json.get("series")).hasSize(3);
    // The plan's grid has the forecasts in it.
    var bandwidth = json.get("series").get(1);
    assertThat(bandwidth.get("series").asString()).isEqualTo("gap office-campus bandwidth");
    var written = Document.read(plan);
    assertThat(Files.readString(plan)).contains("least_time_s");
    var planned = CommandLineRun.of("simulate", plan.toString(), "--format", "json");
    assertThat(planned.exitCode()).as(planned.err()).isZero();
    assertThat(written.root()).isNotNull();
    // The same twice.
    assertThat(CommandLineRun.of("plan", EXAMPLE, "--forecast", "--format", "json").out())
        .isEqualTo(run.out());
  }

  /** Other kinds are planned with the forecasts, and say that their promise is no interval. */
  @Test
  void aStencilWithForecasts() throws IOException {
    var folder = Files.createDirectories(temporary.resolve("series"));
    Files.writeString(
        folder.resolve("latency@east-west.csv"),
        "seconds,latency_ms\n1,300\n2,300\n3,300\n4,300\n");
    var run =
        CommandLineRun.of(
            "plan", CommandLineRun.example("heat"), "--forecast", "--series", folder.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "forecasts instead of the grid file's values; plans of this kind give no interval")
        .contains("gap east-west latency");
    var same =
        CommandLineRun.of(
            "plan",
            CommandLineRun.example("heat"),
            "--what-if",
            "links[east-west].latency=300ms",
            "--format",
            "json");
    assertThat(run.out()).startsWith(same.json().get("after").get("verdict").asString());
  }

  @Test
  void theSeriesAreThoseOfTheGrid() {
    var grid = GridFile.read(Document.read(Path.of(EXAMPLE, "grid.yaml")));
    assertThat(grid.links()).hasSize(1);
    var plain = CommandLineRun.of("plan", EXAMPLE, "--format", "json").json();
    assertThat(plain.has("forecast")).isFalse();
    assertThat(plain.get("verdict").asString()).doesNotContain(" to ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measure watch GRID | nothing to watch, expected --host NAME, --link A-B=HOST:PORT or"
            + " --from-run RUN",
        "measure watch GRID --host z | --host: no host 'z' in the grid, expected one such as: m, w,"
            + " x",
        "measure watch GRID --link a-c=localhost:1 --plaintext | --link: no gap or cluster 'a-c' in"
            + " the grid, expected one such as: a-b, a, b",
        "measure watch GRID --link localhost:1 --plaintext | --link 'localhost:1' is not"
            + " A-B=HOST:PORT, expected such as a-b=far.example.org:7078",
        "measure watch GRID --link a-b=localhost:1 | no --identity, expected --identity DIR/NAME"
            + " (strait cert makes one), or --plaintext",
        "measure watch GRID --link a-b=localhost:1 --plaintext --bytes 3B | --bytes 3B, expected 10"
            + " kB to 1 TB",
        "measure watch GRID --host w1 --every 1ms | --every 1ms is out of range, expected 0.1 s to"
            + " 30 d",
        "measure watch GRID --host w1 --rounds 0 | --rounds 0, expected 1 or more",
        "measure watch GRID --host w1 --keep 5 | --keep 5 is out of range, expected 100 to 1000000",
        "measure watch GRID --from-run nowhere | nowhere: no such folder, expected the folder of a"
            + " run",
        "measure show GRID | grid.series: no such folder, expected the series that strait measure"
            + " watch writes",
        "measure show GRID --over 0s | --over '0s', expected a time above zero such as 2h",
        "measure show GRID --plot x.pdf | --plot 'x.pdf' is not a picture, expected a .svg or .png"
            + " file",
        "plan EXAMPLE --series x | --series x goes with --forecast, expected both",
        "plan EXAMPLE --forecast --series x | x: no such folder, expected the series that strait"
            + " measure watch writes",
        "plan EXAMPLE --forecast --what-if tasks=1 | --forecast plans with what is, --what-if and"
            + " --sweep with what might be; expected one of them"
      })
  void wrongUsage(String line, String message) throws IOException {
    var grid = grid().toString();
    var args =
        Arrays.stream(line.split(" ", -1))
            .map(word -> word.equals("GRID") ? grid : word.equals("EXAMPLE") ? EXAMPLE : word)
            .toArray(String[]::new);
    var run = CommandLineRun.of(args);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
    assertThat(temporary.resolve("grid.series")).doesNotExist();
  }
}

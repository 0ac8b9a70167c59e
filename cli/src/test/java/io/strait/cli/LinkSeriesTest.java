package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code strait measure link --series}: equations (13) to (19) of paper porting. */
class LinkSeriesTest {
  private static final String LAM = CommandLineRun.example("porting/lam-mpi.csv");
  private static final String TCP = CommandLineRun.example("porting/tcp.csv");

  @TempDir private Path folder;

  private static CommandLineRun link(String series, String... more) {
    var words = new ArrayList<>(List.of("measure", "link", "--series", series));
    words.addAll(List.of(more));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  private static JsonNode json(String series, String... more) {
    var words = new ArrayList<>(List.of(more));
    words.addAll(List.of("--format", "json"));
    var run = link(series, words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json();
  }

  /** The paper's column of (16). */
  @Test
  void columnOfLamMpi() {
    var column = new double[] {.31, .73, .99, 1.17, 1.35, 1.79, 1.91, 2.01, 2.09, 2.1};
    var sizes = json(LAM).get("sizes");
    assertThat(sizes).hasSize(column.length);
    for (int i = 0; i < column.length; i++) {
      assertThat(sizes.get(i).get("fitted_bytes_per_s").asDouble() / 1e6)
          .isCloseTo(column[i], withinPercentage(2.5));
    }
  }

  /** The paper's own table 2 has 0.47 ms, which is not even in the interval. */
  @Test
  void setupOfLamMpi() {
    var json = json(LAM);
    var setup = json.get("message_setup_s");
    assertThat(setup.get("value").asDouble()).isCloseTo(0.55e-3, withinPercentage(3));
    assertThat(setup.get("interval").get(0).asDouble()).isGreaterThan(0.47e-3);
    assertThat(setup.get("interval").get(1).asDouble()).isGreaterThan(0.55e-3);
    assertThat(json.at("/sizes/0/setup_s").asDouble()).isCloseTo(0.55e-3, within(2e-6)); // (17)
    assertThat(json.at("/sizes/9/setup_s").isNull()).isTrue();
    assertThat(json.at("/long_bandwidth_bytes_per_s/value").asDouble())
        .isCloseTo(2.1e6, withinPercentage(2));
    assertThat(json.at("/law_holds/to_bytes").asInt()).isEqualTo(640_000);
    assertThat(json.at("/law_holds/sizes_off").asInt()).isEqualTo(1);
  }

  @Test
  void figuresOfTcp() {
    var json = json(TCP);
    assertThat(json.at("/message_setup_s/value").asDouble()).isCloseTo(0.32e-3, within(3e-6));
    assertThat(json.at("/long_bandwidth_bytes_per_s/value").asDouble())
        .isCloseTo(2.5e6, withinPercentage(2));
    var column = new double[] {.5, 1.07, 1.39, 1.59};
    for (int i = 0; i < column.length; i++) {
      assertThat(json.get("sizes").get(i).get("fitted_bytes_per_s").asDouble() / 1e6)
          .isCloseTo(column[i], withinPercentage(1));
    }
    assertThat(json.get("bus_bytes_per_s").isNull()).isTrue();
    assertThat(json.at("/sizes/0/fitted_cpu").isNull()).isTrue();
    assertThat(json.has("cost_bytes")).isFalse();
  }

  /** (19) for large messages. */
  @Test
  void shareOfTheCpu() {
    assertThat(link(LAM, "--bus", "5.3MB/s").out()).contains("MB/s with 39 % of the CPU");
    assertThat(link(TCP, "--bus", "11MB/s").out()).contains("MB/s with 23 % of the CPU");
    assertThat(json(LAM, "--bus", "5.3MB/s").at("/sizes/9/fitted_cpu").asDouble())
        .isCloseTo(0.39, within(5e-3));
    assertThat(link(LAM).out()).doesNotContain("CPU");
  }

  /** Shares that (19) gives lead back to the bus. */
  @Test
  void busFromSharesInTheFile() throws IOException {
    var text = new StringBuilder("throughput, cpu, size\n");
    for (int bytes = 64; bytes <= 1 << 20; bytes *= 4) {
      double seconds = 1e-4 + bytes / 1e7;
      text.append(
          "%s MB/s, %s%%, %d B\n"
              .formatted(bytes / seconds / 1e6, 100 * (1e-4 + bytes / 4e7) / seconds, bytes));
    }
    var json = json(file(text.toString()));
    assertThat(json.at("/message_setup_s/value").asDouble()).isCloseTo(1e-4, within(1e-7));
    assertThat(json.at("/bus_bytes_per_s/value").asDouble()).isCloseTo(4e7, within(1e4));
    assertThat(json.at("/law_holds/is_all").asBoolean()).isTrue();
    var refused = link(file(text.toString()), "--bus", "1MB/s");
    assertThat(refused.err()).contains("--bus 1MB/s with CPU shares in").hasLineCount(1);
    assertThat(refused.exitCode()).isEqualTo(2);
  }

  /** A bandwidth that falls with the size, as on loopback: the law cannot hold everywhere. */
  @Test
  void whereTheLawHoldsIsTold() throws IOException {
    var text = new StringBuilder("bytes,MB/s\n");
    for (int bytes = 64; bytes <= 1 << 24; bytes *= 2) {
      double seconds = 1e-6 + bytes / (bytes <= 1 << 20 ? 4e9 : 2e9);
      text.append("%d,%s\n".formatted(bytes, bytes / seconds / 1e6));
    }
    var file = file(text.toString());
    var run = link(file);
    assertThat(run.out())
        .contains("The law is within 10 % for messages of 64 to 1048576 B")
        .contains(" % too high, and messages of 16777216 B flow at 2 GB/s.");
    var holds = json(file).get("law_holds");
    assertThat(holds.get("to_bytes").asInt()).isEqualTo(1 << 20);
    assertThat(holds.get("is_all").asBoolean()).isFalse();
    assertThat(holds.get("greatest_error_elsewhere").asDouble()).isGreaterThan(0.5);
    var fitted = json(file, "--fit", "64 B..1 MiB");
    assertThat(fitted.at("/law_holds/is_all").asBoolean()).isTrue();
    assertThat(fitted.get("bandwidth_bytes_per_s").asDouble()).isCloseTo(4e9, within(1e6));
    assertThat(fitted.get("sizes")).hasSize(19);
  }

  /** What the series says nothing about stays in the grid file. */
  @Test
  void intoAGridFileAndAPicture() throws IOException {
    var grid = folder.resolve("grid.yaml");
    Files.writeString(
        grid,
        """
        grid: g
        clusters:
          c: # here
            lan: {latency: 3 ms, bandwidth: 1 MB/s, cpu: 39%}
            hosts: [{name: a}, {name: b}]
        """);
    var plot = folder.resolve("figure3.svg");
    var run = link(LAM, "-o", grid.toString(), "--into", "c", "--plot", plot.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("wrote " + grid, "wrote " + plot);
    assertThat(grid)
        .content()
        .contains("latency: 3 ms", "bandwidth: 2070 kB/s", "message-setup: 534.5 us", "cpu: 39%");
    assertThat(plot).content().contains("<svg");
    link(LAM, "-o", grid.toString(), "--bus", "5.3 MB/s");
    assertThat(grid).content().contains("latency: 3 ms", "bus: 5.3 MB/s").doesNotContain("cpu:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1:1: the file is empty, expected a first line such as bytes,MB/s",
        "'# nothing;' | 1:1: the file is empty",
        "bytes,MB/s; | 1:1: the file has 0 sizes of messages, expected at least 3",
        "bytes,MB/s;200,.31; | 2:1: the file has 1 sizes of messages, expected at least 3",
        "bytes,MB/s;200,1;200,2;200,3; | 4:1: the file has 1 sizes of messages, expected at least"
            + " 3",
        "200,.31;600,.73; | 1:1: '200' is not the name of a column, expected a first line",
        "bytes,speed; | 1:1: 'speed' is not the name of a column",
        "bytes,bytes; | 1:1: column 'bytes' is there twice",
        "bytes,size,MB/s; | 1:1: 'bytes,size,MB/s' has not one column of sizes",
        "bytes,cpu; | 1:1: 'bytes,cpu' has not one column of sizes",
        "bytes,MB/s,cpu-here; | 1:1: 'bytes,MB/s,cpu-here' has CPU shares of one end",
        "bytes,MB/s;200; | 2:1: '200' has 1 columns, expected 2: bytes,MB/s",
        "bytes,MB/s;many,1; | 2:1: 'many' is not a size",
        "bytes,MB/s;0,1; | 2:1: a message of '0', expected whole bytes from 1 to",
        "bytes,MB/s;-5,1; | 2:1: a message of '-5', expected whole bytes from 1 to",
        "bytes,MB/s;1.5,1; | 2:1: a message of '1.5', expected whole bytes from 1 to",
        "bytes,MB/s;8 GB,1; | 2:1: a message of '8 GB', expected whole bytes from 1 to",
        "bytes,MB/s;200,fast; | 2:1: 'fast' is not a bandwidth",
        "bytes,MB/s;200,0; | 2:1: a throughput of '0', expected more than zero",
        "bytes,MB/s;200,-1; | 2:1: a throughput of '-1', expected more than zero",
        "bytes,MB/s;200,NaN; | 2:1: 'NaN' is not a bandwidth",
        "bytes,MB/s;200,1e300; | 2:1: a throughput of '1e300', expected more than zero",
        "bytes,throughput;200,1; | 2:1: '1' has no unit, expected a bandwidth",
        "bytes,MB/s,cpu;200,1,140%; | 2:1: a CPU share of '140%', expected 0% to 100%",
        "bytes,MB/s,cpu;200,1,39; | 2:1: a CPU share of '39', expected 0% to 100%",
      })
  void badFiles(String text, String message) throws IOException {
    var file = file(text.replace(";", "\n"));
    var grid = folder.resolve("new.yaml");
    var run = link(file, "-o", grid.toString());
    assertThat(run.err()).contains(file + ":" + message).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(grid).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bus 0MB/s | --bus 0MB/s, expected more than zero",
        "--bus fast | --bus: 'fast' is not",
        "--fit 1kB..5kB | --fit 1kB..5kB has 2 of the sizes, expected at least 3",
        "--sizes 1kB,2kB,3kB | --sizes with --series"
      })
  void badOptions(String options, String message) {
    var run = link(TCP, options.split(" "));
    assertThat(run.err()).contains(message).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("series.csv"), text).toString();
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.program.file.ProgramFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schemas and the reader of programs accept and refuse the same files. */
final class ProgramSchemaTest {
  private static final String GRID =
      """
      grid: room
      clusters:
        room:
          lan: {bandwidth: 2 MB/s, message-setup: 0.5 ms, block: 1460 B, block-setup: 10 us, bus: 5 MB/s}
          hosts:
            - {name: pc, count: 3, speed: 3 Gflop/s, peripheral-speed: 80 MB/s}
            - {name: screen, speed: 3 Gflop/s, cards: 2, cards-time: 80%}
        far:
          hosts:
            - {name: f, speed: 3 Gflop/s}
      links:
        - {between: [room, far], bandwidth: 1 MB/s, message-setup: 1 ms, cpu: 39%}
      """;

  private static final String APP =
      """
      app: viewer
      kind: program
      measured-on: pc
      rate: frames
      units: 10
      overlap: none
      calculations:
        terrain: {time: 200 ms, cpu: 95%, late: true, every: 2 s}
        trace: {time: 600 ms, split: columns, run: {resident: "./trace", time-limit: 9 s}}
        shade: {time: 0 s, stream: true, every: 3, run: {command: "shade {unit} {part} {parts} {{"}}
        display: {time: 40 ms, run: {class: Display, with: {page: 8080}}}
      data:
        - {from: terrain, to: trace, volume: 250 kB, message: 1024 B, broadcast: true, time: 250 ms, cpu: 0%}
        - {from: trace, to: shade, time: 4 ms, late: false, every: 1 s}
        - {from: shade, to: display, volume: 0 B}
      slices: [[terrain, trace], [shade], [display]]
      place: {terrain: pc1, trace: [pc2, pc3], display: screen}
      run: {class: io.strait.apps.Viewer, with: {width: 256}}
      """;

  private static void read(String grid, String app) {
    ProgramFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
  }

  @Test
  void filesWithAllKeysAreRight() {
    assertThat(SchemaTest.problems("grid.yaml", GRID)).isEmpty();
    assertThat(SchemaTest.problems("app.yaml", APP)).isEmpty();
    assertThatCode(() -> read(GRID, APP)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "units: 10             | units: 0",
        "units: 10             | unit: 10",
        "overlap: none         | overlap: some",
        "rate: frames          | rate: a b",
        "time: 200 ms          | time: -200 ms",
        "time: 200 ms          | time: 200",
        "cpu: 95%              | cpu: 101%",
        "cpu: 95%              | cpu: 0.95",
        "late: true            | late: perhaps",
        "stream: true          | stream: 1",
        "every: 2 s            | every: 0 s",
        "every: 3              | every: 0",
        "time-limit: 9 s       | time-limit: 0 s",
        "time-limit: 9 s       | retries: 3",
        "resident: './trace'   | result: x",
        "class: Display        | klass: Display",
        "with: {width: 256}    | files: [a]",
        "volume: 250 kB        | volume: 250",
        "message: 1024 B       | message: 0 B",
        "from: trace, to: shade, time: 4 ms | from: trace, to: shade",
        "from: shade, to: display, volume: 0 B | from: shade, to: display, volume: 0 B, cpu: 1%",
        "broadcast: true       | broadcast: all",
        "trace: [pc2, pc3]     | trace: []",
        "[shade]               | shade",
      })
  void wrongApps(String good, String bad) {
    var app = APP.replace(good.replace('\'', '"'), bad);
    assertThat(app).isNotEqualTo(APP);
    assertThat(SchemaTest.problems("app.yaml", app)).as(app).isNotEmpty();
    assertThatThrownBy(() -> read(GRID, app))
        .isInstanceOf(InputException.class)
        .message()
        .matches("app\\.yaml:\\d+:\\d+: .*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message-setup: 0.5 ms | message-setup: -1 ms",
        "block: 1460 B, | ''",
        "block: 1460 B         | block: 1460",
        "bus: 5 MB/s           | bus: 0 MB/s",
        "bus: 5 MB/s           | bus: 5 MB/s, cpu: 39%",
        "cpu: 39%              | cpu: 0%",
        "cpu: 39%              | cpu: 139%",
        "peripheral-speed: 80 MB/s | peripheral-speed: 80 MB",
        "cards: 2,             | cards: 0,",
        "cards-time: 80%       | cards-time: 101%",
      })
  void wrongGrids(String good, String bad) {
    var grid = GRID.replace(good, bad);
    assertThat(grid).isNotEqualTo(GRID);
    assertThat(SchemaTest.problems("grid.yaml", grid)).as(grid).isNotEmpty();
    assertThatThrownBy(() -> read(grid, APP))
        .isInstanceOf(InputException.class)
        .message()
        .matches("grid\\.yaml:\\d+:\\d+: .*");
  }
}

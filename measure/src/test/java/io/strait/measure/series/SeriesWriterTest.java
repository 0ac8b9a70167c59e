package io.strait.measure.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesWriterTest {
  private static final SeriesName GAP = new SeriesName(Quantity.BANDWIDTH, "a-b");
  private static final SeriesName HOST = new SeriesName(Quantity.AVAILABLE, "es1");

  @TempDir private Path temporary;
  private SeriesFolder folder = new SeriesFolder(Path.of(""));

  @BeforeEach
  void beside() {
    folder = SeriesFolder.beside(temporary.resolve("grid.yaml"));
    assertThat(folder.path()).isEqualTo(temporary.resolve("grid.series"));
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    try (var writer = new SeriesWriter(folder, 1000)) {
      assertThat(writer.append(GAP, 1_800_000_000.1234, 1_234_567.89)).isTrue();
      assertThat(writer.append(GAP, 1_800_000_030, 2e6)).isTrue();
      assertThat(writer.append(HOST, 1_800_000_000, 0.5)).isTrue();
    }
    assertThat(folder.path().resolve("bandwidth@a-b.csv"))
        .hasContent("seconds,bytes_per_s\n1800000000.123,1234570.0\n1800000030.000,2000000.0\n");
    var read = folder.read();
    assertThat(read.stream().map(StoredSeries::name)).containsExactly(HOST, GAP);
    assertThat(read.getLast().lastValue()).isEqualTo(2e6);
    assertThat(read.getLast().series().seconds()).containsExactly(1_800_000_000.123, 1_800_000_030);
  }

  @Test
  void anotherWriterGoesOnAfterTheLastValue() throws IOException {
    try (var writer = new SeriesWriter(folder, 1000)) {
      writer.append(GAP, 100, 1);
    }
    try (var writer = new SeriesWriter(folder, 1000)) {
      assertThat(writer.last(GAP)).isEqualTo(100);
      assertThat(writer.last(HOST)).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(writer.append(GAP, 100, 2)).as("not later").isFalse();
      assertThat(writer.append(GAP, 50, 2)).isFalse();
      assertThat(writer.append(GAP, 100.001, 3)).isTrue();
    }
    assertThat(folder.read().getFirst().series().values()).containsExactly(1, 3);
  }

  /** As after a crash in the middle of a line. */
  @ParameterizedTest
  @ValueSource(strings = {"130.000,12", "130.000,", "1", "1e", "130.000,12.5"})
  void aLineWithoutItsEndIsTakenAway(String part) throws IOException {
    try (var writer = new SeriesWriter(folder, 1000)) {
      writer.append(GAP, 100, 1);
    }
    var file = folder.path().resolve("bandwidth@a-b.csv");
    Files.writeString(file, part, StandardOpenOption.APPEND);
    try (var writer = new SeriesWriter(folder, 1000)) {
      assertThat(writer.append(GAP, 160, 7)).isTrue();
    }
    assertThat(file).hasContent("seconds,bytes_per_s\n100.000,1.0\n160.000,7.0\n");
  }

  @Test
  void titlesAloneAreAFreshStart() throws IOException {
    Files.createDirectories(folder.path());
    Files.writeString(folder.path().resolve("available@es1.csv"), "seconds,share\n12");
    try (var writer = new SeriesWriter(folder, 1000)) {
      writer.append(HOST, 5, 1);
    }
    assertThat(folder.read().getFirst().series().values()).containsExactly(1);
  }

  @Test
  void aLongSeriesKeepsItsNewerPart() throws IOException {
    try (var writer = new SeriesWriter(folder, 100)) {
      for (int i = 0; i < 1000; i++) {
        writer.append(HOST, i, i / 1000.0);
        int count = folder.read().getFirst().count();
        assertThat(count).isBetween(Math.min(i + 1, 100), 125);
      }
    }
    var series = folder.read().getFirst().series();
    assertThat(series.values()[series.values().length - 1]).isEqualTo(0.999);
    for (int i = 1; i < series.values().length; i++) {
      assertThat(series.seconds()[i]).isEqualTo(series.seconds()[i - 1] + 1);
    }
  }

  @Test
  void onlyOneWritesAtATime() throws IOException {
    try (var first = new SeriesWriter(folder, 1000)) {
      first.append(GAP, 1, 1);
      assertThatThrownBy(() -> new SeriesWriter(folder, 1000))
          .isInstanceOf(InputException.class)
          .hasMessage(
              folder.path() + ": another process writes series there, expected to be alone");
    }
    new SeriesWriter(folder, 1000).close();
  }

  @ParameterizedTest
  @CsvSource({
    "bandwidth@a-b.csv, mbit_per_s, 8, 1e6",
    "bandwidth@a-b.csv, kbit_per_s, 8, 1e3",
    "latency@a-b.csv, round_trip_ms, 30, 0.015",
    "latency@lan, latency_s, 3, 3",
    "available@es1.csv, busy_percent, 30, 0.7",
    "available@es1.csv, percent, 30, 0.3",
    "task-time@es1@srmsd.csv, task_ms, 250, 0.25",
  })
  void unitsOfOthers(String file, String title, double value, double expected) throws IOException {
    Files.createDirectories(folder.path());
    var name = file.endsWith(".csv") ? file : file + ".csv";
    Files.writeString(folder.path().resolve(name), "seconds,%s\n5,%s\n".formatted(title, value));
    assertThat(folder.read().getFirst().lastValue()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "speed@a-b.csv | seconds,bytes_per_s | the name says not what it is a series of",
        "task-time@es1.csv | seconds,task_s | the name says not what it is a series of",
        "bandwidth@a b.csv | seconds,bytes_per_s | the name says not what it is a series of",
        "bandwidth@a-b@c.csv | seconds,bytes_per_s | the name says not what it is a series of",
        "bandwidth@a-b.csv | seconds,share |"
            + " :1:1: values of bandwidth are called 'share', expected one of: bytes_per_s,",
        "available@a.csv | seconds,share | :2:1: share: '5', expected a free share of 0 to 1 (or 0"
            + " to 100 percent)"
      })
  void wrongFiles(String file, String titles, String message) throws IOException {
    Files.createDirectories(folder.path());
    Files.writeString(folder.path().resolve(file), titles + "\n1,5\n");
    assertThatThrownBy(folder::read)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.path().resolve(file).toString())
        .hasMessageContaining(message);
  }

  /** A task takes some time, however short. */
  @Test
  void aTaskInNoTime() throws IOException {
    Files.createDirectories(folder.path());
    var file = folder.path().resolve("task-time@es1@frames.csv");
    Files.writeString(file, "seconds,task_ms\n1,250\n# none\n2,0\n");
    assertThatThrownBy(folder::read)
        .isInstanceOf(InputException.class)
        .hasMessage(file + ":4:1: task_ms: '0', expected a time above zero");
  }

  @Test
  void noSeries() throws IOException {
    assertThatThrownBy(folder::read).hasMessageContaining("no such folder");
    Files.createDirectories(folder.path());
    assertThatThrownBy(folder::read).hasMessageContaining("no series");
  }
}

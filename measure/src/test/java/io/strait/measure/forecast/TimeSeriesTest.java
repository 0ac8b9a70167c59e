package io.strait.measure.forecast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimeSeriesTest {
  @TempDir Path folder;

  @Test
  void seriesAreRead() throws IOException {
    var series = read("\ufeff# a comment\nseconds,mbit_per_s\r\n0.0,1.589\n\n 1.7 , 1.16e1\n");
    assertEquals("mbit_per_s", series.name());
    assertArrayEquals(new double[] {0, 1.7}, series.seconds());
    assertArrayEquals(new double[] {1.589, 11.6}, series.values());
  }

  /** A line that is being written may have any part of its number. */
  @Test
  void aLastLineWithoutItsEndDoesNotCount() throws IOException {
    assertArrayEquals(new double[] {12}, read("seconds,ms\n1,12\n2,1").values());
    refused(
        "seconds,ms\n1,12",
        "1:1: there are no values, expected lines of a time and a value, such as 0.5,12.7");
  }

  @Test
  void errorsNameLineValueAndWhatWouldBeRight() {
    refused("", "1:1: the file is empty, expected a first line such as seconds,mbit_per_s");
    refused(
        "time,mbit\n",
        "1:1: 'time,mbit' names no columns, expected a first line such as seconds,mbit_per_s");
    refused(
        "0,1\n", "1:1: '0,1' names no columns, expected a first line such as seconds,mbit_per_s");
    refused(
        "seconds,ms\n",
        "1:1: there are no values, expected lines of a time and a value, such as 0.5,12.7");
    refused("seconds,ms\n1,2,3\n", "2:1: '1,2,3' has 3 columns, expected 2: seconds and ms");
    refused(
        "seconds,ms\n1,2\n2,NaN\n",
        "3:1: ms: 'NaN' is not a number up to 1e+18, expected one such as 12.7");
    refused(
        "seconds,ms\n1,1e19\n",
        "2:1: ms: '1e19' is not a number up to 1e+18, expected one such as 12.7");
    refused("seconds,ms\n1,-2\n", "2:1: ms: '-2' is negative, expected zero or more");
    refused(
        "seconds,ms\n1,2\n1,2\n",
        "3:1: seconds: '1' is not after the 1.0 of the line before, expected a later time");
  }

  @Test
  void whatIsNoTextIsRefused() throws IOException {
    var file = folder.resolve("series.csv");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    assertEquals(
        file + ":1:1: cannot be read as text, expected a first line such as seconds,mbit_per_s",
        assertThrows(InputException.class, () -> TimeSeries.read(file)).getMessage());
    var none = folder.resolve("none.csv");
    assertEquals(
        none + ":1:1: no such file, expected lines of a time and a value",
        assertThrows(InputException.class, () -> TimeSeries.read(none)).getMessage());
  }

  private void refused(String text, String message) {
    var refusal = assertThrows(InputException.class, () -> read(text));
    assertEquals(folder.resolve("series.csv") + ":" + message, refusal.getMessage());
  }

  private TimeSeries read(String text) throws IOException {
    var file = folder.resolve("series.csv");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    return TimeSeries.read(file);
  }
}

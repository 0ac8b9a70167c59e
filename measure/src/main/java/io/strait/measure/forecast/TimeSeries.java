package io.strait.measure.forecast;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values that were measured one after the other.
 *
 * @param name of the value, with its unit, such as {@code mbit_per_s}
 * @param seconds when each value was measured, each later than the one before
 * @param values zero or more
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and read in loops.
public record TimeSeries(String name, double[] seconds, double[] values) {
  private static final long LARGEST = 64L << 20;
  private static final double MOST = 1e18;
  private static final String TITLES = "a first line such as seconds,mbit_per_s";
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");

  /**
   * Reads a file of the format that the comment of the package describes.
   *
   * @throws InputException if it is not such a file
   */
  public static TimeSeries read(Path file) {
    return read(file, (title, value) -> null);
  }

  /** The same of a file whose values are checked as they are read. */
  public static TimeSeries read(Path file, Check check) {
    return new Reader(file, check).read();
  }

  /** What values a file may have. */
  public interface Check {
    /** What was expected of a value under a title; null if it is as it should be. */
    @Nullable String expected(String title, double value);
  }

  /** Reads one file. */
  private static final class Reader {
    private final Path file;
    private final Check check;
    private String name = "";
    private double[] seconds = new double[64];
    private double[] values = new double[64];
    private int count;
    private int line = 1;

    Reader(Path file, Check check) {
      this.file = file;
      this.check = check;
    }

    TimeSeries read() {
      if (!Files.isRegularFile(file)) {
        throw error("no such file, expected lines of a time and a value");
      }
      try {
        if (Files.size(file) > LARGEST) {
          throw error("the file is too large, expected at most %d bytes".formatted(LARGEST));
        }
        int number = 0;
        var all = Files.readString(file);
        // A line without its end is still being written, or was cut: it may be any number.
        for (var text : all.substring(0, all.lastIndexOf('\n') + 1).lines().toList()) {
          line = ++number;
          var content = text.startsWith("\ufeff") ? text.substring(1) : text;
          if (!content.isBlank() && !content.startsWith("#")) {
            row(content);
          }
        }
      } catch (IOException e) {
        throw error("cannot be read as text, expected %s".formatted(TITLES));
      }
      if (count == 0) {
        throw error(
            name.isEmpty()
                ? "the file is empty, expected %s".formatted(TITLES)
                : "there are no values, expected lines of a time and a value, such as 0.5,12.7");
      }
      return new TimeSeries(name, Arrays.copyOf(seconds, count), Arrays.copyOf(values, count));
    }

    private void row(String content) {
      var cells = content.split(",", -1);
      if (cells.length != 2) {
        throw error(
            "'%s' has %d columns, expected 2: %s"
                .formatted(content, cells.length, name.isEmpty() ? TITLES : "seconds and " + name));
      }
      var first = cells[0].strip();
      var second = cells[1].strip();
      if (name.isEmpty()) {
        if (!first.equals("seconds") || !NAME.matcher(second).matches()) {
          throw error("'%s' names no columns, expected %s".formatted(content, TITLES));
        }
        name = second;
        return;
      }
      if (count == values.length) {
        seconds = Arrays.copyOf(seconds, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      seconds[count] = number("seconds", first);
      values[count] = number(name, second);
      if (values[count] < 0) {
        throw error("%s: '%s' is negative, expected zero or more".formatted(name, second));
      }
      @Nullable String expected = check.expected(name, values[count]);
      if (expected != null) {
        throw error("%s: '%s', expected %s".formatted(name, second, expected));
      }
      if (count > 0 && !(seconds[count] > seconds[count - 1])) {
        throw error(
            "seconds: '%s' is not after the %s of the line before, expected a later time"
                .formatted(first, seconds[count - 1]));
      }
      count++;
    }

    private double number(String title, String cell) {
      double number = NUMBER.matcher(cell).matches() ? Double.parseDouble(cell) : Double.NaN;
      if (!(Math.abs(number) <= MOST)) {
        throw error(
            "%s: '%s' is not a number up to %.0e, expected one such as 12.7"
                .formatted(title, cell, MOST));
      }
      return number;
    }

    private InputException error(String message) {
      return new InputException("%s:%d:1: %s".formatted(file, line, message));
    }
  }
}

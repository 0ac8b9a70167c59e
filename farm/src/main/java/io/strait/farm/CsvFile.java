package io.strait.farm;

import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.InputException;
import io.strait.simulate.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files of comma-separated numbers; a first line of words, empty lines and lines that start with #
 * are passed over.
 */
public final class CsvFile {
  private static final long LARGEST = 64L << 20;

  private final Path file;
  private final List<Row> rows = new ArrayList<>();

  /** The numbers of a line, each with the column where it starts. */
  private record Row(int line, double[] numbers, int[] columns) {}

  private CsvFile(Path file, int columns) {
    this.file = file;
    read(columns);
  }

  /** Lines of seconds,value; values are multiplied by the factor. */
  public static Timeline timeline(Path file, double factor) {
    return new CsvFile(file, 2)
        .timeline(Double.MAX_VALUE, "a finite number of zero or more", factor);
  }

  /** Lines of seconds,share with shares of one whole. */
  public static Timeline share(Path file) {
    return new CsvFile(file, 2).timeline(1, "a share from 0 to 1", 1);
  }

  private Timeline timeline(double most, String range, double factor) {
    if (rows.isEmpty()) {
      throw error(1, 1, "the file has no numbers, expected lines of seconds,value");
    }
    double before = Double.NEGATIVE_INFINITY;
    for (var row : rows) {
      double time = row.numbers[0];
      double value = row.numbers[1];
      if (!Double.isFinite(time) || time <= before) {
        throw error(row, 0, "the time %s, expected times that rise".formatted(time));
      }
      if (!(value >= 0 && value <= most && Double.isFinite(value * factor))) {
        throw error(row, 1, "the value %s, expected %s".formatted(value, range));
      }
      before = time;
    }
    var last = rows.getLast();
    if (last.numbers[1] * factor == 0) {
      throw error(last, 1, "the last value is 0, expected one above zero, so that work ends");
    }
    return new Timeline(
        rows.stream().mapToDouble(r -> r.numbers[0]).toArray(),
        rows.stream().mapToDouble(r -> r.numbers[1] * factor).toArray());
  }

  /** The number of every line: zero or more, and not all of them zero. */
  public static double[] column(Path file) {
    return new CsvFile(file, 1).column();
  }

  private double[] column() {
    for (var row : rows) {
      if (!(row.numbers[0] >= 0 && row.numbers[0] <= Double.MAX_VALUE)) {
        throw error(
            row,
            0,
            "the value %s, expected a finite number of zero or more".formatted(row.numbers[0]));
      }
    }
    var values = rows.stream().mapToDouble(r -> r.numbers[0]).toArray();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    if (!(sum > 0 && sum <= Double.MAX_VALUE)) {
      throw error(
          rows.isEmpty() ? 1 : rows.getLast().line,
          1,
          rows.isEmpty()
              ? "the file has no numbers, expected one in every line"
              : "the values add up to %s, expected a sum above zero".formatted(sum));
    }
    return values;
  }

  private void read(int columns) {
    try {
      if (!Files.isRegularFile(file)) {
        throw error(1, 1, "no such file, expected lines of numbers");
      }
      if (Files.size(file) > LARGEST) {
        throw error(1, 1, "the file is too large, expected at most %d bytes".formatted(LARGEST));
      }
      int line = 0;
      for (var text : Files.readAllLines(file)) {
        line++;
        if (!text.isBlank() && !text.startsWith("#")) {
          @Nullable Row row = row(line, text, columns);
          if (row != null) {
            rows.add(row);
          }
        }
      }
    } catch (IOException e) {
      throw error(1, 1, "cannot be read as text, expected lines of numbers");
    }
  }

  /** The numbers of a line; null if it has titles. */
  private @Nullable Row row(int line, String text, int columns) {
    var cells = text.split(",", -1);
    boolean titles = line == 1 && text.chars().noneMatch(c -> c >= '0' && c <= '9');
    if (!titles && cells.length != columns) {
      throw error(
          line,
          1,
          "'%s' has %d columns, expected %d such as %s"
              .formatted(text, cells.length, columns, example(columns)));
    }
    var row = new Row(line, new double[columns], new int[columns]);
    int at = 1;
    for (int i = 0; i < columns && i < cells.length; i++) {
      var cell = cells[i].strip();
      row.columns[i] = at + Math.max(0, cells[i].indexOf(cell));
      try {
        row.numbers[i] = PlainNumber.decimal(cell);
      } catch (NumberFormatException e) {
        if (titles) {
          return null;
        }
        throw error(
            row,
            i,
            "'%s' is not a number, expected a line such as %s".formatted(cell, example(columns)));
      }
      at += cells[i].length() + 1;
    }
    return row;
  }

  private static String example(int columns) {
    return columns == 1 ? "0.5" : "10,0.5";
  }

  private InputException error(Row row, int index, String message) {
    return error(row.line, row.columns[index], message);
  }

  private InputException error(int line, int column, String message) {
    return new InputException("%s:%d:%d: %s".formatted(file, line, column, message));
  }
}

package io.strait.farm;

import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.InputException;
import io.strait.simulate.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of comma-separated numbers; a first line of words, empty lines and lines that start with #
 * are passed over.
 */
public final class CsvFile {
  private static final long LARGEST = 64L << 20;

  private CsvFile() {}

  /** Lines of time,value; values are multiplied by the factor. */
  public static Timeline timeline(Path file, double factor) {
    var rows = rows(file, 2);
    if (rows.isEmpty()) {
      throw error(file, 1, "the file has no numbers, expected lines of seconds,value");
    }
    try {
      return new Timeline(
          rows.stream().mapToDouble(r -> r[0]).toArray(),
          rows.stream().mapToDouble(r -> r[1] * factor).toArray());
    } catch (IllegalArgumentException e) {
      throw error(file, 1, "expected that " + e.getMessage());
    }
  }

  /** The first number of every line. */
  public static double[] column(Path file) {
    return rows(file, 1).stream().mapToDouble(r -> r[0]).toArray();
  }

  private static List<double[]> rows(Path file, int columns) {
    try {
      if (!Files.isRegularFile(file)) {
        throw error(file, 1, "no such file, expected lines of numbers");
      }
      if (Files.size(file) > LARGEST) {
        throw error(file, 1, "the file is too large, expected at most %d bytes".formatted(LARGEST));
      }
      var rows = new ArrayList<double[]>();
      int line = 0;
      for (var text : Files.readAllLines(file)) {
        line++;
        if (text.isBlank() || text.startsWith("#")) {
          continue;
        }
        var cells = text.split(",", -1);
        if (cells.length > columns) {
          throw error(
              file, line, "'%s' has more than %d columns, expected fewer".formatted(text, columns));
        }
        var row = new double[columns];
        try {
          for (int i = 0; i < columns; i++) {
            row[i] = PlainNumber.decimal(cells[i].strip());
          }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
          if (line == 1 && text.chars().noneMatch(c -> c >= '0' && c <= '9')) {
            continue; // titles
          }
          throw error(
              file,
              line,
              "'%s' is not a line of %d numbers, expected such as %s"
                  .formatted(text, columns, columns == 1 ? "0.5" : "10,0.5"));
        }
        rows.add(row);
      }
      return rows;
    } catch (IOException e) {
      throw error(file, 1, "cannot be read as text, expected lines of numbers");
    }
  }

  private static InputException error(Path file, int line, String message) {
    return new InputException("%s:%d:1: %s".formatted(file, line, message));
  }
}

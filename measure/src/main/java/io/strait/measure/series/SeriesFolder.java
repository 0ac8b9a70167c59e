package io.strait.measure.series;

import io.strait.measure.forecast.TimeSeries;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The folder of all series of a grid. */
public record SeriesFolder(Path path) {
  private static final String ENDING = ".series";
  private static final int MOST = 10_000;

  /** Where the series of a grid file lie: {@code grid.series} beside {@code grid.yaml}. */
  public static SeriesFolder beside(Path grid) {
    var name = String.valueOf(grid.getFileName());
    int dot = name.lastIndexOf('.');
    return new SeriesFolder(
        grid.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ENDING));
  }

  /** The file of a series, whether it is there or not. */
  Path file(SeriesName name) {
    return path.resolve(name.file());
  }

  /**
   * Reads all series, by name.
   *
   * @throws InputException if there is no such folder, or no series in it, or one cannot be read
   */
  public List<StoredSeries> read() {
    if (!Files.isDirectory(path)) {
      throw new InputException(
          "%s: no such folder, expected the series that strait measure watch writes"
              .formatted(path));
    }
    var found = new ArrayList<StoredSeries>();
    for (var file : files()) {
      var text = String.valueOf(file.getFileName());
      @Nullable SeriesName name = SeriesName.parse(text);
      if (name == null) {
        throw new InputException(
            "%s: the name says not what it is a series of, expected such as bandwidth@a-b.csv, latency@a-b.csv, available@host.csv or task-time@host@app.csv"
                .formatted(file));
      }
      found.add(series(file, name));
    }
    if (found.isEmpty()) {
      throw new InputException(
          "%s: no series, expected files such as bandwidth@a-b.csv".formatted(path));
    }
    found.sort(Comparator.comparing(StoredSeries::name));
    return found;
  }

  /** Reads one of its files. */
  StoredSeries series(Path file, SeriesName name) {
    return new StoredSeries(name, converted(file, name));
  }

  private List<Path> files() {
    try (var files = Files.list(path)) {
      var found =
          files
              .filter(file -> isSeries(String.valueOf(file.getFileName())))
              .sorted()
              .limit(MOST + 1L)
              .toList();
      if (found.size() > MOST) {
        throw new InputException("%s: more than %d series, expected fewer".formatted(path, MOST));
      }
      return found;
    } catch (IOException e) {
      throw new InputException(
          "%s: the folder cannot be read, expected one of series".formatted(path));
    }
  }

  private static boolean isSeries(String name) {
    return name.endsWith(SeriesName.ENDING) && !name.startsWith(".");
  }

  private static TimeSeries converted(Path file, SeriesName name) {
    var quantity = name.quantity();
    var series =
        TimeSeries.read(
            file,
            (title, value) ->
                !quantity.knows(title) || quantity.isPossible(quantity.convert(title, value))
                    ? null
                    : quantity.possible());
    if (!quantity.knows(series.name())) {
      throw new InputException(
          "%s:1:1: values of %s are called '%s', expected one of: %s"
              .formatted(file, quantity.word(), series.name(), quantity.titles()));
    }
    var values = series.values().clone();
    Arrays.setAll(values, i -> quantity.convert(series.name(), values[i]));
    return new TimeSeries(quantity.title(), series.seconds(), values);
  }
}

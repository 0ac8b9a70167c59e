package io.strait.measure.link;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of another program, as a file of comma-separated values.
 *
 * <p>The first line names the columns, in any order:
 *
 * <ul>
 *   <li>{@code bytes} or {@code size}: of a message, in bytes or with a unit;
 *   <li>{@code throughput}, with a unit in every line, or a unit such as {@code MB/s}, for numbers
 *       alone;
 *   <li>{@code cpu}, the CPU share of both ends, or {@code cpu-here} and {@code cpu-there}, such as
 *       {@code 39%}. All may be left out, and a cell may be empty.
 * </ul>
 *
 * <p>Lines that are empty or begin with # are passed over. A size may stand on several lines: it
 * was then measured several times.
 */
public final class SeriesFile {
  private static final long LARGEST = 16L << 20;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Set<String> SIZE = Set.of("bytes", "size");
  private static final Set<String> SHARES = Set.of("cpu", "cpu-here", "cpu-there");
  private static final String TITLES = "a first line such as bytes,MB/s or bytes,throughput,cpu";

  private final Path file;
  private final List<String> titles = new ArrayList<>();
  private final TreeMap<Integer, Size> sizes = new TreeMap<>();
  private int line;

  /** All that lines say of a size. */
  private record Size(List<Double> seconds, List<Double> here, List<Double> there) {
    Size() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    SizePoint point(int bytes) {
      return new SizePoint(
          bytes,
          Estimate.of(seconds.stream().mapToDouble(Double::doubleValue).toArray()),
          null,
          mean(here),
          mean(there));
    }

    private static double mean(List<Double> shares) {
      return shares.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
  }

  private SeriesFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws InputException if it is not such a file or has fewer than three sizes
   */
  public static LinkSeries read(Path file) {
    return new SeriesFile(file).series();
  }

  private LinkSeries series() {
    for (var text : lines()) {
      line++;
      var content = text.startsWith("\ufeff") ? text.substring(1) : text;
      if (!content.isBlank() && !content.startsWith("#")) {
        var cells = List.of(content.split(",", -1)).stream().map(String::strip).toList();
        if (titles.isEmpty()) {
          titles(cells);
        } else {
          row(cells);
        }
      }
    }
    line = Math.max(1, line);
    if (titles.isEmpty()) {
      throw error("the file is empty, expected %s".formatted(TITLES));
    }
    if (sizes.size() < LinkFit.FEWEST) {
      throw error(
          "the file has %d sizes of messages, expected at least %d for a law"
              .formatted(sizes.size(), LinkFit.FEWEST));
    }
    var points = new ArrayList<SizePoint>();
    sizes.forEach((bytes, size) -> points.add(size.point(bytes)));
    return new LinkSeries(points, String.valueOf(file.getFileName()), null);
  }

  private List<String> lines() {
    line = 1;
    try {
      if (!Files.isRegularFile(file)) {
        throw error("no such file, expected lines of message size and throughput");
      }
      if (Files.size(file) > LARGEST) {
        throw error("the file is too large, expected at most %d bytes".formatted(LARGEST));
      }
      var lines = Files.readAllLines(file);
      line = 0;
      return lines;
    } catch (IOException e) {
      throw error("cannot be read as text, expected %s".formatted(TITLES));
    }
  }

  private void titles(List<String> cells) {
    int throughputs = 0;
    int sizeColumns = 0;
    for (var cell : cells) {
      boolean word = SIZE.contains(word(cell)) || SHARES.contains(word(cell));
      if (!word && !isThroughput(cell)) {
        throw error("'%s' is not the name of a column, expected %s".formatted(cell, TITLES));
      }
      var title = word ? word(cell) : cell;
      if (titles.contains(title)) {
        throw error("column '%s' is there twice, expected it once".formatted(cell));
      }
      titles.add(title);
      sizeColumns += SIZE.contains(title) ? 1 : 0;
      throughputs += word ? 0 : 1;
    }
    if (sizeColumns != 1 || throughputs != 1) {
      throw error(
          "'%s' has not one column of sizes and one of throughput, expected %s"
              .formatted(String.join(",", cells), TITLES));
    }
    if (titles.contains("cpu-here") != titles.contains("cpu-there")
        || (titles.contains("cpu") && titles.contains("cpu-here"))) {
      throw error(
          "'%s' has CPU shares of one end or twice, expected cpu, or cpu-here and cpu-there"
              .formatted(String.join(",", cells)));
    }
  }

  private static String word(String cell) {
    return cell.toLowerCase(Locale.ROOT);
  }

  private static boolean isThroughput(String title) {
    if (word(title).equals("throughput")) {
      return true;
    }
    try {
      return !NUMBER.matcher(title).lookingAt() && Bandwidth.parse("1 " + title).isLimited();
    } catch (QuantityException e) {
      return false;
    }
  }

  private void row(List<String> cells) {
    if (cells.size() != titles.size()) {
      throw error(
          "'%s' has %d columns, expected %d: %s"
              .formatted(
                  String.join(",", cells), cells.size(), titles.size(), String.join(",", titles)));
    }
    int bytes = 0;
    double rate = 0;
    @Nullable Double here = null;
    @Nullable Double there = null;
    try {
      for (int i = 0; i < cells.size(); i++) {
        var cell = cells.get(i);
        switch (titles.get(i)) {
          case "bytes", "size" -> bytes = bytes(cell);
          case "cpu" -> {
            here = share(cell);
            there = here;
          }
          case "cpu-here" -> here = share(cell);
          case "cpu-there" -> there = share(cell);
          default -> rate = rate(cell, titles.get(i));
        }
      }
    } catch (QuantityException e) {
      throw error(String.valueOf(e.getMessage()));
    }
    var size = sizes.computeIfAbsent(bytes, key -> new Size());
    size.seconds.add(bytes / rate);
    if (here != null) {
      size.here.add(here);
    }
    if (there != null) {
      size.there.add(there);
    }
  }

  private int bytes(String cell) {
    double count = Bytes.parse(NUMBER.matcher(cell).matches() ? cell + " B" : cell).count();
    if (!(count >= 1) || count > Integer.MAX_VALUE || count != Math.rint(count)) {
      throw error(
          "a message of '%s', expected whole bytes from 1 to %d"
              .formatted(cell, Integer.MAX_VALUE));
    }
    return (int) count;
  }

  private double rate(String cell, String title) {
    boolean isBare = NUMBER.matcher(cell).matches() && !word(title).equals("throughput");
    double rate = Bandwidth.parse(isBare ? cell + " " + title : cell).bytesPerSecond();
    if (!(rate >= 1e-3) || rate > 1e15) {
      throw error(
          "a throughput of '%s', expected more than zero and no more than a link can have, such as 2.1 MB/s"
              .formatted(cell));
    }
    return rate;
  }

  private @Nullable Double share(String cell) {
    if (cell.isEmpty()) {
      return null;
    }
    double share =
        NUMBER.matcher(cell).matches() ? Double.parseDouble(cell) : Fraction.parse(cell).ofOne();
    if (!(share >= 0) || share > 1) {
      throw error("a CPU share of '%s', expected 0%% to 100%%".formatted(cell));
    }
    return share;
  }

  private InputException error(String message) {
    return new InputException("%s:%d:1: %s".formatted(file, line, message));
  }
}

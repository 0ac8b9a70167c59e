package io.strait.measure.series;

import io.strait.model.text.InputException;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Appends values to the series of a folder, which it has for itself until it is closed.
 *
 * <p>A line is written with one call, so that a process that is killed leaves whole lines, or one
 * last part of a line that the next writer takes away. A file with a quarter more values than are
 * to be kept is replaced by its last ones.
 */
public final class SeriesWriter implements AutoCloseable {
  private static final String LOCK = ".lock";
  private static final double SPARE = 1.25;

  /** Times are written in milliseconds. */
  private static final double TICK = 1e-3;

  private final SeriesFolder folder;
  private final int keep;
  private final FileChannel lockChannel;
  private final Map<SeriesName, State> states = new HashMap<>();

  /** What is in a file. */
  private static final class State {
    double last = Double.NEGATIVE_INFINITY;
    int count;
  }

  /**
   * Opens a folder, which is made if it is not there.
   *
   * @param keep the values of a series that are kept at least
   * @throws InputException if another process writes there
   */
  public SeriesWriter(SeriesFolder folder, int keep) throws IOException {
    this.folder = folder;
    this.keep = keep;
    Files.createDirectories(folder.path());
    lockChannel =
        FileChannel.open(
            folder.path().resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock lock;
    try {
      lock = lockChannel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      lockChannel.close();
      throw new InputException(
          "%s: another process writes series there, expected to be alone".formatted(folder.path()));
    }
  }

  /** The time of the last value of a series; minus infinity if it has none. */
  public double last(SeriesName name) throws IOException {
    return state(name).last;
  }

  /**
   * Appends a value, unless it is not later than the last one by a millisecond.
   *
   * @return whether it was appended
   */
  public boolean append(SeriesName name, double seconds, double value) throws IOException {
    var state = state(name);
    double rounded = Math.rint(seconds / TICK) * TICK;
    if (!(rounded > state.last + TICK / 2)) {
      return false;
    }
    var line = String.format(Locale.ROOT, "%.3f,%s\n", rounded, text(value));
    var file = folder.file(name);
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      if (channel.size() == 0) {
        line = "seconds," + name.quantity().title() + "\n" + line;
      }
      var bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
    state.last = rounded;
    state.count++;
    if (state.count > SPARE * keep) {
      shorten(file, state);
    }
    return true;
  }

  /** Six digits say more than any measurement knows. */
  private static String text(double value) {
    return Double.toString(Double.parseDouble(String.format(Locale.ROOT, "%.6g", value)));
  }

  private State state(SeriesName name) throws IOException {
    @Nullable State known = states.get(name);
    if (known != null) {
      return known;
    }
    var file = folder.file(name);
    var state = new State();
    if (Files.exists(file)) {
      mend(file);
      var lines = Files.readAllLines(file);
      if (lines.stream().anyMatch(SeriesWriter::isValue)) {
        var read = folder.series(file, name).series();
        if (!firstLine(lines).equals("seconds," + name.quantity().title())) {
          throw new InputException(
              "%s:1:1: '%s' are other titles than those that are written, expected seconds,%s"
                  .formatted(file, firstLine(lines), name.quantity().title()));
        }
        state.count = read.values().length;
        state.last = read.seconds()[state.count - 1];
      } else {
        Files.delete(file); // titles alone
      }
    }
    states.put(name, state);
    return state;
  }

  private static boolean isValue(String line) {
    return !line.isBlank() && !line.startsWith("#") && !line.startsWith("seconds");
  }

  private static String firstLine(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .findFirst()
        .orElse("")
        .replace(" ", "");
  }

  /** Takes away a last line that a process did not get to write whole. */
  private static void mend(Path file) throws IOException {
    try (var whole = new RandomAccessFile(file.toFile(), "rw")) {
      long at = whole.length();
      while (at > 0) {
        whole.seek(at - 1);
        if (whole.read() == '\n') {
          break;
        }
        at--;
      }
      if (at < whole.length()) {
        whole.setLength(at);
      }
    }
  }

  private void shorten(Path file, State state) throws IOException {
    var lines = Files.readAllLines(file).stream().filter(SeriesWriter::isValue).toList();
    var kept = lines.subList(Math.max(0, lines.size() - keep), lines.size());
    var title = firstLine(Files.readAllLines(file));
    SafeFile.write(
        file, (title + "\n" + String.join("\n", kept) + "\n").getBytes(StandardCharsets.UTF_8));
    state.count = kept.size();
  }

  @Override
  public void close() throws IOException {
    lockChannel.close();
  }
}

package io.strait.measure.grid.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long a quota of a Linux control group has kept this process from its cores. */
final class Throttle {
  private static final Path OWN = Path.of("/proc/self/cgroup");
  private static final Path MOUNTS = Path.of("/proc/mounts");
  private static final @Nullable Path FILE = file();

  private Throttle() {}

  /** Nanoseconds so far, over all cores; 0 without a quota. */
  static long nanos() {
    if (FILE == null) {
      return 0;
    }
    try {
      for (var line : Files.readAllLines(FILE)) {
        if (line.startsWith("throttled_time ")) {
          return Long.parseLong(line.substring("throttled_time ".length()).strip());
        }
        if (line.startsWith("throttled_usec ")) {
          return 1000 * Long.parseLong(line.substring("throttled_usec ".length()).strip());
        }
      }
    } catch (IOException | NumberFormatException e) {
      // It is as if there were none.
    }
    return 0;
  }

  private static @Nullable Path file() {
    try {
      for (var line : Files.readAllLines(OWN)) {
        var words = line.split(":", 3);
        boolean isSecond = words[1].isEmpty();
        if (isSecond || List.of(words[1].split(",", -1)).contains("cpu")) {
          @Nullable Path file = inside(isSecond, words[2]);
          if (file != null) {
            return file;
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      // It is as if there were none.
    }
    return null;
  }

  private static @Nullable Path inside(boolean isSecond, String group) throws IOException {
    for (var line : Files.readAllLines(MOUNTS)) {
      var words = line.split(" ", -1);
      boolean isIt =
          isSecond
              ? words[2].equals("cgroup2")
              : words[2].equals("cgroup") && List.of(words[3].split(",", -1)).contains("cpu");
      if (isIt) {
        var file = Path.of(words[1] + group, "cpu.stat");
        if (Files.isReadable(file)) {
          return file;
        }
      }
    }
    return null;
  }
}

package io.strait.measure.grid.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The quota of CPU time that a Linux control group gives this process. */
final class CpuQuota {
  private static final Path OWN = Path.of("/proc/self/cgroup");
  private static final Path MOUNTS = Path.of("/proc/mounts");
  private static final @Nullable Path FILE = file(); // any file of its group

  private CpuQuota() {}

  /** How many CPUs the process may use at most; infinite without a quota. */
  static double cpus() {
    if (FILE == null) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      var second = FILE.resolveSibling("cpu.max");
      if (Files.isReadable(second)) {
        var words = Files.readString(second).strip().split(" ", -1);
        return words[0].equals("max")
            ? Double.POSITIVE_INFINITY
            : Double.parseDouble(words[0]) / Double.parseDouble(words[1]);
      }
      double quota = number(FILE.resolveSibling("cpu.cfs_quota_us"));
      return quota > 0
          ? quota / number(FILE.resolveSibling("cpu.cfs_period_us"))
          : Double.POSITIVE_INFINITY;
    } catch (IOException | RuntimeException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static double number(Path file) throws IOException {
    return Double.parseDouble(Files.readString(file).strip());
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

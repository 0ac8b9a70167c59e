package io.strait.measure.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;

/**
 * The bytes that a process and the children that it waited for have moved, as {@code /proc/PID/io}
 * has them; NaN where the kernel does not say.
 */
record Account(double read, double written, double diskRead, double diskWritten) {
  static Account of(long pid) {
    var values = new HashMap<String, Double>();
    try {
      for (var line : Files.readAllLines(Path.of("/proc/%d/io".formatted(pid)))) {
        int colon = line.indexOf(": ");
        values.put(line.substring(0, colon), Double.parseDouble(line.substring(colon + 2)));
      }
    } catch (IOException e) {
      // A kernel without these accounts, or a program that another user runs.
    }
    return new Account(
        values.getOrDefault("rchar", Double.NaN),
        values.getOrDefault("wchar", Double.NaN),
        values.getOrDefault("read_bytes", Double.NaN),
        values.getOrDefault("write_bytes", Double.NaN));
  }

  Account minus(Account other) {
    return new Account(
        read - other.read,
        written - other.written,
        diskRead - other.diskRead,
        diskWritten - other.diskWritten);
  }

  /**
   * How the first thread of a process was scheduled; NaN where the kernel does not say.
   *
   * @param cpuSeconds how long it had a core
   * @param queueSeconds how long it could have used a core that others had
   */
  record Schedule(double cpuSeconds, double queueSeconds) {
    static Schedule of(long pid) {
      try {
        var fields = Files.readString(Path.of("/proc/%d/schedstat".formatted(pid))).split(" ", 3);
        return new Schedule(1e-9 * Long.parseLong(fields[0]), 1e-9 * Long.parseLong(fields[1]));
      } catch (IOException e) {
        return new Schedule(Double.NaN, Double.NaN);
      }
    }
  }

  /** Where a process stands in a file that it has open. */
  static double offset(long pid, int descriptor) throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc/%d/fdinfo/%d".formatted(pid, descriptor)))) {
      if (line.startsWith("pos:")) {
        return Double.parseDouble(line.substring(4).strip());
      }
    }
    return Double.NaN;
  }
}

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

  /** Seconds of CPU of a process with one thread; 0 if the kernel does not say. */
  static double cpuSeconds(long pid) {
    try {
      var text = Files.readString(Path.of("/proc/%d/schedstat".formatted(pid)));
      return 1e-9 * Long.parseLong(text.substring(0, text.indexOf(' ')));
    } catch (IOException e) {
      return 0;
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

package io.strait.measure.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long the calling thread could have used a core that other programs had. Linux only. */
final class QueueClock {
  private static final Path FILE = Path.of("/proc/thread-self/schedstat");

  private QueueClock() {}

  /** Nanoseconds so far; 0 if the kernel does not say. */
  static long nanos() {
    try {
      var fields = Files.readString(FILE).strip().split(" ", -1);
      return fields.length > 1 ? Long.parseLong(fields[1]) : 0;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }
}

package io.strait.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a benchmark uses of memory. */
final class Memory {
  private Memory() {}

  static void resetPeakHeap() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** The most heap in use since the reset, garbage included, in bytes. */
  static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** The most memory the process has occupied, where the system tells. */
  static String peakResident() {
    long bytes = peakResidentBytes();
    return bytes < 0 ? "unknown" : text(bytes);
  }

  /** As {@link #peakResident}; -1 where the system does not tell. */
  static long peakResidentBytes() {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }

  static String text(long bytes) {
    return "%,d MiB".formatted(bytes >> 20);
  }
}

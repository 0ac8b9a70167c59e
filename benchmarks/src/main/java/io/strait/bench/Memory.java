package io.strait.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a benchmark uses of memory. */
public final class Memory {
  private Memory() {}

  public static void resetPeakHeap() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** The most heap in use since the reset, garbage included, in bytes. */
  public static long peakHeap() {
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
    return Resident.of(ProcessHandle.current().pid()).peak;
  }

  /**
   * What a process occupies of main memory, in bytes; -1 where the system does not tell.
   *
   * @param now at present (VmRSS)
   * @param peak the most so far (VmHWM)
   */
  public record Resident(long now, long peak) {
    /** That of a process, which may be any on this machine. */
    public static Resident of(long pid) {
      long now = -1;
      long peak = -1;
      try {
        for (var line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
          if (line.startsWith("VmRSS:")) {
            now = bytes(line);
          } else if (line.startsWith("VmHWM:")) {
            peak = bytes(line);
          }
        }
      } catch (IOException e) {
        return new Resident(-1, -1);
      }
      return new Resident(now, peak);
    }

    private static long bytes(String line) {
      return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
    }
  }

  public static String text(long bytes) {
    return "%,d MiB".formatted(bytes >> 20);
  }
}

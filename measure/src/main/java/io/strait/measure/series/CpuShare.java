package io.strait.measure.series;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The share of this machine's CPU time that nobody used since the last question, from Linux' {@code
 * /proc/stat}: idle time and waiting for disks, over all time. What a hypervisor gave to others is
 * not free.
 */
public final class CpuShare {
  private static final Path FILE = Path.of("/proc/stat");

  /** user, nice, system, idle, iowait, irq, softirq, steal. */
  private static final int FIELDS = 8;

  private static final int IDLE = 3;
  private static final int WAITING = 4;

  private final Path file;
  private Times before;

  /** What the kernel has counted, in ticks. */
  private record Times(double free, double all) {}

  /** Begins to look at this machine. */
  public CpuShare() {
    this(FILE);
  }

  CpuShare(Path file) {
    this.file = file;
    before = read();
  }

  /** The free share since the last call; NaN if no time has passed that the kernel counts. */
  public double sinceLast() {
    var now = read();
    double all = now.all - before.all;
    double free = now.free - before.free;
    if (!(all > 0)) {
      return Double.NaN;
    }
    before = now;
    return Math.clamp(free / all, 0.0, 1.0);
  }

  private Times read() {
    try {
      for (var line : Files.readAllLines(file)) {
        var fields = line.strip().split("\\s+", -1);
        if (fields[0].equals("cpu") && fields.length > FIELDS) {
          double all = 0;
          for (int i = 1; i <= FIELDS; i++) {
            all += Double.parseDouble(fields[i]);
          }
          double free =
              Double.parseDouble(fields[1 + IDLE]) + Double.parseDouble(fields[1 + WAITING]);
          return new Times(free, all);
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Said below.
    }
    throw new InputException(
        "%s does not say what the CPUs did, expected Linux' line of cpu times".formatted(file));
  }
}

package io.strait.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What depends on the processor of this machine. */
public final class Processor {
  private Processor() {}

  /**
   * Ticks that this machine has had and those that others took of it since it was started; none
   * where that is unknown.
   */
  public record Ticks(long all, long taken) {
    public static Ticks now() throws IOException {
      var file = Path.of("/proc/stat");
      if (!Files.isReadable(file)) {
        return new Ticks(0, 0);
      }
      // cpu user nice system idle iowait irq softirq steal guest guest-nice; guests are in user
      var fields = Files.readAllLines(file).getFirst().trim().split(" +", -1);
      var ticks = Arrays.stream(fields, 1, Math.min(9, fields.length)).mapToLong(Long::parseLong);
      var counts = ticks.toArray();
      return new Ticks(Arrays.stream(counts).sum(), counts.length < 8 ? 0 : counts[7]);
    }

    /** The share that others took from then to now. */
    public double takenUntil(Ticks now) {
      return now.all == all ? 0 : 1.0 * (now.taken - taken) / (now.all - all);
    }
  }

  /** The options that let gcc use all of it. */
  public static List<String> gccOptions() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> List.of("-march=native", "-mprefer-vector-width=512");
      case "aarch64" -> List.of("-mcpu=native");
      default -> List.of();
    };
  }
}

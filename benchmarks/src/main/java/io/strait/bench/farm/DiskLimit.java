package io.strait.bench.farm;

import io.strait.bench.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit for bulk results that are kept: the disk alone, which {@code dd} gives as many bytes in
 * groups, each of them safe before the next. It stands for a journal without a farm.
 */
final class DiskLimit implements FarmUnderTest {
  private static final int RESULTS = 300;
  private static final int GROUP = 16 << 20;
  private static final int GROUPS = (int) ((long) RESULTS * BULK_BYTES / GROUP);

  private final Path file;
  private final String flags;

  private DiskLimit(Path file, String flags) {
    this.file = file;
    this.flags = flags;
  }

  /** Past the system's cache where that is possible; null where there is no such program. */
  static @Nullable DiskLimit find() {
    var file = Program.FOLDER.resolve("disk-" + ProcessHandle.current().pid());
    for (var flags : List.of("direct,dsync", "dsync")) {
      var limit = new DiskLimit(file, flags);
      if (limit.write(1)) {
        return limit;
      }
    }
    return null;
  }

  private boolean write(int groups) {
    var command =
        List.of(
            "dd", "if=/dev/zero", "of=" + file, "bs=" + GROUP, "count=" + groups, "oflag=" + flags);
    return Command.call(command).status() == 0;
  }

  @Override
  public String name() {
    return "disk";
  }

  @Override
  public String setting() {
    return "dd, %s, groups of %d MiB".formatted(flags, GROUP >> 20);
  }

  @Override
  public double bulkRate() {
    close();
    long start = System.nanoTime();
    if (!write(GROUPS)) {
      throw new IllegalStateException("dd failed");
    }
    return (double) GROUPS * GROUP / BULK_BYTES / ((System.nanoTime() - start) / 1e9);
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

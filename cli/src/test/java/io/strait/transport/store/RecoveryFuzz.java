package io.strait.transport.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A log whose only file holds anything. */
public final class RecoveryFuzz {
  private static final String SEGMENT = "0000000000000000.log";

  private static final class Temporary {
    static final Path FOLDER = create();

    private static Path create() {
      try {
        return Files.createTempDirectory("fuzz");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Silent implements Log.Listener {
    @Override
    public void durable(long position) {}

    @Override
    public void trouble(String message) {}

    @Override
    public void recovered() {}
  }

  private RecoveryFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    Files.write(Temporary.FOLDER.resolve(SEGMENT), input);
    int[] seen = {0};
    try {
      read(seen);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains(SEGMENT)) {
        throw new AssertionError("it does not say which file", e);
      }
      return;
    }
    int before = seen[0];
    seen[0] = 0;
    read(seen);
    if (before != seen[0]) {
      throw new AssertionError("%d records, then %d".formatted(before, seen[0]));
    }
  }

  private static void read(int[] seen) throws IOException {
    new Recovery(Temporary.FOLDER, (position, kind, payload) -> seen[0]++).read();
  }

  static List<byte[]> seeds() {
    try {
      var folder = Files.createTempDirectory("seed");
      try (var log = Log.open(folder.resolve("log"), 1 << 20, new Silent())) {
        log.recover((position, kind, payload) -> {});
        log.append((byte) 1, new byte[] {1, 2, 3});
        log.append((byte) 2, new byte[0]);
        log.append((byte) 3, new byte[40]);
        log.sync();
      }
      return List.of(Files.readAllBytes(folder.resolve("log").resolve(SEGMENT)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

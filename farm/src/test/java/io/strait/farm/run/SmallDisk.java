package io.strait.farm.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A real disk that is nearly full: a tmpfs of 2 MiB with ballast in it, where we may mount one. */
final class SmallDisk implements AutoCloseable {
  private static final int BYTES = 2 << 20;
  private final Path folder;

  /** Mounts it, or the test is skipped. */
  static SmallDisk mount(Path folder, int room) throws IOException {
    var disk = new SmallDisk(folder);
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + BYTES, "tmpfs", folder.toString()),
        "skipped: only root can mount a small disk");
    Files.write(disk.ballast(), new byte[BYTES - room]);
    return disk;
  }

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  private Path ballast() {
    return folder.resolve("ballast");
  }

  Path path() {
    return folder;
  }

  void makeRoom() throws IOException {
    Files.delete(ballast());
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    if (!run("umount", folder.toString())) {
      throw new AssertionError("somebody still uses " + folder);
    }
  }
}

package io.strait.farm.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A real disk that is small: a tmpfs, maybe with ballast in it, where we may mount one. */
final class SmallDisk implements AutoCloseable {
  private static final int BYTES = 2 << 20;
  private final Path folder;

  /** Mounts one of 2 MiB that is nearly full, or the test is skipped. */
  static SmallDisk mount(Path folder, int room) throws IOException {
    var disk = empty(folder, BYTES);
    Files.write(disk.ballast(), new byte[BYTES - room]);
    return disk;
  }

  /** Mounts one of so many bytes, or the test is skipped. */
  static SmallDisk empty(Path folder, int bytes) {
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", folder.toString()),
        "skipped: only root can mount a small disk");
    return new SmallDisk(folder);
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

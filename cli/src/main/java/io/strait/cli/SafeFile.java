package io.strait.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all. */
final class SafeFile {
  private SafeFile() {}

  /**
   * Writes to where a link leads; what is no plain file, such as a pipe or a device, is written to
   * directly.
   */
  static void write(Path path, byte[] content) throws IOException {
    var file = Files.exists(path) ? path.toRealPath() : path;
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.write(file, content);
      return;
    }
    var temporary =
        file.resolveSibling(
            ".%s.%d.part".formatted(file.getFileName(), ProcessHandle.current().pid()));
    try {
      Files.write(temporary, content);
      Files.move(
          temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}

package io.strait.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all. */
final class SafeFile {
  private SafeFile() {}

  static void write(Path file, byte[] content) throws IOException {
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

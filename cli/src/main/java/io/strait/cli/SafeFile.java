package io.strait.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all. */
final class SafeFile {
  private SafeFile() {}

  /** What can write itself. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  static void write(Path path, byte[] content) throws IOException {
    write(path, out -> out.write(content));
  }

  /**
   * Writes to where a link leads; what is no plain file, such as a pipe or a device, is written to
   * directly.
   */
  static void write(Path path, Content content) throws IOException {
    var file = Files.exists(path) ? path.toRealPath() : path;
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      stream(file, content);
      return;
    }
    var temporary =
        file.resolveSibling(
            ".%s.%d.part".formatted(file.getFileName(), ProcessHandle.current().pid()));
    try {
      stream(temporary, content);
      Files.move(
          temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void stream(Path file, Content content) throws IOException {
    try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      content.writeTo(out);
    }
  }
}

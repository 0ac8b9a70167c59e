package io.strait.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

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

  /** Refuses a file that cannot be written, before any work is done. */
  static void checkWritable(@Nullable Path file, CommandLine command) {
    if (file == null) {
      return;
    }
    var folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new ParameterException(
          command,
          "the folder of '%s' does not exist, expected a file in an existing one".formatted(file));
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new ParameterException(
          command, "'%s' may not be written, expected another file".formatted(file));
    }
    if (Files.isDirectory(file)) {
      throw new ParameterException(command, "'%s' is a folder, expected a file".formatted(file));
    }
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

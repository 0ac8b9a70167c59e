package io.strait.view;

import io.strait.model.UsageException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** Writes a file whole or not at all. */
public final class SafeFile {
  private SafeFile() {}

  /** Refuses a file that cannot be written, before any work is done. */
  public static void checkWritable(@Nullable Path file) {
    if (file == null) {
      return;
    }
    var folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UsageException(
          "the folder of '%s' does not exist, expected a file in an existing one".formatted(file));
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new UsageException("'%s' may not be written, expected another file".formatted(file));
    }
    if (Files.isDirectory(file)) {
      throw new UsageException("'%s' is a folder, expected a file".formatted(file));
    }
  }

  /** What can write itself. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  public static void write(Path path, byte[] content) throws IOException {
    write(path, out -> out.write(content));
  }

  /**
   * Writes to where a link leads; what is no plain file, such as a pipe or a device, is written to
   * directly.
   */
  public static void write(Path path, Content content) throws IOException {
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

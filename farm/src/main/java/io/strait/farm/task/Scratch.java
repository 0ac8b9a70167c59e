package io.strait.farm.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The folders in which tasks run. All lie in one that is made on opening and removed on closing.
 */
final class Scratch implements AutoCloseable {
  private final Path folder;
  private final System.Logger log;
  private final AtomicLong count = new AtomicLong();

  Scratch(Path parent, System.Logger log) {
    this.log = log;
    try {
      Files.createDirectories(parent);
      folder = Files.createTempDirectory(parent, "tasks-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("no scratch folder below %s".formatted(parent), e);
    }
  }

  /** A new, empty folder. */
  Path fresh(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name + "-" + count.incrementAndGet()));
  }

  /** Removes a folder and all in it. Links are removed, not what they lead to. */
  void delete(Path old) {
    try {
      remove(old);
    } catch (IOException e) {
      log.log(System.Logger.Level.WARNING, "cannot remove the folder of a task: " + e);
    }
  }

  private static void remove(Path old) throws IOException {
    Files.walkFileTree(
        old,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes)
              throws IOException {
            Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwx------"));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (Files.isDirectory(file) && file.toFile().setReadable(true)) {
              remove(file);
            } else {
              Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path inner, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(inner);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() {
    delete(folder);
  }
}

package io.strait.transport;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Removes folders. */
public final class Folders {
  private Folders() {}

  /** Removes a folder and everything in it, if it exists. Links are not followed. */
  public static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var all = Files.walk(folder)) {
      for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Removes a folder if it is empty. */
  public static void deleteEmpty(@Nullable Path folder) throws IOException {
    if (folder == null) {
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // It stays.
    }
  }
}

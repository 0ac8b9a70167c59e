package io.strait.transport;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Removing folders that have served. */
public final class Folders {
  private Folders() {}

  /** Removes a folder and all in it; nothing happens if it is not there. Links are not followed. */
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

  /** Removes a folder if nothing is in it. */
  public static void deleteEmpty(@Nullable Path folder) throws IOException {
    if (folder == null) {
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // Somebody else's things are there.
    }
  }
}

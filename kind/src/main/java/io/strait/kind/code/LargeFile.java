package io.strait.kind.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is too large to travel with the description of tasks. It lies on the machine already,
 * or where all machines of a site see it, and every task finds a link to it in its folder.
 *
 * @param name the path below the folder, with slashes
 * @param executable whether the file may be executed
 * @param bytes its size
 * @param sha256 in hexadecimal digits
 * @param path where it lies; null if that is not known here
 */
public record LargeFile(
    String name, boolean executable, long bytes, String sha256, @Nullable Path path) {
  public LargeFile {
    if (!RelativePath.is(name) || !sha256.matches("[0-9a-f]{64}") || bytes < 0) {
      throw new IllegalArgumentException(
          "the large file '%s' of %d bytes with checksum '%s'".formatted(name, bytes, sha256));
    }
  }

  /**
   * This file as it lies in a folder, named by its checksum.
   *
   * @param folder null if there is none
   * @throws IllegalArgumentException if it does not
   */
  public LargeFile in(@Nullable Path folder) {
    @Nullable Path place = folder == null ? null : folder.resolve(sha256);
    try {
      if (place != null && Files.size(place) == bytes) {
        return new LargeFile(name, executable, bytes, sha256, place);
      }
    } catch (IOException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "the file '%s' (%d bytes) is not here, expected %s"
            .formatted(name, bytes, place == null ? "--data with the folder that has it" : place));
  }

  /** Where it lies. */
  public Path place() {
    if (path == null) {
      throw new IllegalStateException("it is not known where '%s' lies".formatted(name));
    }
    return path;
  }

  /** Links all files into a folder. */
  public static void layOut(List<LargeFile> files, Path folder) throws IOException {
    for (var file : files) {
      var target = folder.resolve(file.name);
      Files.createDirectories(target.getParent());
      Files.createSymbolicLink(target, file.place().toAbsolutePath());
    }
  }
}

package io.strait.kind.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file that is copied into the folder of every task.
 *
 * @param name the path below the folder, with slashes
 * @param executable whether the file may be executed
 */
public record SharedFile(String name, boolean executable, byte[] content) {
  public SharedFile {
    if (!RelativePath.is(name)) {
      throw new IllegalArgumentException(
          "the shared file '%s' does not lie below the folder, expected a path without .."
              .formatted(name));
    }
  }

  /** Writes all files into a folder. */
  public static void layOut(List<SharedFile> files, Path folder) throws IOException {
    for (var file : files) {
      var target = folder.resolve(file.name);
      Files.createDirectories(target.getParent());
      Files.write(target, file.content);
      if (file.executable && !target.toFile().setExecutable(true, false)) {
        throw new IOException("%s cannot be made executable".formatted(file.name));
      }
    }
  }
}

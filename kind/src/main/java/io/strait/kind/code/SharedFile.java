package io.strait.kind.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file that all tasks find in their folders.
 *
 * @param name a path below the folder, with slashes
 * @param executable whether it may be executed
 */
public record SharedFile(String name, boolean executable, byte[] content) {
  public SharedFile {
    if (!RelativePath.is(name)) {
      throw new IllegalArgumentException(
          "the shared file '%s' is not below its folder".formatted(name));
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

package io.strait.kind.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which folder of a run a master has: that of the run, or of one of its steps. */
public final class Lead {
  private Lead() {}

  /** The folder that a master has; null if none has any. */
  public static @Nullable Path of(Path run) throws IOException {
    for (var folder : folders(run)) {
      if (hasWord(folder) && !ControlClient.isGone(folder)) {
        return folder;
      }
    }
    return null;
  }

  /**
   * Where a master can be asked: in the folder that it has, or in the run's own if none has any.
   */
  public static RunFolder folder(RunFolder run) throws IOException {
    @Nullable Path led = of(run.path());
    return led == null ? run : RunFolder.open(led);
  }

  /** Whether a master was killed, and has left word where it can be asked. */
  public static boolean isAbandoned(Path run) throws IOException {
    for (var folder : folders(run)) {
      if (hasWord(folder) && ControlClient.isGone(folder)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasWord(Path folder) {
    return Files.exists(folder.resolve(ControlClient.FILE));
  }

  private static List<Path> folders(Path run) throws IOException {
    var folders = new ArrayList<>(List.of(run));
    var steps = run.resolve("steps");
    if (Files.isDirectory(steps)) {
      try (var files = Files.list(steps)) {
        files.forEach(folders::add);
      }
    }
    return folders;
  }
}

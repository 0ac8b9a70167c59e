package io.strait.kind.code;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a worker executes for a task. */
public sealed interface TaskCode {
  /** How often a failed task is tried again unless the app says otherwise. */
  int RETRIES = 2;

  /** How often a failed task is tried again, in all. */
  int retries();

  /**
   * A Java class in the worker.
   *
   * @param with the settings that it gets
   * @param files that it may read everywhere; relative to the app file
   */
  record JavaClass(String name, int retries, Map<String, String> with, List<String> files)
      implements TaskCode {
    public JavaClass(String name) {
      this(name, RETRIES, Map.of(), List.of());
    }
  }

  /**
   * A command, once per task.
   *
   * @param line for the shell, with placeholders; see {@link Template}
   * @param timeLimit of one task, if there is one
   * @param files that all tasks find in their folders; relative to the app file
   * @param parameters a table with a row per task, relative to the app file
   * @param result the file that the command leaves as its result, with placeholders; without it the
   *     result is what the command prints
   */
  record Command(
      String line,
      @Nullable Duration timeLimit,
      int retries,
      List<String> files,
      @Nullable String parameters,
      @Nullable String result)
      implements TaskCode {
    public Command(String line) {
      this(line, null, RETRIES, List.of(), null, null);
    }
  }

  /**
   * A process that stays and is fed over standard input and output.
   *
   * @param timeLimit of one task, if there is one
   * @param files that the process finds in its folder; relative to the app file
   */
  record Resident(String line, @Nullable Duration timeLimit, int retries, List<String> files)
      implements TaskCode {
    public Resident(String line) {
      this(line, null, RETRIES, List.of());
    }
  }
}

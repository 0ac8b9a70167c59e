package io.strait.kind.code;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code that an app file names under {@code run}. */
public sealed interface TaskCode {
  /** How often a failed task is tried again by default. */
  int RETRIES = 2;

  /** How often a failed task is tried again. */
  int retries();

  /**
   * A Java class.
   *
   * @param with its settings
   * @param files the files that it may read everywhere, relative to the app file
   */
  record JavaClass(String name, int retries, Map<String, String> with, List<String> files)
      implements TaskCode {
    public JavaClass(String name) {
      this(name, RETRIES, Map.of(), List.of());
    }
  }

  /**
   * A command that is started once per task.
   *
   * @param line a line for the shell, with placeholders; see {@link Template}
   * @param timeLimit the limit of one task; null if there is none
   * @param files the files that all tasks find in their folders, relative to the app file
   * @param parameters a table with a row per task, relative to the app file; null if there is none
   * @param result the file that holds the result, with placeholders; null if the result is what the
   *     command prints
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
   * A process that computes many tasks, which it reads from standard input.
   *
   * @param timeLimit the limit of one task; null if there is none
   * @param files the files that the process finds in its folder, relative to the app file
   */
  record Resident(String line, @Nullable Duration timeLimit, int retries, List<String> files)
      implements TaskCode {
    public Resident(String line) {
      this(line, null, RETRIES, List.of());
    }
  }
}

package io.strait.kind.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Folders of runs, and of the steps of a run: {@code RUN/steps/NAME}. */
public final class StepFolder {
  /** The plan in the folder of a run. */
  public static final String PLAN = "plan.yaml";

  private StepFolder() {}

  /** The folder of the run that this is a step of; null if it is a run itself. */
  public static @Nullable Path run(Path folder) {
    var whole = folder.toAbsolutePath().normalize();
    @Nullable Path steps = whole.getParent();
    return !Files.exists(whole.resolve(PLAN))
            && steps != null
            && steps.endsWith("steps")
            && steps.getParent() != null
            && Files.exists(steps.resolveSibling(PLAN))
        ? steps.getParent()
        : null;
  }

  /** What a page calls it. */
  public static String name(Path folder) {
    @Nullable Path run = run(folder);
    return run == null ? last(folder) : last(run) + "/steps/" + last(folder);
  }

  /** What a page calls several; those of one name by their paths. */
  public static List<String> names(List<Path> folders) {
    var names = folders.stream().map(StepFolder::name).toList();
    return IntStream.range(0, names.size())
        .mapToObj(
            i ->
                Collections.frequency(names, names.get(i)) == 1
                    ? names.get(i)
                    : folders.get(i).normalize().toString())
        .toList();
  }

  /** The last part of a path. */
  public static String last(Path folder) {
    @Nullable Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? folder.toString() : name.toString();
  }

  /** The files in the folder of a run, for a page. */
  public static String files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return String.join(
          ", ",
          files
              .map(f -> f.getFileName() + (Files.isDirectory(f) ? "/" : ""))
              // What is there only while a master runs is none of them.
              .filter(f -> !f.startsWith(".") && !f.equals("control.json"))
              .sorted()
              .limit(40)
              .toList());
    }
  }
}

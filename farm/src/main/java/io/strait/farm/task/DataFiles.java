package io.strait.farm.task;

import io.strait.farm.file.FarmApp;
import io.strait.kind.code.TaskCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which files of an app are data: too large to travel with the description of tasks. They are the
 * largest, as many as it takes until the others fit.
 */
public final class DataFiles {
  private DataFiles() {}

  /** Names of those that are large, if the others may take so many bytes. */
  static Set<String> large(Map<String, Long> sizes, long most) {
    long all = sizes.values().stream().mapToLong(size -> size).sum();
    var large = new HashSet<String>();
    var order =
        sizes.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .toList();
    for (var file : order) {
      if (all > most) {
        large.add(file.getKey());
        all -= file.getValue();
      }
    }
    return large;
  }

  /**
   * The data of an app, as far as they are there; nothing is read but sizes.
   *
   * @param folder of the app file
   * @return sizes by path
   */
  public static Map<Path, Long> of(FarmApp app, Path folder) {
    @Nullable TaskCode code = app.run();
    List<String> names =
        switch (code) {
          case TaskCode.JavaClass java -> java.files();
          case TaskCode.Command command -> command.files();
          case TaskCode.Resident resident -> resident.files();
          case null -> List.of();
        };
    long most = TaskSpec.MOST_BYTES;
    if (code instanceof TaskCode.Command command && command.parameters() != null) {
      most -= size(folder.resolve(command.parameters()));
    }
    var sizes = new LinkedHashMap<String, Long>();
    names.forEach(name -> sizes.put(name, size(folder.resolve(name))));
    var data = new LinkedHashMap<Path, Long>();
    var large = large(sizes, most);
    sizes.forEach(
        (name, size) -> {
          if (large.contains(name)) {
            data.put(folder.resolve(name), size);
          }
        });
    return data;
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0; // a run will say so
    }
  }
}

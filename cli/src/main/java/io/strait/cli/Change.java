package io.strait.cli;

import io.strait.model.text.DocumentEdit;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.SpreadEdit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One value of the grid or the app set to something else: {@code
 * links[argentina-spain].bandwidth=100KiB/s}. Paths start at the grid file's keys, or at the app
 * file's, with or without {@code app.} before them; several with commas between them get the same
 * value. Of a realignment, {@code partition} and {@code cyclic} stand for the numbers of such
 * distributions.
 */
record Change(String option, String path, String value) {
  private static final Set<String> GRID_KEYS = Set.of("grid", "home", "clusters", "links");
  private static final Set<String> APP_KEYS =
      Set.of(
          "tasks",
          "input",
          "output",
          "reduce",
          "work",
          "master-work",
          "run",
          "domain",
          "type",
          "stencil",
          "radius",
          "boundary",
          "iterations",
          "converge",
          "cost-per-cell",
          "processors",
          "checkpoint",
          "frames",
          "strategy",
          "band",
          "array",
          "source",
          "target",
          "phases",
          "renumber",
          "repetitions",
          "memory",
          "data");

  static Change parse(String option, String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new InputException(
          "%s '%s' is not PATH=VALUE, expected such as links[argentina-spain].bandwidth=100KiB/s"
              .formatted(option, text));
    }
    return new Change(
        option, text.substring(0, equals).strip(), text.substring(equals + 1).strip());
  }

  /** The files with this change. */
  InputFiles apply(InputFiles files) {
    var changed = files;
    try {
      for (var each : paths()) {
        changed = apply(changed, each);
      }
      return changed;
    } catch (InputException e) {
      throw located(e);
    }
  }

  private InputFiles apply(InputFiles files, String each) {
    if (SpreadEdit.WORDS.contains(each)) {
      return new InputFiles(files.grid(), SpreadEdit.set(files.app(), each, value), files.run());
    }
    return isInGrid(each)
        ? new InputFiles(DocumentEdit.set(files.grid(), each, value), files.app(), files.run())
        : new InputFiles(
            files.grid(), DocumentEdit.set(files.app(), pathInApp(each), value), files.run());
  }

  private List<String> paths() {
    return Arrays.stream(path.split(",", -1)).map(String::strip).toList();
  }

  /** Reads changed files; what is wrong with them is this change. */
  Inputs read(InputFiles changed) {
    try {
      return Inputs.read(changed.grid(), changed.app());
    } catch (InputException e) {
      throw located(e);
    }
  }

  /** The value now in the files, at the first path; null where it is not given. */
  @Nullable String before(InputFiles files) {
    var first = paths().getFirst();
    if (SpreadEdit.WORDS.contains(first)) {
      return SpreadEdit.get(files.app(), first);
    }
    return isInGrid(first)
        ? DocumentEdit.get(files.grid(), first)
        : DocumentEdit.get(files.app(), pathInApp(first));
  }

  private InputException located(InputException e) {
    return new InputException("%s '%s=%s': %s".formatted(option, path, value, e.getMessage()));
  }

  private static boolean isInGrid(String path) {
    var first = DocumentEdit.firstStep(path);
    if (GRID_KEYS.contains(first)) {
      return true;
    }
    if (first.equals("app") || APP_KEYS.contains(first)) {
      return false;
    }
    throw new InputException(
        "'%s' in '%s' is no key of the files, expected the path to start with one of: clusters, home, links, input, output, reduce, tasks, work, master-work, domain, iterations, cost-per-cell, strategy, band, array, source, target, partition"
            .formatted(first, path));
  }

  private static String pathInApp(String path) {
    return path.startsWith("app.") ? path.substring("app.".length()) : path;
  }
}

package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.file.Inputs;
import io.strait.model.App;
import io.strait.model.text.DocumentEdit;
import io.strait.model.text.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One value of the grid or the app set to something else: {@code
 * links[argentina-spain].bandwidth=100KiB/s}. Paths start at the grid file's keys, or at the app
 * file's, with or without {@code app.} before them; several with commas between them get the same
 * value. What a path into the app file means is the kind's affair.
 */
record Change(String option, String path, String value) {
  private static final Set<String> GRID_KEYS = Set.of("grid", "home", "clusters", "links");

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
    return isInGrid(files, each)
        ? new InputFiles(
            DocumentEdit.set(files.grid(), each, value), files.app(), files.run(), files.kind())
        : new InputFiles(
            files.grid(),
            files.kind().paths().set(files.app(), pathInApp(each), value),
            files.run(),
            files.kind());
  }

  private List<String> paths() {
    return Arrays.stream(path.split(",", -1)).map(String::strip).toList();
  }

  /** Reads changed files; what is wrong with them is this change. */
  <A extends App, P> Inputs<A> read(Kind<A, P> kind, InputFiles changed) {
    try {
      return kind.files().inputs(changed.grid(), changed.app());
    } catch (InputException e) {
      throw located(e);
    }
  }

  /** The value now in the files, at the first path; null where it is not given. */
  @Nullable String before(InputFiles files) {
    var first = paths().getFirst();
    return isInGrid(files, first)
        ? DocumentEdit.get(files.grid(), first)
        : files.kind().paths().get(files.app(), pathInApp(first));
  }

  private InputException located(InputException e) {
    return new InputException("%s '%s=%s': %s".formatted(option, path, value, e.getMessage()));
  }

  private static boolean isInGrid(InputFiles files, String path) {
    var first = DocumentEdit.firstStep(path);
    if (GRID_KEYS.contains(first)) {
      return true;
    }
    var keys = files.kind().paths().keys();
    if (first.equals("app") || keys.contains(first)) {
      return false;
    }
    throw new InputException(
        "'%s' in '%s' is not a key of the files, expected the path to start with one of: clusters, home, links, %s"
            .formatted(first, path, String.join(", ", keys)));
  }

  private static String pathInApp(String path) {
    return path.startsWith("app.") ? path.substring("app.".length()) : path;
  }
}

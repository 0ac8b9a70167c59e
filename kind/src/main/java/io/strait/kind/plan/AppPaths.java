package io.strait.kind.plan;

import io.strait.model.text.Document;
import io.strait.model.text.DocumentEdit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The paths that lead to values of app files of one kind. */
public interface AppPaths {
  /** Keys of the file with which paths may begin. */
  List<String> keys();

  /** The value at a path; null where it is not given. */
  default @Nullable String get(Document app, String path) {
    return DocumentEdit.get(app, path);
  }

  /** The document with another value at a path. */
  default Document set(Document app, String path, String value) {
    return DocumentEdit.set(app, path, value);
  }

  /** Paths that begin with these keys and lead to single values. */
  static AppPaths of(String... keys) {
    var all = List.of(keys);
    return () -> all;
  }
}

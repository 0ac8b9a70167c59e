package io.strait.kind.file;

import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all app files share: the key {@code kind}, which decides the other keys. */
public final class AppFile {
  private AppFile() {}

  /** The kind that an app file names. It must be one of the given kinds. */
  public static String kind(Document app, List<String> kinds) {
    var root = Fields.mapping(app, app.root(), "the app file");
    @Nullable Node kind = root.get("kind");
    if (kind == null) {
      throw app.error(
          root, "the app file has no 'kind', expected kind: %s".formatted(either(kinds)));
    }
    var text = Fields.text(app, kind, "kind");
    if (!kinds.contains(text)) {
      throw app.error(kind, "kind is '%s', expected %s".formatted(text, either(kinds)));
    }
    return text;
  }

  /** Refuses an app of another kind. */
  static void checkKind(Document app, String expected) {
    var _ = kind(app, List.of(expected));
  }

  private static String either(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }
}

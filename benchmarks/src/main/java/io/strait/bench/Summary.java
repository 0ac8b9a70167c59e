package io.strait.bench;

import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a command of Strait printed with {@code --format json}. */
public final class Summary {
  private static final Document DOCUMENT = Document.parse("summary", "{}");

  private Summary() {}

  /**
   * Runs a command and reads what it printed.
   *
   * @throws IOException if it failed
   */
  public static Fields of(List<String> command) throws IOException {
    var output = Command.call(command);
    if (output.status() != 0) {
      throw new IOException(
          "%s ended with exit code %d".formatted(String.join(" ", command), output.status()));
    }
    return parse(output.text());
  }

  /** What a file has. */
  public static Fields read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  /** What a text says. */
  public static Fields parse(String text) {
    var document = Document.parse("summary", text);
    return Fields.any(document, document.root(), "the summary");
  }

  public static List<Fields> items(Fields fields, String key) {
    var list = (Node.Sequence) fields.required(key);
    return list.items().stream().map(item -> Fields.any(DOCUMENT, item, key)).toList();
  }

  public static Fields inner(Fields fields, String key) {
    return Fields.any(DOCUMENT, fields.required(key), key);
  }

  /** A list of texts. */
  public static List<String> texts(Fields fields, String key) {
    var list = (Node.Sequence) fields.required(key);
    return list.items().stream().map(item -> Fields.text(DOCUMENT, item, key)).toList();
  }

  public static boolean has(Fields fields, String key) {
    return fields.find(key) != null;
  }

  public static String text(Fields fields, String key) {
    return Fields.text(DOCUMENT, fields.required(key), key);
  }

  /** A number; not a number where there is none. */
  public static double number(Fields fields, String key) {
    if (!has(fields, key)) {
      return Double.NaN;
    }
    var text = text(fields, key);
    return text.equals("null") ? Double.NaN : Double.parseDouble(text);
  }
}

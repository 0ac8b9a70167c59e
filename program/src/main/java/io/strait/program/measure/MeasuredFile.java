package io.strait.program.measure;

import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.NodeEdit;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a measured command into an app file as a calculation: its time, its CPU share and its
 * command; the data that it takes from the calculation before; the data that it hands to the one
 * after, if there is exactly one. Comments and other keys stay as they are.
 *
 * @param source the file's name, for messages
 * @param text of the file before
 * @param after the calculation that makes the input; null if none does
 */
record MeasuredFile(String source, String text, @Nullable String after, boolean stream) {
  private static final String CALCULATIONS = "calculations";
  private static final String DATA = "data";

  /** A new file without calculations, which is to get one. */
  static MeasuredFile empty(String source, String app) {
    return new MeasuredFile(
        source, "app: %s\nkind: program\n%s:\n".formatted(app, CALCULATIONS), null, false);
  }

  MeasuredFile with(boolean stream) {
    return new MeasuredFile(source, text, after, stream);
  }

  /** Refuses a name that the file cannot have, before anything is measured. */
  void check(String name) {
    if (after == null) {
      return;
    }
    var app = ProgramFile.read(Document.parse(source, text));
    if (after.equals(name) || app.indexOf(after) < 0) {
      var names = app.calculations().stream().map(each -> each.name()).limit(8).toList();
      throw new UsageException(
          "--after '%s' is not another calculation of %s, expected one of: %s"
              .formatted(after, source, String.join(", ", names)));
    }
  }

  /**
   * The text with the calculation, which reads as a program.
   *
   * @param comment a line that says how it was measured
   */
  String with(Measured measured, String comment) {
    var name = measured.name();
    var path = List.of(CALCULATIONS, name);
    if (text.endsWith(CALCULATIONS + ":\n")) {
      return checked("%s  # %s\n  %s: %s\n".formatted(text, comment, name, calculation(measured)));
    }
    var app = ProgramFile.read(Document.parse(source, text));
    var edit = new NodeEdit(source, text);
    if (edit.find(path) instanceof Node.Mapping old) {
      edit.set(key(path, "time"), measured.timeText());
      edit.set(key(path, "cpu"), measured.cpuText());
      if (stream) {
        edit.set(key(path, "stream"), "true");
      }
      setCommand(edit, path, old.get("run"), measured);
    } else {
      edit.set(path, calculation(measured));
    }
    edit.comment(path, comment, MeasuredText.mark(name));
    setData(edit, app, measured);
    return checked(edit.text());
  }

  private String checked(String changed) {
    ProgramFile.read(Document.parse(source, changed));
    return changed;
  }

  private static List<String> key(List<String> path, String... keys) {
    var longer = new ArrayList<>(path);
    longer.addAll(List.of(keys));
    return longer;
  }

  private String calculation(Measured measured) {
    return "{time: %s, cpu: %s%s, run: {command: %s}}"
        .formatted(
            measured.timeText(),
            measured.cpuText(),
            stream ? ", stream: true" : "",
            command(measured));
  }

  /** A class or a resident process that the user chose stays. */
  private static void setCommand(
      NodeEdit edit, List<String> path, @Nullable Node run, Measured measured) {
    if (run == null) {
      edit.set(key(path, "run"), "{command: %s}".formatted(command(measured)));
    } else if (run instanceof Node.Mapping code && code.get("command") != null) {
      edit.set(key(path, "run", "command"), command(measured));
    }
  }

  /** The command as a text between quotes, without placeholders. */
  private static String command(Measured measured) {
    var line = measured.runs().command().line().replace("{", "{{");
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c < ' ' ? "\\x%02x".formatted((int) c) : String.valueOf(c));
      }
    }
    return quoted.append('"').toString();
  }

  private void setData(NodeEdit edit, ProgramApp app, Measured measured) {
    var name = measured.name();
    boolean found = false;
    var out = new ArrayList<Integer>();
    for (int i = 0; i < app.data().size(); i++) {
      DataEdge edge = app.data().get(i);
      if (edge.to().equals(name) && edge.from().equals(after)) {
        edit.set(List.of(DATA, Integer.toString(i), "volume"), measured.inputText());
        found = true;
      }
      if (edge.from().equals(name)) {
        out.add(i);
      }
    }
    if (after != null && !found) {
      edit.add(
          List.of(DATA),
          "{from: %s, to: %s, volume: %s}".formatted(after, name, measured.inputText()));
    }
    if (out.size() == 1 && measured.hasOutput()) {
      edit.set(List.of(DATA, Integer.toString(out.getFirst()), "volume"), measured.outputText());
    }
  }

  /** A name that an app may have, from the name of its file or folder. */
  static String appName(Path file) {
    var path = file.toAbsolutePath().normalize();
    var own = String.valueOf(path.getFileName()).replaceFirst("\\.ya?ml$", "");
    @Nullable Path folder = path.getParent();
    var other = folder == null ? "" : String.valueOf(folder.getFileName());
    if (!own.equals("app") && Fields.isName(own)) {
      return own;
    }
    return Fields.isName(other) ? other : "program";
  }
}

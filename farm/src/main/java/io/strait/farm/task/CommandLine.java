package io.strait.farm.task;

import io.strait.kind.code.RelativePath;
import io.strait.kind.code.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A command with its placeholders, and what becomes of them for a task. */
final class CommandLine {
  private static final int LONGEST_VALUE = TaskSpec.MOST_BYTES;
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

  private final List<String> columns;
  private final int tasks;

  CommandLine(List<String> columns, int tasks) {
    this.columns = columns;
    this.tasks = tasks;
  }

  /** The values of a task as bytes: each after its length. */
  static byte[] encode(List<String> values) {
    var out = new PackedWriter();
    values.forEach(out::text);
    return out.toBytes();
  }

  /** The values of a task, one per column. */
  List<String> decode(byte[] input) {
    var in = new PackedReader(input, "the input of the task");
    var values = new ArrayList<String>();
    for (int i = 0; i < columns.size(); i++) {
      values.add(in.text(LONGEST_VALUE));
    }
    in.end();
    return values;
  }

  /** The template as a line for the shell, in which every value stays one argument. */
  String shell(Template template, int task, int attempt, List<String> values) {
    return fill(template, task, attempt, values, true);
  }

  /** The template as the path of a file below the task's folder. */
  String path(Template template, int task, int attempt, List<String> values) {
    var path = fill(template, task, attempt, values, false);
    if (!RelativePath.is(path)) {
      throw new IllegalArgumentException(
          "the result file '%s' is not below the task's folder".formatted(path));
    }
    return path;
  }

  private String fill(
      Template template, int task, int attempt, List<String> values, boolean shell) {
    var line = new StringBuilder();
    for (int i = 0; i < template.parts().size(); i++) {
      switch (template.parts().get(i)) {
        case Template.Text(var text) -> line.append(text);
        case Template.Placeholder(var name, var inQuotes) -> {
          var value = value(name, task, attempt, values);
          line.append(shell && !inQuotes ? quote(value, redirects(template, i + 1)) : value);
        }
      }
    }
    return line.toString();
  }

  private String value(String name, int task, int attempt, List<String> values) {
    return switch (name) {
      case "id" -> Integer.toString(task);
      case "attempt" -> Integer.toString(attempt);
      case "tasks" -> Integer.toString(tasks);
      default -> values.get(columns.indexOf(name));
    };
  }

  /** Whether a redirection follows at once, which would take a number before it as its own. */
  private static boolean redirects(Template template, int part) {
    return part < template.parts().size()
        && template.parts().get(part) instanceof Template.Text(var text)
        && (text.startsWith("<") || text.startsWith(">"));
  }

  /** The text as one literal word of a POSIX shell; numbers stay bare, for arithmetic. */
  private static String quote(String text, boolean always) {
    return !always && NUMBER.matcher(text).matches()
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}

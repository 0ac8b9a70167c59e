package io.strait.measure.simgrid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The warnings about an import, each once, in the order of the file. */
final class Warnings {
  private static final class Warning {
    final XmlElement at;
    final String text;
    int count;

    Warning(XmlElement at, String text) {
      this.at = at;
      this.text = text;
    }
  }

  private final Map<String, Warning> warnings = new LinkedHashMap<>();

  void add(XmlElement at, String text) {
    addOnce(at.start() + " " + text, at, text);
  }

  /** Adds a warning that is shown once per kind; the others of its kind are counted. */
  void addOnce(String kind, XmlElement at, String text) {
    warnings.computeIfAbsent(kind, k -> new Warning(at, text)).count++;
  }

  /** Warns about something that a grid cannot express. */
  void leftOut(String what, XmlElement at, String why) {
    addOnce(what, at, "%s is left out: %s".formatted(what, why));
  }

  List<String> list() {
    var list = new ArrayList<>(warnings.values());
    list.sort(Comparator.comparingInt(w -> w.at.start()));
    return list.stream()
        .map(
            w ->
                "%s:%d: %s%s"
                    .formatted(
                        w.at.file().source(),
                        w.at.line(),
                        w.text,
                        w.count > 1 ? " (%d times)".formatted(w.count) : ""))
        .toList();
  }
}

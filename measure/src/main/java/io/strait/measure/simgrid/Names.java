package io.strait.measure.simgrid;

import io.strait.model.text.GridFile;
import java.util.HashSet;
import java.util.Set;

/** Gives names that a grid accepts, each only once. */
final class Names {
  /** Shorter than what a grid accepts, so that a number may follow. */
  private static final int LONGEST = 100;

  private final String what;
  private final Warnings warnings;
  private final Set<String> given = new HashSet<>();

  /**
   * @param what the kind of thing that is named, for messages
   */
  Names(String what, Warnings warnings) {
    this.what = what;
    this.warnings = warnings;
  }

  /** The id itself if a grid accepts it, otherwise a similar name. */
  String give(String id, XmlElement at) {
    var like = clean(id);
    var name = like;
    for (int n = 2; !given.add(name); n++) {
      name = like + "_" + n;
    }
    if (!name.equals(id)) {
      warnings.add(
          at,
          "the %s '%s' is renamed to '%s': a name has letters, digits, '_', '.' and '-'"
              .formatted(what, id, name));
    }
    return name;
  }

  /** The text itself if it is a name, otherwise a similar name. */
  static String clean(String id) {
    if (GridFile.isName(id)) {
      return id;
    }
    var name = id.replaceAll("[^\\p{L}\\p{N}_.-]", "_");
    if (name.isEmpty() || name.charAt(0) == '.' || name.charAt(0) == '-') {
      name = "_" + name;
    }
    return name.substring(0, Math.min(LONGEST, name.length()));
  }
}

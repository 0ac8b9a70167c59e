package io.strait.kind.code;

/** Checks the paths in app files, which must lie below a folder. */
public final class RelativePath {
  private static final int LONGEST = 1000;

  private RelativePath() {}

  /** Whether a text is such a path: names between slashes, none of them {@code .} or {@code ..}. */
  public static boolean is(String text) {
    if (text.length() > LONGEST
        || text.chars().anyMatch(c -> c == '\\' || Character.isISOControl(c))) {
      return false;
    }
    for (var name : text.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return false;
      }
    }
    return true;
  }
}

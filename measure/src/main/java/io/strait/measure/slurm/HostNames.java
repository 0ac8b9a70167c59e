package io.strait.measure.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Host names as Slurm writes lists of them: {@code n[01-12,20].site}. */
final class HostNames {
  private static final Pattern BRACKETS = Pattern.compile("([^\\[\\]]*)\\[([^\\[\\]]*)\\](.*)");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})(\\D*)");

  private static final int MOST_BRACKETS = 8;

  private HostNames() {}

  /** A name around its last number; without one, all of it is the prefix. */
  record Parts(String prefix, String digits, String suffix) {
    static Parts of(String name) {
      var matcher = NUMBERED.matcher(name);
      return matcher.matches()
          ? new Parts(matcher.group(1), matcher.group(2), matcher.group(3))
          : new Parts(name, "", "");
    }

    int number() {
      return Integer.parseInt(digits);
    }

    /** Whether this name follows the other in a range. */
    boolean follows(Parts before) {
      return !digits.isEmpty()
          && !before.digits.isEmpty()
          && number() == before.number() + 1
          && (digits.length() == before.digits.length()
              || (before.digits.charAt(0) != '0' && digits.charAt(0) != '0'));
    }
  }

  /**
   * The names that a list stands for.
   *
   * @throws IllegalArgumentException if it is not such a list, or has more than so many names
   */
  static List<String> expand(String list, int most) {
    if (list.chars().filter(c -> c == '[').count() > MOST_BRACKETS) {
      throw new IllegalArgumentException(list);
    }
    var matcher = BRACKETS.matcher(list);
    if (!matcher.matches()) {
      if (list.isEmpty() || list.indexOf('[') >= 0 || list.indexOf(']') >= 0) {
        throw new IllegalArgumentException(list);
      }
      return List.of(list);
    }
    var names = new ArrayList<String>();
    for (var part : matcher.group(2).split(",", -1)) {
      var range = RANGE.matcher(part);
      if (!range.matches()) {
        throw new IllegalArgumentException(list);
      }
      var first = range.group(1);
      @Nullable String end = range.group(2);
      int last = Integer.parseInt(end == null ? first : end);
      for (int i = Integer.parseInt(first); i <= last; i++) {
        var number = ("%0" + first.length() + "d").formatted(i);
        names.addAll(expand(matcher.group(1) + number + matcher.group(3), most));
        if (names.size() > most) {
          throw new IllegalArgumentException(list);
        }
      }
    }
    return names;
  }

  /** A list of names that differ in their last number, in the shortest form. */
  static String compress(List<String> names) {
    if (names.size() == 1) {
      return names.getFirst();
    }
    var parts = names.stream().map(Parts::of).toList();
    var ranges = new ArrayList<String>();
    for (int i = 0; i < parts.size(); ) {
      int end = i + 1;
      while (end < parts.size() && parts.get(end).follows(parts.get(end - 1))) {
        end++;
      }
      var first = parts.get(i).digits;
      ranges.add(end - i == 1 ? first : first + "-" + parts.get(end - 1).digits);
      i = end;
    }
    return "%s[%s]%s"
        .formatted(parts.getFirst().prefix, String.join(",", ranges), parts.getFirst().suffix);
  }
}

package io.strait.model.text;

import io.strait.model.HostGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that every host name appears once in a grid. Groups of equal hosts are kept by base name
 * and count, not host by host, so that ten million of them cost no more than one.
 */
final class HostNames {
  private static final int LONGEST_NUMBER = 9;

  private record Entry(HostGroup group, Node place, int order) {}

  private final Document document;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Entry> single = new HashMap<>();
  private final Map<String, Entry> counted = new HashMap<>();

  HostNames(Document document) {
    this.document = document;
  }

  /** Adds a group whose name is at {@code place}. */
  void add(HostGroup group, Node place) {
    var entry = new Entry(group, place, entries.size());
    entries.add(entry);
    var before = (group.count() == 0 ? single : counted).putIfAbsent(group.name(), entry);
    if (before != null) {
      throw twice(entry, before, group.hostName(0));
    }
  }

  /**
   * Looks for names that one group spells out and another one counts up to, such as {@code a12} and
   * 20 hosts {@code a}.
   */
  void check() {
    for (var entry : entries) {
      // Only a group whose base name is this name without its last digits can contain it.
      for (int digits = 1; digits <= LONGEST_NUMBER; digits++) {
        var name = entry.group.name();
        if (!endsInDigits(name, digits)) {
          break;
        }
        @Nullable Entry other = counted.get(name.substring(0, name.length() - digits));
        // If the other group does not contain its first host, it contains none of them.
        if (other != null && isMember(entry.group.hostName(0), other.group)) {
          throw twice(entry, other, entry.group.hostName(0));
        }
      }
    }
  }

  private InputException twice(Entry a, Entry b, String name) {
    return document.error(
        (a.order > b.order ? a : b).place,
        "a second host '%s', expected every host name once in the grid".formatted(name));
  }

  /** Whether a name is one of {@code base1 … basen}. */
  private static boolean isMember(String name, HostGroup group) {
    var number = name.substring(group.name().length());
    return number.length() <= LONGEST_NUMBER
        && number.charAt(0) != '0'
        && Integer.parseInt(number) <= group.count();
  }

  private static boolean endsInDigits(String name, int digits) {
    if (digits > name.length()) {
      return false;
    }
    char digit = name.charAt(name.length() - digits);
    return digit >= '0' && digit <= '9';
  }
}

package io.strait.measure.simgrid;

import io.strait.model.HostGroup;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Speed;
import io.strait.model.text.GridFile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a platform as groups. Equal hosts named {@code name1 … namen} become one group with
 * a count; every other host is alone, with its own name.
 */
final class HostList {
  private static final int MOST_HOSTS = 10_000_000;
  private static final int MOST_ALONE = 1_000_000;
  private static final int MOST_CORES = 1_000_000;
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  private final Names names;
  private final Warnings warnings;
  private long hosts;
  private int alone;

  HostList(Warnings warnings) {
    this.names = new Names("host", warnings);
    this.warnings = warnings;
  }

  /** A {@code <host>}. */
  HostGroup host(XmlElement element) {
    count(1, element);
    countAlone(1, element);
    var name = names.give(element.required("id"), element);
    return group(name, 0, speed(element), cores(element));
  }

  /** Merges the hosts that form a group. */
  static List<HostGroup> merge(List<HostGroup> single) {
    var groups = new ArrayList<HostGroup>();
    for (int i = 0; i < single.size(); ) {
      int run = run(single, i);
      var first = single.get(i);
      groups.add(run < 2 ? first : group(base(first.name()), run, first.speed(), first.cores()));
      i += Math.max(1, run);
    }
    return groups;
  }

  /** How many hosts from here on are equal and named base1, base2, …. */
  private static int run(List<HostGroup> single, int start) {
    var first = single.get(start);
    if (!first.name().endsWith("1") || !GridFile.isName(base(first.name()))) {
      return 0;
    }
    int length = 0;
    while (start + length < single.size()
        && single
            .get(start + length)
            .equals(group(base(first.name()) + (length + 1), 0, first.speed(), first.cores()))) {
      length++;
    }
    return length;
  }

  private static String base(String name) {
    return name.substring(0, name.length() - 1);
  }

  /** The hosts of a {@code <cluster>} as groups. */
  List<HostGroup> ofCluster(XmlElement cluster) {
    var speed = speed(cluster);
    int cores = cores(cluster);
    var prefix = cluster.required("prefix");
    var suffix = cluster.required("suffix");
    var groups = new ArrayList<HostGroup>();
    for (var range : ranges(cluster)) {
      int first = range.first;
      int last = range.last;
      count((long) last - first + 1, cluster);
      int countFrom = last + 1; // where base1 … basen begins, if there is such a group
      if (suffix.isEmpty() && !prefix.isEmpty() && first <= 1 && last >= 2) {
        countFrom = 1;
      }
      countAlone(countFrom - first, cluster);
      for (int i = first; i < countFrom; i++) {
        groups.add(group(names.give(prefix + i + suffix, cluster), 0, speed, cores));
      }
      if (countFrom <= last) {
        groups.add(group(names.give(prefix, cluster), last, speed, cores));
      }
    }
    return groups;
  }

  /** Numbers from first to last. */
  record Range(int first, int last) {}

  /** The numbers that a radical such as {@code 0-99,105} stands for. */
  static List<Range> ranges(XmlElement cluster) {
    var text = cluster.required("radical");
    var ranges = new ArrayList<Range>();
    for (var part : text.split(",", -1)) {
      var matcher = RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        throw badRadical(cluster, text);
      }
      int first = Integer.parseInt(matcher.group(1));
      @Nullable String end = matcher.group(2);
      int last = end == null ? first : Integer.parseInt(end);
      if (last < first) {
        throw badRadical(cluster, text);
      }
      if (!ranges.isEmpty() && ranges.getLast().last + 1 == first) {
        first = ranges.removeLast().first;
      }
      ranges.add(new Range(first, last));
    }
    return ranges;
  }

  private static RuntimeException badRadical(XmlElement cluster, String text) {
    return cluster.error(
        "radical", "radical is '%s', expected numbers such as 0-99,105".formatted(text));
  }

  private static HostGroup group(String name, int count, @Nullable Speed speed, int cores) {
    return new HostGroup(
        name, count, Role.ANY, Map.of(), speed, cores, Fraction.ALL, null, Map.of());
  }

  /** The speed of one core. If there are several, the one it starts with. */
  private Speed speed(XmlElement element) {
    var texts = element.required("speed").split(",", -1);
    int chosen = 0;
    if (texts.length > 1) {
      var state = element.get("pstate", "0");
      chosen = state.matches("\\d{1,3}") ? Integer.parseInt(state) : texts.length;
      if (chosen >= texts.length) {
        throw element.error(
            "pstate",
            "pstate is '%s', expected a number from 0 to %d".formatted(state, texts.length - 1));
      }
    }
    BigDecimal taken = BigDecimal.ONE;
    for (int i = 0; i < texts.length; i++) {
      var value = SimGridUnits.SPEED.positive(element, "speed", texts[i].strip());
      taken = i == chosen ? value : taken;
    }
    if (texts.length > 1) {
      warnings.addOnce(
          "speeds of <%s>".formatted(element.name()),
          element,
          "'%s' has %d speeds: a grid has one, so it gets %s"
              .formatted(element.required("id"), texts.length, texts[chosen].strip()));
    }
    return new Speed(taken.doubleValue());
  }

  private static int cores(XmlElement element) {
    var text = element.get("core", "1");
    if (text.matches("\\d{1,7}")) {
      int cores = Integer.parseInt(text);
      if (cores >= 1 && cores <= MOST_CORES) {
        return cores;
      }
    }
    throw element.error(
        "core", "core is '%s', expected a whole number from 1 to %d".formatted(text, MOST_CORES));
  }

  private void count(long more, XmlElement at) {
    hosts += more;
    if (hosts > MOST_HOSTS) {
      throw at.error("the platform has more than %d hosts, expected fewer".formatted(MOST_HOSTS));
    }
  }

  private void countAlone(int more, XmlElement at) {
    alone += more;
    if (alone > MOST_ALONE) {
      throw at.error(
          ("the platform has more than %d hosts that are not named name1 … namen, expected fewer"
                  + " (an empty suffix makes them one group)")
              .formatted(MOST_ALONE));
    }
  }
}

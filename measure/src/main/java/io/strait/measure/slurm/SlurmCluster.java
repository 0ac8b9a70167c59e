package io.strait.measure.slurm;

import io.strait.model.HostGroup;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster as hosts of a grid.
 *
 * <p>Nodes are alike, and become one group with a count, if their names differ in a number alone
 * and they have the same cores, memory and partitions. Their names and their number do not depend
 * on load, so that a later import finds them again: {@code available} is the mean over the group of
 * what neither jobs nor other processes have. A grid knows no host without any free share, so it is
 * 1 % at least.
 *
 * @param leftOut what is not in service, a comment each
 */
public record SlurmCluster(List<Group> groups, List<String> leftOut) {
  /** How comments on hosts begin. */
  static final String MARK = "Slurm: ";

  /** How comments on nodes that are left out begin. */
  static final String LEFT_OUT = "Slurm, not in service: ";

  private static final int LONGEST_LIST = 120;
  private static final int LONGEST_REASON = 80;

  /** Equal hosts, whether their load is known, and where this comes from. */
  public record Group(HostGroup hosts, boolean hasLoad, String comment) {}

  /** What equal hosts have in common. */
  private record Likeness(
      String prefix, String suffix, int cores, int threads, double memory, Set<String> partitions) {
    static Likeness of(SlurmNode node) {
      var parts = HostNames.Parts.of(node.name());
      return new Likeness(
          parts.prefix(),
          parts.suffix(),
          node.cores(),
          node.threads(),
          node.memory(),
          node.partitions());
    }
  }

  /**
   * The hosts of a cluster.
   *
   * @param isIdle whether to take them as if nobody used them
   * @throws InputException if no node is in service
   */
  public static SlurmCluster of(SlurmReport report, boolean isIdle) {
    var alike = new LinkedHashMap<Likeness, List<SlurmNode>>();
    var out = new LinkedHashMap<List<String>, List<SlurmNode>>();
    for (var node : report.nodes().values()) {
      if (node.isInService()) {
        alike.computeIfAbsent(Likeness.of(node), key -> new ArrayList<>()).add(node);
      } else {
        var parts = HostNames.Parts.of(node.name());
        out.computeIfAbsent(
                List.of(parts.prefix(), parts.suffix(), why(node)), key -> new ArrayList<>())
            .add(node);
      }
    }
    var leftOut =
        out.entrySet().stream()
            .map(entry -> LEFT_OUT + list(entry.getValue()) + ", " + entry.getKey().getLast())
            .toList();
    if (alike.isEmpty()) {
      throw new InputException(
          "%s: no node is in service, expected one at least (%s)"
              .formatted(report.source(), String.join("; ", leftOut)));
    }
    var names = names(alike);
    var groups = new ArrayList<Group>();
    alike.forEach((key, nodes) -> groups.add(group(names.getOrDefault(key, ""), nodes, isIdle)));
    return new SlurmCluster(groups, leftOut);
  }

  /** Why a node is out of service. */
  private static String why(SlurmNode node) {
    var state = String.join("+", node.states()).toLowerCase(Locale.ROOT);
    return Printable.line(
        node.reason().isEmpty() ? state : state + " (" + node.reason() + ")", LONGEST_REASON);
  }

  private static String list(List<SlurmNode> nodes) {
    var names =
        nodes.stream()
            .map(SlurmNode::name)
            .sorted(
                Comparator.comparing(
                    (String name) -> {
                      var digits = HostNames.Parts.of(name).digits();
                      return digits.isEmpty() ? -1 : Integer.parseInt(digits);
                    }))
            .toList();
    return Printable.line(HostNames.compress(names), LONGEST_LIST);
  }

  /**
   * Names of groups: that of a lone host is its own. Hosts that differ in a number alone get the
   * rest of their name, with a letter if several groups would have it.
   */
  private static Map<Likeness, String> names(Map<Likeness, List<SlurmNode>> alike) {
    var names = new HashMap<Likeness, String>();
    var taken = new HashSet<String>();
    alike.forEach(
        (key, nodes) -> {
          if (nodes.size() == 1) {
            var name = free(clean(nodes.getFirst().name()), 0, taken);
            names.put(key, name);
          }
        });
    alike.forEach(
        (key, nodes) -> {
          if (nodes.size() > 1) {
            names.put(key, free(clean(key.prefix), nodes.size(), taken));
          }
        });
    return names;
  }

  /** The name, or a similar one, under which no host or group is called like another. */
  private static String free(String name, int count, Set<String> taken) {
    for (int i = 0; ; i++) {
      var tried = i == 0 ? name : name + (name.endsWith("-") ? "" : "-") + letters(i);
      var hosts = hosts(tried, count);
      if (!taken.contains(tried) && hosts.stream().noneMatch(taken::contains)) {
        taken.addAll(hosts);
        taken.add(tried);
        return tried;
      }
    }
  }

  private static List<String> hosts(String name, int count) {
    var hosts = new ArrayList<String>();
    for (int i = 1; i <= count; i++) {
      hosts.add(name + i);
    }
    return count == 0 ? List.of(name) : hosts;
  }

  /** b, c, …, z, ba, bb, …: the first of its kind has no letter. */
  private static String letters(int number) {
    var letter = String.valueOf((char) ('a' + number % 26));
    return number < 26 ? letter : letters(number / 26) + letter;
  }

  /** The text itself if it is a name, otherwise a similar one. */
  static String clean(String text) {
    var name = text.replaceAll("[^\\p{L}\\p{N}_.-]", "_");
    name = name.substring(0, Math.min(100, name.length()));
    return GridFile.isName(name) ? name : "host" + name.replaceAll("^[.-]+", "");
  }

  private static Group group(String name, List<SlurmNode> nodes, boolean isIdle) {
    var first = nodes.getFirst();
    var free = nodes.stream().mapToDouble(SlurmNode::free).filter(x -> !Double.isNaN(x)).toArray();
    boolean hasLoad = isIdle || free.length > 0;
    double mean = isIdle ? 1 : Arrays.stream(free).average().orElse(1);
    var available = new Fraction(Math.max(1, Math.rint(100 * mean)) / 100);
    var hosts =
        new HostGroup(
            name,
            nodes.size() == 1 ? 0 : nodes.size(),
            Role.ANY,
            Map.of(),
            null,
            first.cores(),
            available,
            null,
            Map.of());
    return new Group(hosts, hasLoad, comment(nodes, isIdle));
  }

  private static String comment(List<SlurmNode> nodes, boolean isIdle) {
    var first = nodes.getFirst();
    var parts = new ArrayList<String>();
    parts.add(list(nodes));
    if (!first.partitions().isEmpty()) {
      var partitions = new TreeSet<>(first.partitions());
      parts.add(
          (partitions.size() == 1 ? "partition " : "partitions ") + String.join(" ", partitions));
    }
    if (first.memory() > 0) {
      parts.add("memory %.0f MB".formatted(first.memory()));
    }
    if (first.threads() > 1) {
      parts.add("%d threads per core".formatted(first.threads()));
    }
    if (!isIdle) {
      parts.add(
          "load %s and %s allocated of %d CPUs"
              .formatted(
                  range(nodes.stream().map(SlurmNode::load).toList()),
                  range(nodes.stream().map(SlurmNode::allocated).toList()),
                  first.cpus()));
    }
    return Printable.line(MARK + String.join(", ", parts));
  }

  private static String range(List<Double> values) {
    var known =
        values.stream()
            .filter(value -> !value.isNaN())
            .collect(Collectors.summarizingDouble(Double::doubleValue));
    if (known.getCount() == 0) {
      return "unknown";
    }
    var low = text(known.getMin());
    var high = text(known.getMax());
    return low.equals(high) ? low : low + " to " + high;
  }

  private static String text(double value) {
    return value == Math.rint(value) ? "%.0f".formatted(value) : "%.2f".formatted(value);
  }
}

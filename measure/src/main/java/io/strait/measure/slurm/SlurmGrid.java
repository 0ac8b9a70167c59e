package io.strait.measure.slurm;

import io.strait.measure.link.LinkGrid;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import io.strait.model.text.MappingEdit;
import io.strait.model.text.Node;
import io.strait.model.text.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the hosts of a Slurm cluster into a grid file.
 *
 * <p>Of hosts that the file has already, {@code count}, {@code cores} and {@code available} change;
 * their other keys, and all else in the file, stay as they are. Hosts of an earlier import that
 * Slurm no longer lists become comments. A cluster that the file does not have is added, with a
 * link whose figures are still to be measured.
 */
public final class SlurmGrid {
  private static final String UNMEASURED =
      LinkGrid.UNMEASURED + "strait measure link, or strait import iperf3 --between ";

  private final String source;
  private final String name;
  private final SlurmCluster cluster;
  private final List<String> notes = new ArrayList<>();
  private List<String> lines;

  private SlurmGrid(String source, String text, String name, SlurmCluster cluster) {
    this.source = source;
    this.name = name;
    this.cluster = cluster;
    this.lines = new ArrayList<>(text.lines().toList());
  }

  /**
   * A grid file.
   *
   * @param notes what a user should know about it
   */
  public record Written(Grid grid, String text, List<String> notes) {}

  /**
   * A new grid file with one cluster.
   *
   * @param from what was read, for a comment
   */
  public static Written create(String from, String name, SlurmCluster cluster) {
    var text = new ArrayList<String>();
    text.add("# hosts from Slurm: " + Printable.line(from, 200));
    text.add("grid: " + name);
    text.add("clusters:");
    text.addAll(block(name, cluster, "  "));
    return read(String.join("\n", text) + "\n", List.of());
  }

  /**
   * The text of a grid file with the hosts of one of its clusters, or with another cluster.
   *
   * @throws InputException if it is not a grid file, or cannot be changed in place
   */
  public static Written write(String source, String text, String name, SlurmCluster cluster) {
    var before = GridFile.read(Document.parse(source, text));
    var edit = new SlurmGrid(source, text, name, cluster);
    @Nullable Cluster old =
        before.clusters().stream().filter(c -> c.name().equals(name)).findFirst().orElse(null);
    if (old == null) {
      edit.addCluster(before);
    } else {
      edit.updateHosts();
    }
    var end = text.contains("\r\n") ? "\r\n" : "\n";
    var written = edit.checked(before, String.join(end, edit.lines) + end, old);
    return new Written(written.grid(), written.text(), edit.notes);
  }

  private static Written read(String text, List<String> notes) {
    return new Written(GridFile.read(Document.parse("grid", text)), text, notes);
  }

  /** The result, if all else in it is as it was. */
  private Written checked(Grid before, String text, @Nullable Cluster old) {
    Written written;
    try {
      written = read(text, notes);
    } catch (InputException e) {
      throw cannot(e.getMessage());
    }
    var after = written.grid();
    boolean same =
        after.name().equals(before.name())
            && others(after).equals(others(before))
            && after
                .links()
                .subList(0, Math.min(after.links().size(), before.links().size()))
                .equals(before.links());
    var now =
        after.clusters().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    var expected = cluster.groups().stream().map(g -> g.hosts().name()).collect(Collectors.toSet());
    var names = now.hosts().stream().map(HostGroup::name).collect(Collectors.toSet());
    if (!same
        || !names.containsAll(expected)
        || (old != null && (!now.lan().equals(old.lan()) || now.inbound() != old.inbound()))) {
      throw cannot("the result would differ elsewhere");
    }
    return written;
  }

  private List<Cluster> others(Grid grid) {
    return grid.clusters().stream().filter(c -> !c.name().equals(name)).toList();
  }

  private InputException cannot(@Nullable String why) {
    return new InputException(
        "%s: cluster '%s' cannot be changed in place (%s), expected clusters, hosts and links on lines of their own"
            .formatted(source, name, why));
  }

  private static List<String> block(String name, SlurmCluster cluster, String indent) {
    var lines = new ArrayList<String>();
    lines.add(indent + name + ":");
    lines.add(indent + "  # lan: " + UNMEASURED + name);
    lines.add(indent + "  hosts:");
    cluster.groups().forEach(group -> lines.add(indent + "    " + line(group)));
    cluster.leftOut().forEach(out -> lines.add(indent + "    # " + out));
    return lines;
  }

  private static String line(SlurmCluster.Group group) {
    var keys = new ArrayList<String>(List.of("name: " + group.hosts().name()));
    values(group)
        .forEach(
            (key, value) -> {
              if (value != null) {
                keys.add(key + ": " + value);
              }
            });
    return "- {%s}  # %s".formatted(String.join(", ", keys), group.comment());
  }

  /** What is known of hosts, with null where a key must not be there. */
  private static Map<String, @Nullable String> values(SlurmCluster.Group group) {
    var hosts = group.hosts();
    var values = new LinkedHashMap<String, @Nullable String>();
    values.put("count", hosts.count() == 0 ? null : Integer.toString(hosts.count()));
    values.put("cores", Integer.toString(hosts.cores()));
    if (group.hasLoad()) {
      values.put(
          "available",
          hosts.available().equals(Fraction.ALL) ? null : hosts.available().toString());
    }
    return values;
  }

  // Another cluster.

  private void addCluster(Grid grid) {
    var root = root();
    var clusters = Fields.mapping(document(), need(root.get("clusters"), "clusters"), "clusters");
    var indent = " ".repeat(clusters.column() - 1);
    @Nullable String home = grid.home();
    var first = home == null ? grid.clusters().getFirst().name() : home;
    var link =
        "- {between: [%s, %s]}  # %s".formatted(first, name, UNMEASURED + first + "," + name);
    var block = block(name, cluster, indent);
    int afterClusters = end(root, "clusters");
    @Nullable Node links = root.get("links");
    if (links instanceof Node.Sequence list && !list.items().isEmpty()) {
      int column = list.items().getFirst().column();
      int afterLinks = end(root, "links");
      var line = " ".repeat(Math.max(0, column - 3)) + link;
      lines.add(afterLinks, line);
      lines.addAll(afterClusters + (afterLinks < afterClusters ? 1 : 0), block);
    } else if (links == null) {
      lines.addAll(afterClusters, block);
      lines.addAll(List.of("links:", "  " + link));
    } else {
      throw cannot("links is not a list");
    }
    notes.add(
        "%s: cluster '%s' is new, and its link to '%s' has no figures yet"
            .formatted(source, name, first));
  }

  private Node need(@Nullable Node node, String what) {
    if (node == null) {
      throw cannot(what + " is not there");
    }
    return node;
  }

  /** The number of lines up to the end of what a key of the file has. */
  private int end(Node.Mapping root, String key) {
    int start = need(root.get(key), key).line();
    int end =
        root.entries().stream()
            .mapToInt(entry -> entry.key().line() - 1)
            .filter(line -> line >= start)
            .min()
            .orElse(lines.size());
    while (end > start && !isContent(lines.get(end - 1))) {
      end--;
    }
    return end;
  }

  /** Whether a line belongs to what stands above it, not to what follows. */
  private static boolean isContent(String line) {
    return !line.isBlank() && !line.startsWith("#");
  }

  // Hosts of a cluster that is there.

  private Document document() {
    return Document.parse(source, String.join("\n", lines) + "\n");
  }

  private Node.Mapping root() {
    return Fields.mapping(document(), document().root(), "the grid file");
  }

  private List<Node.Mapping> hosts(Document document) {
    var root = Fields.mapping(document, document.root(), "the grid file");
    var clusters = Fields.mapping(document, need(root.get("clusters"), "clusters"), "clusters");
    var here = Fields.mapping(document, need(clusters.get(name), name), name);
    return Fields.items(document, need(here.get("hosts"), "hosts"), "hosts").stream()
        .map(item -> Fields.mapping(document, item, "a host"))
        .toList();
  }

  private static String hostName(Node.Mapping host) {
    return host.get("name") instanceof Node.Scalar scalar ? scalar.text() : "";
  }

  private void updateHosts() {
    var known = new HashSet<String>();
    for (var host : hosts(document())) {
      known.add(hostName(host));
    }
    for (var group : cluster.groups()) {
      if (known.contains(group.hosts().name())) {
        update(group);
      }
    }
    var added = cluster.groups().stream().filter(g -> !known.contains(g.hosts().name())).toList();
    var now = cluster.groups().stream().map(g -> g.hosts().name()).collect(Collectors.toSet());
    refresh(added, now);
  }

  private void update(SlurmCluster.Group group) {
    var document = document();
    var text = String.join("\n", lines) + "\n";
    for (var host : hosts(document)) {
      if (hostName(host).equals(group.hosts().name())) {
        lines =
            new ArrayList<>(MappingEdit.set(document, text, host, values(group)).lines().toList());
        comment(host.line() - 1, group.comment());
        return;
      }
    }
  }

  /** Puts a comment behind a host that stands on one line, unless a user's own is there. */
  private void comment(int row, String comment) {
    var line = lines.get(row);
    int mark = line.indexOf("# " + SlurmCluster.MARK);
    var rest = mark < 0 ? line : line.substring(0, mark);
    if (rest.stripTrailing().endsWith("}")) {
      lines.set(row, rest.stripTrailing() + "  # " + comment);
    }
  }

  /** Adds hosts, takes out those that Slurm no longer lists, and says again what is left out. */
  private void refresh(List<SlurmCluster.Group> added, Set<String> now) {
    var hosts = hosts(document());
    int end = hosts.getLast().lastLine();
    var indent = " ".repeat(Math.max(0, hosts.getFirst().column() - 3));
    var insert = new ArrayList<String>();
    added.forEach(group -> insert.add(indent + line(group)));
    cluster.leftOut().forEach(out -> insert.add(indent + "# " + out));
    lines.addAll(end, insert);
    var stale = new HashSet<Integer>();
    for (var host : hosts) {
      int row = host.line() - 1;
      if (!now.contains(hostName(host))) {
        if (lines.get(row).contains("  # " + SlurmCluster.MARK)
            && lines.get(row).strip().startsWith("- {")) {
          stale.add(row);
          notes.add(
              "%s: host '%s' is no longer in Slurm's list: now a comment"
                  .formatted(source, hostName(host)));
        } else {
          notes.add(
              "%s: host '%s' is not in Slurm's list: left as it is"
                  .formatted(source, hostName(host)));
        }
      }
    }
    stale.forEach(
        row -> {
          var line = lines.get(row);
          int start = line.indexOf('-');
          lines.set(row, line.substring(0, start) + "# " + line.substring(start));
        });
    int first = hosts.getFirst().line() - 1;
    for (int row = lines.size() - 1; row >= first; row--) {
      boolean isNew = row >= end && row < end + insert.size();
      if (!isNew
          && row <= end + insert.size() + cluster.leftOut().size() + hosts.size()
          && lines.get(row).strip().startsWith("# " + SlurmCluster.LEFT_OUT)
          && lines.get(row).startsWith(indent + "#")) {
        lines.remove(row);
      }
    }
  }
}

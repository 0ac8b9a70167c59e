package io.strait.measure.grid;

import io.strait.measure.MedianInterval;
import io.strait.measure.link.LinkGrid;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import io.strait.model.text.MappingEdit;
import io.strait.model.text.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a measured grid into a grid file that is there. Figures that were measured change; keys
 * and comments that were written by hand stay. Clusters, hosts and links that the file does not
 * have are added. Links that the file has and the measurement did not find are left as they are,
 * except those in whose place links to a junction are now.
 */
public final class MeasuredUpdate {
  private final String source;
  private final Set<String> spoken = new HashSet<>();
  private String text;

  private MeasuredUpdate(String source, String text) {
    this.source = source;
    this.text = text;
  }

  /**
   * The text of the file with the figures.
   *
   * @param text a grid file, whose clusters may have no links yet
   * @throws InputException if it is not a grid file, or cannot be changed in place
   */
  public static String of(String source, String text, MeasuredGrid grid) {
    GridFile.readInParts(Document.parse(source, text));
    var edit = new MeasuredUpdate(source, text);
    // What the file has first: it is read again after each change, so it must stay whole.
    var clusters = grid.clusters().stream().filter(each -> edit.has(each)).toList();
    var links = grid.links().stream().filter(each -> edit.has(each)).toList();
    clusters.forEach(edit::cluster);
    links.forEach(edit::link);
    grid.clusters().stream().filter(each -> !clusters.contains(each)).forEach(edit::cluster);
    grid.links().stream().filter(each -> !links.contains(each)).forEach(edit::link);
    edit.replaced(grid);
    var missing = MeasuredText.unmeasured(grid, "  ");
    for (var line : missing) {
      if (!edit.isRead()) {
        edit.addLink(List.of(line));
      }
    }
    edit.grid();
    return edit.text;
  }

  private boolean has(MeasuredGrid.Cluster cluster) {
    Node.@Nullable Mapping clusters = clusters();
    return clusters != null && clusters.get(cluster.name()) != null;
  }

  private boolean has(MeasuredGrid.Link link) {
    var between = List.of(link.from(), link.to());
    return linksOnly().stream()
        .anyMatch(
            known -> known.between().equals(between) || known.between().equals(between.reversed()));
  }

  /** Whether a path of the file, whose gaps are all alike, has it. */
  private boolean isOnPath(MeasuredGrid.Link link) {
    var names = List.of(link.from() + "-" + link.to(), link.to() + "-" + link.from());
    return linksOnly().stream()
        .filter(known -> known.between().size() > 2)
        .flatMap(known -> known.gaps().stream())
        .anyMatch(gap -> names.contains(gap.name()));
  }

  /** The cluster of each host in a file; empty for a host that it does not have. */
  public static String clusterOf(Grid grid, String host) {
    for (var cluster : grid.clusters()) {
      if (cluster.hosts().stream().anyMatch(group -> group.has(host))) {
        return cluster.name();
      }
    }
    return "";
  }

  private boolean isRead() {
    try {
      grid();
      return true;
    } catch (InputException e) {
      return false;
    }
  }

  private Grid grid() {
    return GridFile.read(Document.parse(source, text));
  }

  private Node.Mapping root() {
    var document = Document.parse(source, text);
    return Fields.mapping(document, document.root(), "the grid file");
  }

  private Node.@Nullable Mapping clusters() {
    return root().get("clusters") instanceof Node.Mapping clusters ? clusters : null;
  }

  private InputException cannot(String what) {
    return new InputException(
        "%s: %s cannot be changed in place, expected clusters, hosts and links on lines of their own"
            .formatted(source, what));
  }

  private void cluster(MeasuredGrid.Cluster cluster) {
    Node.@Nullable Mapping clusters = clusters();
    if (clusters == null) {
      throw cannot("clusters");
    }
    if (!(clusters.get(cluster.name()) instanceof Node.Mapping)) {
      var indent = " ".repeat(clusters.column() - 1);
      insert(end("clusters"), MeasuredText.cluster(cluster, indent));
      return;
    }
    MeasuredGrid.@Nullable Net lan = cluster.lan();
    if (lan != null) {
      text =
          LinkGrid.setLan(
              source,
              text,
              cluster.name(),
              MeasuredText.values(lan, null, true),
              MeasuredText.MARK + MeasuredText.comment(lan, null));
    }
    cluster.hosts().forEach(host -> host(cluster.name(), host));
  }

  /** The hosts of a cluster, as the file has them. */
  private List<Node.Mapping> hosts(String cluster) {
    Node.@Nullable Mapping clusters = clusters();
    if (clusters != null
        && clusters.get(cluster) instanceof Node.Mapping mapping
        && mapping.get("hosts") instanceof Node.Sequence list) {
      return list.items().stream()
          .filter(Node.Mapping.class::isInstance)
          .map(Node.Mapping.class::cast)
          .toList();
    }
    throw cannot("hosts of " + cluster);
  }

  private static String word(Node.Mapping mapping, String key) {
    return mapping.get(key) instanceof Node.Scalar scalar ? scalar.text() : "";
  }

  /** Writes a host where the file has it, whatever cluster that is, or into its cluster. */
  private void host(String cluster, MeasuredGrid.Host host) {
    Node.@Nullable Mapping clusters = clusters();
    if (clusters == null) {
      throw cannot("clusters");
    }
    for (var each : clusters.entries()) {
      for (var mapping : hosts(each.key().text())) {
        var name = word(mapping, "name");
        var count = word(mapping, "count");
        boolean isMember = !count.isEmpty() && host.name().matches(Pattern.quote(name) + "[0-9]+");
        if (host.name().equals(name) || isMember) {
          // The first of a group that was measured speaks for all.
          if (!isMember || spoken.add(name)) {
            figures(host, mapping);
          }
          return;
        }
      }
    }
    var hosts = hosts(cluster);
    var indent = " ".repeat(Math.max(0, hosts.getFirst().column() - 3));
    insert(hosts.getLast().lastLine(), MeasuredText.host(host, indent));
  }

  /** The figures of a host that the file has, and the comment above them if it is ours. */
  private void figures(MeasuredGrid.Host host, Node.Mapping mapping) {
    text = MappingEdit.set(Document.parse(source, text), text, mapping, values(host, mapping));
    var lines = new ArrayList<>(text.lines().toList());
    int above = mapping.line() - 2;
    var mark = "# " + MeasuredText.MARK;
    if (above >= 0 && above < lines.size() && lines.get(above).strip().startsWith(mark)) {
      var old = lines.get(above);
      lines.set(above, old.substring(0, old.indexOf('#')) + mark + MeasuredText.comment(host));
      var end = text.contains("\r\n") ? "\r\n" : "\n";
      text = String.join(end, lines) + end;
    }
  }

  /** The keys of a host, with the rates of other apps that the file has. */
  private static Map<String, @Nullable String> values(
      MeasuredGrid.Host host, Node.Mapping mapping) {
    var values = new LinkedHashMap<>(MeasuredText.values(host));
    @Nullable String rate = values.get("rate");
    if (mapping.get("rate") instanceof Node.Scalar) {
      values.remove("rate"); // one for all apps stays; the comment has that of this one
    } else if (rate != null && mapping.get("rate") instanceof Node.Mapping old) {
      var all = new ArrayList<String>();
      for (var entry : old.entries()) {
        if (!entry.key().text().equals(host.app())) {
          all.add("%s: %s".formatted(entry.key().text(), word(old, entry.key().text())));
        }
      }
      all.add(rate.substring(1, rate.length() - 1));
      values.put("rate", "{%s}".formatted(String.join(", ", all)));
    }
    return values;
  }

  private void link(MeasuredGrid.Link link) {
    var between = List.of(link.from(), link.to());
    if (isOnPath(link)) {
      return; // its figures are those of other gaps too
    }
    if (!has(link)) {
      addLink(MeasuredText.link(link, "  "));
      return;
    }
    text =
        LinkGrid.setLink(
            source,
            text,
            between,
            (isThere, hasBack) -> values(link, isThere, hasBack),
            MeasuredText.MARK + MeasuredText.comment(link.net(), link.back()));
  }

  /** Removes links of two clusters that a junction joins now. */
  private void replaced(MeasuredGrid grid) {
    for (var junction : grid.clusters()) {
      if (!junction.hosts().isEmpty()) {
        continue;
      }
      var ends =
          grid.links().stream()
              .map(link -> List.of(link.from(), link.to()))
              .filter(link -> link.contains(junction.name()))
              .flatMap(List::stream)
              .collect(Collectors.toSet());
      for (var known : linksOnly()) {
        boolean isMeasured =
            grid.links().stream()
                .anyMatch(link -> known.between().containsAll(List.of(link.from(), link.to())));
        if (known.between().size() == 2 && ends.containsAll(known.between()) && !isMeasured) {
          remove(known.between());
        }
      }
    }
  }

  /** Removes the link of two clusters, with our comment above it. */
  private void remove(List<String> between) {
    if (!(root().get("links") instanceof Node.Sequence list)) {
      return;
    }
    var lines = new ArrayList<>(text.lines().toList());
    for (var item : list.items()) {
      if (!(item instanceof Node.Mapping mapping)
          || !(mapping.get("between") instanceof Node.Sequence ends)
          || !names(ends).equals(between)) {
        continue;
      }
      int from = item.line() - 1;
      if (!lines.get(from).strip().startsWith("-")) {
        throw cannot("links");
      }
      lines.subList(from, item.lastLine()).clear();
      if (from > 0 && lines.get(from - 1).strip().startsWith("# " + MeasuredText.MARK)) {
        lines.remove(from - 1);
      }
      var end = text.contains("\r\n") ? "\r\n" : "\n";
      text = String.join(end, lines) + end;
      return;
    }
  }

  private static List<String> names(Node.Sequence list) {
    return list.items().stream()
        .map(each -> each instanceof Node.Scalar scalar ? scalar.text() : "")
        .toList();
  }

  /**
   * The text with a comment above its links.
   *
   * @param note in one line; up to its colon it says what it is about, and replaces an earlier one
   */
  public static String noted(String text, String note) {
    var mark = "# " + note.substring(0, note.indexOf(':') + 1);
    var lines = new ArrayList<>(text.lines().filter(line -> !line.startsWith(mark)).toList());
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("links:")) {
        lines.add(i, "# " + note);
        var end = text.contains("\r\n") ? "\r\n" : "\n";
        return String.join(end, lines) + end;
      }
    }
    return text;
  }

  /** The links of the file, also while some clusters have no route yet. */
  private List<Link> linksOnly() {
    var found = new ArrayList<Link>();
    if (root().get("links") instanceof Node.Sequence list) {
      for (var item : list.items()) {
        if (item instanceof Node.Mapping mapping
            && mapping.get("between") instanceof Node.Sequence ends) {
          found.add(new Link(names(ends), Network.IDEAL));
        }
      }
    }
    return found;
  }

  private static Map<String, @Nullable String> values(
      MeasuredGrid.Link link, boolean isThere, boolean hasBack) {
    @Nullable MedianInterval back = link.back();
    var net = link.net();
    if (back != null && !isThere) {
      net =
          new MeasuredGrid.Net(
              back,
              net.latency(),
              net.jitter(),
              net.packets(),
              net.lost(),
              net.hasDuplex(),
              net.isFull(),
              net.bytes(),
              net.seconds(),
              net.means());
      back = link.net().bandwidth();
    }
    if (back == null && hasBack) {
      back = net.bandwidth();
    }
    return MeasuredText.values(net, back, false);
  }

  private void addLink(List<String> lines) {
    @Nullable Node links = root().get("links");
    if (links instanceof Node.Sequence list && !list.items().isEmpty()) {
      var indent = " ".repeat(Math.max(0, list.items().getFirst().column() - 3));
      insert(end("links"), lines.stream().map(line -> indent + line.strip()).toList());
    } else if (links == null) {
      var all = new ArrayList<>(List.of("links:"));
      all.addAll(lines);
      insert(text.lines().toList().size(), all);
    } else {
      throw cannot("links");
    }
  }

  /** The number of lines up to the end of what a key of the file has. */
  private int end(String key) {
    @Nullable Node node = root().get(key);
    if (node == null) {
      throw cannot(key);
    }
    return node.lastLine();
  }

  private void insert(int line, List<String> added) {
    var lines = new ArrayList<>(text.lines().toList());
    lines.addAll(line, added);
    var end = text.contains("\r\n") ? "\r\n" : "\n";
    text = String.join(end, lines) + end;
  }
}

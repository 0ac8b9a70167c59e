package io.strait.measure.link;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.InputException;
import io.strait.model.text.MappingEdit;
import io.strait.model.text.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes what was measured of a link into a grid file, and leaves all else in it as it is. */
public final class LinkGrid {
  /** How comments begin that say of a network that it has no figures; they go when it has. */
  public static final String UNMEASURED = "not measured yet: ";

  private final Document document;
  private final Node.Mapping clusters;

  private LinkGrid(Document document) {
    this.document = document;
    var root = Fields.mapping(document, document.root(), "the grid file");
    @Nullable Node clusters = root.get("clusters");
    this.clusters = Fields.mapping(document, clusters == null ? root : clusters, "clusters");
  }

  /** A new grid file: two hosts on a LAN with these figures. */
  public static String create(Network network) {
    var hosts = List.of(host("here"), host("there"));
    return GridTree.of(
            new Grid("link", "pair", List.of(new Cluster("pair", network, hosts)), List.of()))
        .yaml();
  }

  private static HostGroup host(String name) {
    return new HostGroup(name, 0, Role.ANY, Map.of(), null, 1, Fraction.ALL, null, Map.of());
  }

  /**
   * The text of a grid file with the figures in one of its networks.
   *
   * @param text a grid file
   * @param into the name of a cluster, for its LAN, or {@code a-b} for the link between two; null
   *     for the only cluster
   * @param unknown keys that stay as they are
   * @throws InputException if it is not a grid file or has no such network
   */
  public static String write(
      String source, String text, @Nullable String into, Network network, Set<String> unknown) {
    var document = Document.parse(source, text);
    GridFile.read(document);
    var grid = new LinkGrid(document);
    @Nullable Node cluster = grid.cluster(into);
    var values = values(network, unknown);
    if (cluster == null) {
      return MappingEdit.set(document, text, grid.link(String.valueOf(into)), values);
    }
    return lan(document, text, cluster, values);
  }

  private static String lan(
      Document document, String text, Node cluster, Map<String, @Nullable String> values) {
    var owner = Fields.mapping(document, cluster, "the cluster");
    return owner.get("lan") instanceof Node.Mapping lan
        ? MappingEdit.set(document, text, lan, values)
        : MappingEdit.set(
            document, text, owner, Map.of("lan", "{" + String.join(", ", entries(values)) + "}"));
  }

  /**
   * The text of a grid file with some keys of a cluster's LAN.
   *
   * @param comment a line above it, without {@code #}; up to its colon it says who wrote it, and
   *     replaces an earlier one by the same
   */
  public static String setLan(
      String source,
      String text,
      String cluster,
      Map<String, @Nullable String> values,
      String comment) {
    return setLan(source, text, cluster, values, mark(comment), old -> comment);
  }

  /**
   * As above, with a comment that depends on the one that is there.
   *
   * @param mark how the comment begins, the earlier one too
   * @param comment the new one for the old one, which is empty if there is none
   */
  public static String setLan(
      String source,
      String text,
      String cluster,
      Map<String, @Nullable String> values,
      String mark,
      UnaryOperator<String> comment) {
    var before = new LinkGrid(Document.parse(source, text));
    @Nullable Node owner = before.clusters.get(cluster);
    if (owner == null) {
      throw before.unknown("the LAN of", cluster);
    }
    var changed = measured(lan(before.document, text, owner, values), owner.line() - 1);
    var after = new LinkGrid(Document.parse(source, changed));
    int line = 1;
    if (after.clusters.get(cluster) instanceof Node.Mapping mapping) {
      for (var entry : mapping.entries()) {
        line = entry.key().text().equals("lan") ? entry.key().line() : line;
      }
    }
    return commented(source, changed, line, mark, comment);
  }

  /** Up to its colon a comment says who wrote it. */
  private static String mark(String comment) {
    return comment.substring(0, comment.indexOf(':') + 1);
  }

  /** The text without a comment above a line, from 0, that says that there are no figures. */
  private static String measured(String text, int line) {
    var lines = new ArrayList<>(text.lines().toList());
    for (int row = line - 1; row >= 0 && lines.get(row).strip().startsWith("#"); row--) {
      if (lines.get(row).strip().startsWith("# lan: " + UNMEASURED)) {
        lines.remove(row);
      }
    }
    return lines.size() == text.lines().count()
        ? text
        : String.join(text.contains("\r\n") ? "\r\n" : "\n", lines) + "\n";
  }

  /** The keys of a link, for its direction and depending on whether it has {@code back}. */
  public interface LinkValues {
    /**
     * Keys and values; {@code back} as a mapping in braces.
     *
     * @param isThere whether the link is written from the first of the two clusters to the second
     */
    Map<String, @Nullable String> of(boolean isThere, boolean hasBack);
  }

  /** As {@link #setLan} for the link between two clusters. */
  public static String setLink(
      String source, String text, List<String> between, LinkValues figures, String comment) {
    return setLink(
        source, text, between, figures, mark(comment), (isThere, hasBack, old) -> comment);
  }

  /** The comment of a link; see {@link LinkValues}. */
  public interface LinkComment {
    /**
     * The new one.
     *
     * @param old the one that is there; empty if there is none
     */
    String of(boolean isThere, boolean hasBack, String old);
  }

  /**
   * As above, with a comment that depends on the one that is there.
   *
   * @param mark how the comment begins, the earlier one too
   */
  public static String setLink(
      String source,
      String text,
      List<String> between,
      LinkValues figures,
      String mark,
      LinkComment comment) {
    var before = new LinkGrid(Document.parse(source, text));
    int number = 0;
    var links = before.links();
    while (number < links.size()
        && !ends(links.get(number)).equals(between)
        && !ends(links.get(number)).equals(between.reversed())) {
      number++;
    }
    if (number == links.size()) {
      throw before.unknown("the link", String.join("-", between));
    }
    var link = links.get(number);
    @Nullable Node oldBack = link.get("back");
    boolean isThere = ends(link).equals(between);
    var values = new LinkedHashMap<String, @Nullable String>(figures.of(isThere, oldBack != null));
    @Nullable String newBack = oldBack == null ? null : values.remove("back");
    var changed = MappingEdit.set(before.document, text, link, values);
    if (newBack != null) {
      var document = Document.parse(source, changed);
      var there = new LinkGrid(document).links().get(number).get("back");
      var mapping = Fields.mapping(document, there == null ? document.root() : there, "back");
      var keys = new LinkedHashMap<String, @Nullable String>();
      Fields.mapping(document, Document.parse("back", newBack).root(), "back")
          .entries()
          .forEach(
              entry ->
                  keys.put(
                      entry.key().text(),
                      entry.value() instanceof Node.Scalar scalar ? scalar.text() : null));
      changed = MappingEdit.set(document, changed, mapping, keys);
    }
    int line = new LinkGrid(Document.parse(source, changed)).links().get(number).line();
    return commented(source, changed, line, mark, old -> comment.of(isThere, oldBack != null, old));
  }

  private InputException unknown(String what, String name) {
    return new InputException(
        "%s '%s' is not in %s, expected one of: %s"
            .formatted(what, name, document.source(), String.join(", ", networks())));
  }

  /** The text with a comment above a line, if that changes nothing else. */
  private static String commented(
      String source, String text, int line, String mark, UnaryOperator<String> comment) {
    var lines = new ArrayList<>(text.lines().toList());
    int stale = lines.get(line - 1).indexOf("# " + UNMEASURED);
    var below =
        stale < 0 ? lines.get(line - 1) : lines.get(line - 1).substring(0, stale).stripTrailing();
    lines.set(line - 1, below);
    var indent = below.substring(0, below.length() - below.stripLeading().length());
    var above = line > 1 ? lines.get(line - 2).strip() : "";
    if (above.startsWith("# " + mark)) {
      lines.set(line - 2, indent + "# " + comment.apply(above.substring(2)));
    } else {
      lines.add(line - 1, indent + "# " + comment.apply(""));
    }
    var end = text.contains("\r\n") ? "\r\n" : "\n";
    var with = String.join(end, lines) + end;
    // Other clusters may have no route yet.
    var expected = GridFile.readInParts(Document.parse(source, text));
    return GridFile.readInParts(Document.parse(source, with)).equals(expected) ? with : text;
  }

  /** The cluster whose LAN is meant; null if it is a link. */
  private @Nullable Node cluster(@Nullable String into) {
    if (into != null) {
      return clusters.get(into);
    }
    if (clusters.entries().size() == 1) {
      return clusters.entries().getFirst().value();
    }
    throw new InputException(
        "%s has several clusters, expected --into with one of: %s"
            .formatted(document.source(), String.join(", ", networks())));
  }

  private Node.Mapping link(String into) {
    for (var link : links()) {
      var ends = ends(link);
      if (into.equals(String.join("-", ends)) || into.equals(String.join("-", ends.reversed()))) {
        return link;
      }
    }
    throw new InputException(
        "--into '%s' is not in %s, expected one of: %s"
            .formatted(into, document.source(), String.join(", ", networks())));
  }

  /** All that --into may name. */
  private List<String> networks() {
    var names = new ArrayList<String>();
    clusters.entries().stream().limit(8).forEach(entry -> names.add(entry.key().text()));
    links().stream().limit(8).forEach(link -> names.add(String.join("-", ends(link))));
    return names;
  }

  private List<Node.Mapping> links() {
    @Nullable Node links = Fields.mapping(document, document.root(), "the grid file").get("links");
    return links instanceof Node.Sequence list
        ? list.items().stream()
            .filter(Node.Mapping.class::isInstance)
            .map(Node.Mapping.class::cast)
            .toList()
        : List.of();
  }

  private static List<String> ends(Node.Mapping link) {
    return link.get("between") instanceof Node.Sequence between
        ? between.items().stream()
            .filter(Node.Scalar.class::isInstance)
            .map(end -> ((Node.Scalar) end).text())
            .toList()
        : List.of();
  }

  /** The known keys of a network, with null where a key must not be there. */
  static Map<String, @Nullable String> values(Network network, Set<String> unknown) {
    var messages = network.messages();
    boolean blocks = messages.block().count() > 0;
    var values = new LinkedHashMap<String, @Nullable String>();
    values.put(
        "bandwidth", network.bandwidth().isLimited() ? network.bandwidth().toString() : null);
    values.put("latency", Durations.text(network.latency()));
    values.put("message-setup", Durations.text(messages.setup()));
    values.put("block", blocks ? messages.block().toString() : null);
    values.put("block-setup", blocks ? Durations.text(messages.blockSetup()) : null);
    values.put("bus", messages.bus().isLimited() ? messages.bus().toString() : null);
    values.put("cpu", null);
    values.keySet().removeAll(unknown);
    return values;
  }

  /** Keys with values as {@code key: value}. */
  private static List<String> entries(Map<String, @Nullable String> values) {
    var entries = new ArrayList<String>();
    values.forEach(
        (key, value) -> {
          if (value != null) {
            entries.add(key + ": " + value);
          }
        });
    return entries;
  }

  /** The known keys of a network as {@code key: value}. */
  static List<String> entries(Network network, Set<String> unknown) {
    return entries(values(network, unknown));
  }
}

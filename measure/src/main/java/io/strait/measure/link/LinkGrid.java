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
import org.jspecify.annotations.Nullable;

/** Writes what was measured of a link into a grid file, and leaves all else in it as it is. */
public final class LinkGrid {
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
    var owner = Fields.mapping(document, cluster, "the cluster");
    return owner.get("lan") instanceof Node.Mapping lan
        ? MappingEdit.set(document, text, lan, values)
        : MappingEdit.set(
            document,
            text,
            owner,
            Map.of("lan", "{" + String.join(", ", entries(network, unknown)) + "}"));
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

  /** The known keys of a network as {@code key: value}. */
  static List<String> entries(Network network, Set<String> unknown) {
    var entries = new ArrayList<String>();
    values(network, unknown)
        .forEach(
            (key, value) -> {
              if (value != null) {
                entries.add(key + ": " + value);
              }
            });
    return entries;
  }
}

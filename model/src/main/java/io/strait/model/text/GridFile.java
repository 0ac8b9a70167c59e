package io.strait.model.text;

import io.strait.model.Cluster;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Inbound;
import io.strait.model.Link;
import io.strait.model.Messages;
import io.strait.model.Network;
import io.strait.model.Peripherals;
import io.strait.model.Role;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.quantity.Price;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a grid file: {@code grid}, {@code home}, {@code clusters}, {@code links}. */
public final class GridFile {
  private static final int MOST_HOSTS = 10_000_000;
  private static final double HIGHEST_RATE = 1e12;
  private static final double HIGHEST_MASTER_RATE = 1e9;
  private static final double HIGHEST_COST = 1e9;

  private static final int MOST_CARDS = 1000;

  private static final String[] NETWORK_KEYS = {
    "bandwidth",
    "latency",
    "loss",
    "duplex",
    "jitter",
    "message-setup",
    "block",
    "block-setup",
    "bus",
    "cpu"
  };
  private static final String[] LINK_KEYS =
      Stream.concat(Stream.of("between", "cost", "back"), Arrays.stream(NETWORK_KEYS))
          .toArray(String[]::new);
  private static final String[] BACK_KEYS = {"bandwidth", "latency", "cost"};

  private final Document document;
  private final HostNames hostNames;
  private int hosts;
  private int workers;

  private GridFile(Document document) {
    this.document = document;
    this.hostNames = new HostNames(document);
  }

  public static Grid read(Document document) {
    return new GridFile(document).grid(/* isWhole= */ true);
  }

  /** Reads a file that is still to be completed: clusters may have no route to each other yet. */
  public static Grid readInParts(Document document) {
    return new GridFile(document).grid(/* isWhole= */ false);
  }

  /** Whether a grid, a cluster or a host may have this name. */
  public static boolean isName(String text) {
    return Fields.isName(text);
  }

  private Grid grid(boolean isWhole) {
    var fields =
        Fields.of(document, document.root(), "the grid file", "grid", "home", "clusters", "links");
    var name = fields.name("grid");
    var clusterNode = fields.required("clusters");
    var clusters = new ArrayList<Cluster>();
    var places = new LinkedHashMap<String, Node>();
    for (var entry : Fields.mapping(document, clusterNode, "clusters").entries()) {
      var cluster = cluster(entry);
      places.put(cluster.name(), entry.key());
      clusters.add(cluster);
    }
    hostNames.check();
    if (clusters.isEmpty()) {
      throw document.error(clusterNode, "clusters is empty, expected at least one cluster");
    }
    if (workers == 0) {
      throw document.error(
          clusterNode, "the grid has no workers, expected a host that is not role: master");
    }
    @Nullable String home = fields.has("home") ? fields.name("home") : null;
    if (home != null && !places.containsKey(home)) {
      throw document.error(
          fields.required("home"),
          "home is '%s', expected one of the clusters: %s".formatted(home, some(places.keySet())));
    }
    var links = links(fields.find("links"), places);
    if (isWhole) {
      connected(home == null ? clusters.getFirst().name() : home, places, links);
    }
    return new Grid(name, home, clusters, links);
  }

  private Cluster cluster(Node.Entry entry) {
    var name = Fields.name(document, entry.key(), "a cluster");
    var fields =
        Fields.of(document, entry.value(), "cluster " + name, "lan", "hosts", "inbound", "start");
    @Nullable Node lan = fields.find("lan");
    @Nullable Node start = fields.find("start");
    var groups = new ArrayList<HostGroup>();
    var hostsNode = fields.required("hosts");
    for (var item : Fields.items(document, hostsNode, "hosts")) {
      groups.add(hostGroup(item));
    }
    if (groups.isEmpty()) {
      throw document.error(
          hostsNode, "cluster %s has no hosts, expected at least one".formatted(name));
    }
    return new Cluster(
        name,
        lan == null ? Network.IDEAL : network(Fields.of(document, lan, "lan", NETWORK_KEYS)),
        groups,
        fields.choice("inbound", Inbound.ANY),
        start == null ? null : StartFile.read(document, start));
  }

  private HostGroup hostGroup(Node node) {
    var fields =
        Fields.of(
            document,
            node,
            "a host",
            "name",
            "count",
            "role",
            "rate",
            "speed",
            "cores",
            "available",
            "price",
            "master-rate",
            "peripheral-speed",
            "cards",
            "cards-time");
    var name = fields.name("name");
    int count = fields.integer("count", 0, 1, MOST_HOSTS);
    @Nullable Fraction available = share(fields, "available");
    var group =
        new HostGroup(
            name,
            count,
            fields.choice("role", Role.ANY),
            rates(fields.find("rate"), "rate", HIGHEST_RATE),
            fields.has("speed")
                ? fields.positive("speed", Speed::parse, Speed::flopPerSecond)
                : null,
            fields.integer("cores", 1, 1, 1_000_000),
            available == null ? Fraction.ALL : available,
            fields.has("price")
                ? fields.nonNegative("price", Price.FREE, Price::parse, Price::perHour)
                : null,
            rates(fields.find("master-rate"), "master-rate", HIGHEST_MASTER_RATE),
            peripherals(fields));
    hosts += group.size();
    if (hosts > MOST_HOSTS || hosts < 0) {
      throw document.error(
          node, "the grid has more than %d hosts, expected fewer".formatted(MOST_HOSTS));
    }
    if (group.role().mayWork()) {
      workers += group.size();
    }
    hostNames.add(group, fields.required("name"));
    return group;
  }

  private Peripherals peripherals(Fields fields) {
    return new Peripherals(
        fields.has("peripheral-speed")
            ? fields.positive("peripheral-speed", Bandwidth::parse, Bandwidth::bytesPerSecond)
            : null,
        fields.integer("cards", 1, 1, MOST_CARDS),
        share(fields, "cards-time"));
  }

  /** A share above zero, at most all; null if it is not given. */
  private @Nullable Fraction share(Fields fields, String key) {
    if (!fields.has(key)) {
      return null;
    }
    var share = fields.positive(key, Fraction::parse, Fraction::ofOne);
    if (share.ofOne() > 1) {
      throw document.error(
          fields.required(key), "%s is %s, expected at most 100%%".formatted(key, share));
    }
    return share;
  }

  private Map<String, Rate> rates(@Nullable Node node, String what, double highest) {
    return switch (node) {
      case null -> Map.of();
      case Node.Mapping perApp -> {
        var rates = new LinkedHashMap<String, Rate>();
        for (var entry : perApp.entries()) {
          var app = Fields.name(document, entry.key(), "an app");
          rates.put(app, rate(entry.value(), what + " of " + app, highest));
        }
        yield rates;
      }
      case Node.Scalar scalar -> Map.of(HostGroup.ANY_APP, rate(scalar, what, highest));
      case Node.Sequence list ->
          throw document.error(list, "%s is a list, expected app: rate".formatted(what));
    };
  }

  private Rate rate(Node node, String what, double highest) {
    var rate = Fields.positive(document, node, what, Rate::parse, Rate::perSecond);
    if (rate.perSecond() > highest) {
      throw document.error(
          node, "%s is %s, expected at most %.0e/s".formatted(what, rate, highest));
    }
    return rate;
  }

  private Network network(Fields fields) {
    var loss = fields.nonNegative("loss", Fraction.NONE, Fraction::parse, Fraction::ofOne);
    if (loss.ofOne() >= 1) {
      throw document.error(
          fields.required("loss"), "loss is %s, expected less than 100%%".formatted(loss));
    }
    return new Network(
        fields.has("bandwidth")
            ? fields.positive("bandwidth", Bandwidth::parse, Bandwidth::bytesPerSecond)
            : Bandwidth.UNLIMITED,
        fields.nonNegative("latency", Duration.ZERO, Durations::parse, Durations::seconds),
        loss,
        fields.choice("duplex", Duplex.HALF),
        fields.nonNegative("jitter", Duration.ZERO, Durations::parse, Durations::seconds),
        messages(fields));
  }

  private Messages messages(Fields fields) {
    var block = fields.nonNegative("block", Bytes.ZERO, Bytes::parse, Bytes::count);
    @Nullable Node size = fields.find("block");
    if (size != null && !(block.count() >= 1)) {
      throw document.error(size, "block is %s, expected at least 1 B".formatted(size.kind()));
    }
    if (fields.has("block-setup") && size == null) {
      throw document.error(
          fields.required("block-setup"),
          "block-setup needs the size of a block, expected block: … B beside it");
    }
    if (fields.has("cpu") && fields.has("bus")) {
      throw document.error(
          fields.required("cpu"), "cpu and bus both say what transfers cost, expected one of them");
    }
    return new Messages(
        fields.nonNegative("message-setup", Duration.ZERO, Durations::parse, Durations::seconds),
        block,
        fields.nonNegative("block-setup", Duration.ZERO, Durations::parse, Durations::seconds),
        fields.has("bus")
            ? fields.positive("bus", Bandwidth::parse, Bandwidth::bytesPerSecond)
            : Bandwidth.UNLIMITED,
        share(fields, "cpu"));
  }

  private List<Link> links(@Nullable Node node, Map<String, Node> clusters) {
    var links = new ArrayList<Link>();
    if (node == null) {
      return links;
    }
    var gaps = new HashSet<String>();
    for (var item : Fields.items(document, node, "links")) {
      var fields = Fields.of(document, item, "a link", LINK_KEYS);
      var between = new LinkedHashSet<String>();
      var ends = Fields.items(document, fields.required("between"), "between");
      for (var end : ends) {
        var name = Fields.name(document, end, "a cluster");
        if (!clusters.containsKey(name)) {
          throw document.error(
              end,
              "unknown cluster '%s', expected one of: %s".formatted(name, some(clusters.keySet())));
        }
        if (!between.add(name)) {
          throw document.error(
              end, "'%s' appears twice in one link, expected different clusters".formatted(name));
        }
      }
      if (between.size() < 2) {
        throw document.error(
            fields.required("between"), "between has fewer than two clusters, expected [a, b]");
      }
      var network = direction(fields, network(fields));
      var link = new Link(List.copyOf(between), network, back(fields, network), cost(fields));
      for (var gap : link.gaps()) {
        var ordered =
            gap.from().compareTo(gap.to()) < 0
                ? gap.from() + "\n" + gap.to()
                : gap.to() + "\n" + gap.from();
        if (!gaps.add(ordered)) {
          throw document.error(
              item,
              "a second link between %s and %s, expected one with the bandwidth of both"
                  .formatted(gap.from(), gap.to()));
        }
      }
      links.add(link);
    }
    return links;
  }

  /** A link's network: directions with bandwidths of their own never share one. */
  private Network direction(Fields link, Network network) {
    return link.find("back") instanceof Node.Mapping back && back.get("bandwidth") != null
        ? network.with(Duplex.FULL)
        : network;
  }

  /** The other direction of a link. What it leaves out is as in the first direction. */
  private Link.@Nullable Back back(Fields link, Network there) {
    @Nullable Node node = link.find("back");
    if (node == null) {
      return null;
    }
    var fields = Fields.of(document, node, "back", BACK_KEYS);
    var network = network(fields);
    return new Link.Back(
        new Network(
            fields.has("bandwidth") ? network.bandwidth() : there.bandwidth(),
            fields.has("latency") ? network.latency() : there.latency(),
            there.loss(),
            there.duplex(),
            there.jitter(),
            there.messages()),
        cost(fields));
  }

  private @Nullable Double cost(Fields fields) {
    @Nullable Node node = fields.find("cost");
    if (node == null) {
      return null;
    }
    var text = Fields.text(document, node, "cost");
    try {
      double cost = PlainNumber.decimal(text);
      if (cost >= 0 && cost <= HIGHEST_COST) {
        return cost;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw document.error(
        node,
        "cost is '%s', expected a number from 0 to %.0e, without a unit"
            .formatted(text, HIGHEST_COST));
  }

  /** Every cluster must have a route to the first one. */
  private void connected(String first, Map<String, Node> clusters, List<Link> links) {
    var neighbours = new HashMap<String, List<String>>();
    for (var link : links) {
      for (var gap : link.gaps()) {
        neighbours.computeIfAbsent(gap.from(), k -> new ArrayList<>()).add(gap.to());
        neighbours.computeIfAbsent(gap.to(), k -> new ArrayList<>()).add(gap.from());
      }
    }
    var reached = new HashSet<String>(List.of(first));
    var queue = new ArrayDeque<String>(reached);
    while (!queue.isEmpty()) {
      for (var next : neighbours.getOrDefault(queue.remove(), List.of())) {
        if (reached.add(next)) {
          queue.add(next);
        }
      }
    }
    clusters.forEach(
        (name, place) -> {
          if (!reached.contains(name)) {
            throw document.error(
                place,
                "cluster '%1$s' has no route to '%2$s', expected a link between them or through others, such as - {between: [%2$s, %1$s]} under links"
                    .formatted(name, first));
          }
        });
  }

  private static String some(Set<String> names) {
    var shown = String.join(", ", names.stream().limit(8).toList());
    return names.size() > 8 ? shown + ", …" : shown;
  }
}

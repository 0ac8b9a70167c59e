package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.strait.model.Cluster;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Inbound;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The hosts of a lab and the lanes between them.
 *
 * <p>A host of a cluster reaches others there over its LAN: one medium for all if the LAN is
 * half-duplex, one to and one from each host if it is full-duplex. To hosts of other clusters it
 * passes its LAN, the gaps of the route and the LAN there, which take their time for bytes; the
 * latency is that of the gaps alone, as in plans. The gateway of a cluster stands between LAN and
 * gaps: it passes only the gaps.
 */
public final class Wires {
  /** The first byte of all addresses. */
  static final byte NETWORK = 10;

  /** How much time of packets a queue holds, unless the latency is long. */
  private static final double QUEUE_SECONDS = 0.5;

  /** A queue has room for so many bytes at least. */
  private static final double LEAST_QUEUE = 48 * 1500;

  private static final int MOST_NAMES = 8;

  private record Gap(Lane there, Lane back) {}

  /**
   * The lanes of a LAN.
   *
   * @param out of each host; none if all share one medium
   * @param in to each host
   * @param toGaps from each host
   * @param fromGaps to each host
   */
  private record Lan(
      String name, List<Lane> out, List<Lane> in, List<Lane> toGaps, List<Lane> fromGaps) {
    /** All lanes, each one once. */
    Set<Lane> all() {
      var all = new LinkedHashSet<>(out);
      all.addAll(in);
      all.addAll(toGaps);
      all.addAll(fromGaps);
      return all;
    }
  }

  private final Hosts hosts;
  private final List<Port> ports = new ArrayList<>();
  private final int[] firstOf;
  private final boolean[] isClosed;
  private final List<Lan> lans = new ArrayList<>();
  private final Map<String, Gap> gaps = new LinkedHashMap<>();
  private final Routes routes;
  private volatile double scale;
  private long seed;

  /**
   * @param scale how many times faster than life
   * @param seed of losses and jitter
   */
  public Wires(Grid grid, double scale, long seed) {
    this.hosts = Hosts.of(grid);
    this.scale = scale;
    this.seed = seed;
    this.routes = new Routes(grid);
    int clusters = grid.clusters().size();
    this.firstOf = new int[clusters + 1];
    this.isClosed = new boolean[clusters];
    for (int c = 0; c < clusters; c++) {
      var cluster = grid.clusters().get(c);
      firstOf[c] = ports.size();
      isClosed[c] = cluster.inbound() == Inbound.NONE;
      for (var host : hosts.of(c)) {
        ports.add(new Port(host.name(), c, ports.size()));
      }
      lans.add(lan(cluster, ports.size() - firstOf[c]));
    }
    firstOf[clusters] = ports.size();
    for (var link : grid.links()) {
      for (var gap : link.gaps()) {
        gaps.put(gap.name(), gap(gap));
      }
    }
  }

  private Lan lan(Cluster cluster, int size) {
    var network = cluster.lan();
    var rule = rule(network);
    if (network.duplex() == Duplex.HALF) {
      var medium = new Medium(true);
      var all = lane(cluster.name(), medium, rule, Lane.Part.WHOLE);
      var passing = lane(cluster.name(), medium, rule, Lane.Part.RATE);
      return new Lan(
          cluster.name(),
          List.of(),
          Collections.nCopies(size, all),
          Collections.nCopies(size, passing),
          Collections.nCopies(size, passing));
    }
    var out = new ArrayList<Lane>();
    var in = new ArrayList<Lane>();
    var toGaps = new ArrayList<Lane>();
    var fromGaps = new ArrayList<Lane>();
    for (int i = 0; i < size; i++) {
      var host = ports.get(ports.size() - size + i).host();
      var outgoing = new Medium();
      var incoming = new Medium();
      // The way out of a host takes its time for bytes; delays and losses happen on the way in.
      out.add(lane(host + ">" + cluster.name(), outgoing, rule, Lane.Part.RATE));
      in.add(lane(cluster.name() + ">" + host, incoming, rule, Lane.Part.WHOLE));
      toGaps.add(lane(host + ">" + cluster.name(), outgoing, rule, Lane.Part.RATE));
      fromGaps.add(lane(cluster.name() + ">" + host, incoming, rule, Lane.Part.RATE));
    }
    return new Lan(cluster.name(), out, in, toGaps, fromGaps);
  }

  private Gap gap(Link.Gap gap) {
    boolean shared = gap.network().duplex() == Duplex.HALF;
    var medium = new Medium(shared);
    return new Gap(
        lane(gap.from() + ">" + gap.to(), medium, rule(gap.network()), Lane.Part.WHOLE),
        lane(
            gap.to() + ">" + gap.from(),
            shared ? medium : new Medium(),
            rule(gap.back()),
            Lane.Part.WHOLE));
  }

  private Lane lane(String name, Medium medium, LaneRule rule, Lane.Part part) {
    return new Lane(name, medium, rule, part, seed++);
  }

  private LaneRule rule(Network network) {
    double bandwidth = network.bandwidth().bytesPerSecond();
    double latency = Durations.seconds(network.latency());
    double queue = Math.max(Math.max(QUEUE_SECONDS, 2 * latency), LEAST_QUEUE / bandwidth);
    return new LaneRule(
        bandwidth * scale,
        nanos(latency),
        nanos(Durations.seconds(network.jitter())),
        network.loss().ofOne(),
        0,
        nanos(queue));
  }

  private long nanos(double seconds) {
    return Math.round(seconds * 1e9 / scale);
  }

  /** Opens the devices of all hosts. */
  public void attach(Opener opener) throws IOException {
    for (var port : ports) {
      port.attach(opener.open(port.host()));
    }
  }

  /** Opens the device of a host. */
  public interface Opener {
    Tun open(String host) throws IOException;
  }

  public Hosts hosts() {
    return hosts;
  }

  int ports() {
    return ports.size();
  }

  Port port(int index) {
    return ports.get(index);
  }

  boolean isClosed(int cluster) {
    return isClosed[cluster];
  }

  /** The host that a packet is for; −1 if there is none. */
  int portAt(MemorySegment packet) {
    int cluster = packet.get(JAVA_BYTE, 17) & 255;
    int host = (packet.get(JAVA_BYTE, 18) & 255) << 8 | (packet.get(JAVA_BYTE, 19) & 255);
    if (cluster + 1 >= firstOf.length) {
      return -1;
    }
    int index = firstOf[cluster] + host - 1;
    return host >= 1 && index < firstOf[cluster + 1] ? index : -1;
  }

  Path path(Port from, int to) {
    Path known = from.to(to);
    if (known != null) {
      return known;
    }
    var end = ports.get(to);
    var passed = new ArrayList<Lane>();
    if (from.cluster() == end.cluster()) {
      if (from != end) {
        leave(from, passed);
        enter(end, passed);
      }
    } else {
      if (!isGateway(from)) {
        passed.add(lans.get(from.cluster()).toGaps().get(from.index() - firstOf[from.cluster()]));
      }
      cross(from.cluster(), end.cluster(), passed);
      if (!isGateway(end)) {
        passed.add(lans.get(end.cluster()).fromGaps().get(end.index() - firstOf[end.cluster()]));
      }
    }
    var path = Path.of(passed, end);
    from.put(to, path, ports.size());
    return path;
  }

  private boolean isGateway(Port port) {
    return port.index() == firstOf[port.cluster() + 1] - 1;
  }

  private void leave(Port port, List<Lane> passed) {
    var out = lans.get(port.cluster()).out();
    if (!out.isEmpty()) {
      passed.add(out.get(port.index() - firstOf[port.cluster()]));
    }
  }

  private void enter(Port port, List<Lane> passed) {
    passed.add(lans.get(port.cluster()).in().get(port.index() - firstOf[port.cluster()]));
  }

  /** Adds the lanes of the gaps between two clusters; a grid file joins all of them. */
  private void cross(int from, int to, List<Lane> passed) {
    var route = new ArrayList<>(routes.between(from, to));
    // Routes go from the lower number to the higher, and list their gaps from the far end.
    if (from < to) {
      Collections.reverse(route);
    }
    var at = hosts.clusters().get(from);
    for (var gap : route) {
      boolean forward = gap.from().equals(at);
      var lanesOf = gaps.get(gap.name());
      if (lanesOf == null) {
        throw new IllegalStateException("no gap " + gap.name());
      }
      passed.add(forward ? lanesOf.there() : lanesOf.back());
      at = forward ? gap.to() : gap.from();
    }
  }

  /** The networks: every LAN, and both directions of every gap. */
  public List<NetworkState> networks() {
    var all = new ArrayList<NetworkState>();
    for (var lan : lans) {
      // A packet passes one of these ends; before that, perhaps a way out.
      var ends = new LinkedHashSet<>(lan.in());
      ends.addAll(lan.toGaps());
      ends.addAll(lan.fromGaps());
      var counts = Lane.Counts.NONE;
      for (var lane : ends) {
        counts = counts.plus(lane.counts());
      }
      for (var lane : lan.out()) {
        counts = counts.withDropsOf(lane.counts());
      }
      var any = lan.in().getFirst();
      all.add(new NetworkState(lan.name(), true, any.isCut(), any.rule(), counts));
    }
    for (var gap : gaps.values()) {
      for (var lane : List.of(gap.there(), gap.back())) {
        all.add(new NetworkState(lane.name(), false, lane.isCut(), lane.rule(), lane.counts()));
      }
    }
    return all;
  }

  public boolean hasHost(String name) {
    return ports.stream().anyMatch(port -> port.host().equals(name));
  }

  /** Refuses a name that no host has. */
  public void needHost(String name) {
    if (!hasHost(name)) {
      throw new InputException(
          "the lab has no host '%s', expected one of: %s"
              .formatted(name, some(ports.stream().map(Port::host).toList())));
    }
  }

  /** The lanes of a gap {@code a-b}, of one direction {@code a>b}, or of a cluster's LAN. */
  public List<Lane> needLanes(String where) {
    for (var gap : gaps.values()) {
      var one = gap.there().name();
      var two = gap.back().name();
      if (where.equals(one.replace('>', '-')) || where.equals(two.replace('>', '-'))) {
        return List.of(gap.there(), gap.back());
      }
      if (where.equals(one) || where.equals(two)) {
        return List.of(where.equals(one) ? gap.there() : gap.back());
      }
    }
    int cluster = hosts.clusters().indexOf(where);
    if (cluster >= 0) {
      return List.copyOf(lans.get(cluster).all());
    }
    var names = new ArrayList<>(gaps.keySet());
    names.addAll(hosts.clusters());
    throw new InputException(
        "the lab has no network '%s', expected one of: %s".formatted(where, some(names)));
  }

  /** The gaps between groups of clusters, {@code a,b|c}. */
  public List<Lane> between(String groups) {
    var groupOf = new HashMap<String, Integer>();
    var lists = groups.split("[|]", -1);
    for (int i = 0; i < lists.length; i++) {
      for (var cluster : lists[i].split(",", -1)) {
        if (!hosts.clusters().contains(cluster) || groupOf.put(cluster, i) != null) {
          throw new InputException(
              "partition '%s', expected groups of clusters such as %s"
                  .formatted(groups, String.join("|", hosts.clusters())));
        }
      }
    }
    var found = new ArrayList<Lane>();
    for (var gap : gaps.values()) {
      var ends = gap.there().name().split(">", -1);
      // Clusters that are not named are by themselves, each one.
      int one = groupOf.getOrDefault(ends[0], -1 - hosts.clusters().indexOf(ends[0]));
      int two = groupOf.getOrDefault(ends[1], -1 - hosts.clusters().indexOf(ends[1]));
      if (one != two) {
        found.add(gap.there());
        found.add(gap.back());
      }
    }
    return found;
  }

  private static String some(List<String> names) {
    return names.size() <= MOST_NAMES
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_NAMES)) + ", …";
  }

  /** Refuses a change of lanes that means nothing. */
  public void checkChange(String change) {
    var _ = LaneChange.parse(change, scale);
  }

  private Set<Lane> allLanes() {
    var all = new LinkedHashSet<Lane>();
    lans.forEach(lan -> all.addAll(lan.all()));
    for (var gap : gaps.values()) {
      all.add(gap.there());
      all.add(gap.back());
    }
    return all;
  }

  // ---- what follows is for the relay's thread

  /** Makes everything so many times faster than life, as the grid says. */
  public void scale(double other) {
    double faster = other / scale;
    scale = other;
    allLanes().forEach(lane -> lane.scale(faster));
  }

  /** Gives a lane the rule of the grid with changes, one after the other. */
  public void change(Lane lane, List<String> changes) {
    var rule = lane.original();
    for (var change : changes) {
      rule = LaneChange.parse(change, scale).apply(rule);
    }
    lane.set(rule);
  }

  public void cut(Lane lane, boolean now) {
    lane.cut(now);
  }

  /** Nothing comes from a host or reaches it. */
  public void silence(String host, boolean now) {
    ports.stream().filter(port -> port.host().equals(host)).forEach(port -> port.silence(now));
  }
}

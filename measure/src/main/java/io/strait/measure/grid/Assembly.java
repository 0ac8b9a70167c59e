package io.strait.measure.grid;

import io.strait.measure.MedianInterval;
import io.strait.measure.grid.probe.HostSpeed;
import io.strait.measure.grid.probe.LinkFigures;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.measure.grid.topology.Pair;
import io.strait.measure.grid.topology.Topology;
import io.strait.measure.grid.topology.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes figures of a grid of what experiments gave, whole or in part. */
final class Assembly {
  /**
   * What headers, clocks and schedulers may make of a bandwidth however often it is measured, as a
   * share of it: intervals are at least so wide.
   */
  private static final double UNKNOWN = 0.01;

  /** The bytes of a packet of round trips. */
  private static final double PING = 52;

  /** Directions that differ by less than this share are one. */
  private static final double ALIKE = 0.06;

  /** So many links that were not measured are named. */
  private static final int MOST_MISSING = 20;

  private final List<RemoteProbe> probes;
  private final List<List<Integer>> groups;
  private final Topology topology;
  private final ProbeExperiments experiments;
  private final GridMeasurement.Settings settings;
  private final Map<Integer, HostSpeed> speeds;
  private final Map<Integer, Double> rates;
  private final List<Pair> missing;

  Assembly(
      List<RemoteProbe> probes,
      List<List<Integer>> groups,
      @Nullable Topology found,
      ProbeExperiments experiments,
      GridMeasurement.Settings settings,
      Map<Integer, HostSpeed> speeds,
      Map<Integer, Double> rates,
      List<Pair> missing) {
    this.probes = probes;
    this.missing = missing;
    this.experiments = experiments;
    this.settings = settings;
    this.speeds = speeds;
    this.rates = rates;
    this.groups = groups.isEmpty() ? alone(probes.size()) : groups;
    this.topology = found == null ? partial() : found;
  }

  /** Every host by itself, if nothing is known of networks. */
  private static List<List<Integer>> alone(int hosts) {
    var groups = new ArrayList<List<Integer>>();
    for (int host = 0; host < hosts; host++) {
      groups.add(List.of(host));
    }
    return groups;
  }

  /** What single figures say, if the topology was not found to its end. */
  private Topology partial() {
    var lans = new HashMap<Integer, Way>();
    var edges = new TreeMap<Integer, Topology.Edge>();
    var groupOf = new HashMap<Integer, Integer>();
    for (int group = 0; group < groups.size(); group++) {
      for (int host : groups.get(group)) {
        groupOf.put(host, group);
      }
    }
    for (var measured : experiments.measured()) {
      int a = Objects.requireNonNull(groupOf.get(measured.from()));
      int b = Objects.requireNonNull(groupOf.get(measured.to()));
      var pair = a <= b ? measured : new Pair(measured.to(), measured.from());
      var way = way(Objects.requireNonNull(experiments.figures(pair)));
      if (a == b) {
        lans.put(a, way);
      } else {
        int low = Math.min(a, b);
        int high = Math.max(a, b);
        edges.put(low * groups.size() + high, new Topology.Edge(low, high, way, pair, null));
      }
    }
    var found = new ArrayList<Topology.Group>();
    for (int group = 0; group < groups.size(); group++) {
      found.add(new Topology.Group(groups.get(group), lans.get(group)));
    }
    return new Topology(found, List.copyOf(edges.values()));
  }

  private static Way way(LinkFigures seen) {
    return new Way(
        seen.trips().seconds(), seen.there().median(), seen.back().median(), seen.together());
  }

  MeasuredGrid grid(
      UnaryOperator<String> known, List<String> problems, long bytes, double seconds) {
    var names = new ClusterNames(known);
    var called = new ArrayList<String>();
    for (var group : topology.groups()) {
      called.add(
          names.of(
              group.hosts().stream().map(host -> probes.get(host).name()).toList(),
              group.hosts().isEmpty() ? "" : probes.get(group.hosts().getFirst()).cluster()));
    }
    var clusters = new ArrayList<MeasuredGrid.Cluster>();
    for (int i = 0; i < called.size(); i++) {
      var group = topology.groups().get(i);
      clusters.add(
          new MeasuredGrid.Cluster(
              called.get(i), group.hosts().stream().map(this::host).toList(), lan(group)));
    }
    var links = new ArrayList<MeasuredGrid.Link>();
    for (var edge : topology.edges()) {
      links.add(link(edge, called));
    }
    var all = new ArrayList<>(problems);
    missing.stream().limit(MOST_MISSING).map(pair -> missing(pair, called)).forEach(all::add);
    if (missing.size() > MOST_MISSING) {
      all.add("%d more links".formatted(missing.size() - MOST_MISSING));
    }
    return new MeasuredGrid(home(called), clusters, links, all, bytes, seconds);
  }

  private static String missing(Pair pair, List<String> called) {
    return "whether a link joins %s and %s, and what it carries"
        .formatted(called.get(pair.from()), called.get(pair.to()));
  }

  /** The cluster whose host answers first. */
  private String home(List<String> called) {
    double least = Double.POSITIVE_INFINITY;
    var home = called.isEmpty() ? "" : called.getFirst();
    for (int i = 0; i < called.size(); i++) {
      for (int host : topology.groups().get(i).hosts()) {
        try {
          double seconds = experiments.control(host);
          if (seconds < least) {
            least = seconds;
            home = called.get(i);
          }
        } catch (IOException e) {
          // A probe that is gone is not the nearest.
        }
      }
    }
    return home;
  }

  private MeasuredGrid.Host host(int number) {
    var probe = probes.get(number);
    @Nullable HostSpeed speed = speeds.get(number);
    if (speed != null && settings.isIdle()) {
      speed = new HostSpeed(speed.one(), speed.all(), 1, speed.cpus());
    }
    @Nullable Double rate = rates.get(number);
    return new MeasuredGrid.Host(
        probe.name(), probe.facts(), speed, probe.app(), rate == null ? Double.NaN : rate);
  }

  private MeasuredGrid.@Nullable Net lan(Topology.Group group) {
    @Nullable Way way = group.lan();
    if (way == null) {
      return null;
    }
    var hosts = Set.copyOf(group.hosts());
    var ways =
        experiments.measured().stream()
            .filter(pair -> hosts.contains(pair.from()) && hosts.contains(pair.to()))
            .sorted(Comparator.comparingInt(Pair::to))
            .map(pair -> Objects.requireNonNull(experiments.figures(pair)))
            .toList();
    boolean isFull = way.isFull();
    var bandwidths = new ArrayList<Double>();
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (var each : ways) {
      for (var rate : List.of(each.there(), each.back())) {
        var good = goodput(rate, each.isTcp(), isFull);
        bandwidths.add(good.median());
        low = Math.min(low, Double.isNaN(good.low()) ? good.median() : good.low());
        high = Math.max(high, Double.isNaN(good.high()) ? good.median() : good.high());
      }
    }
    var bandwidth = MedianInterval.of(bandwidths.stream().mapToDouble(d -> d).toArray());
    double bytes = (isFull ? 2 : 1) * PING / Math.max(1, Math.min(way.there(), way.back()));
    var first = ways.getFirst().trips();
    return net(
        new MedianInterval(bandwidth.median(), low, high),
        latency(way.trip(), first.low(), first.high(), 2 * bytes),
        ways,
        way.isDuplexKnown(),
        isFull,
        ways.size() == 1 ? "1 way" : ways.size() + " ways");
  }

  /** Half of a round trip without the time for its bytes. */
  private static MedianInterval latency(double trip, double low, double high, double bytes) {
    double half = 0.5 * Math.max(0, trip - bytes);
    double wide = Double.isNaN(low) || Double.isNaN(high) ? Double.NaN : 0.25 * (high - low);
    return new MedianInterval(half, Math.max(0, half - wide), half + wide);
  }

  private static MedianInterval goodput(MedianInterval rate, boolean isTcp, boolean isFull) {
    var good = isTcp ? rate : Goodput.of(rate, !isFull);
    return new MedianInterval(
        good.median(),
        Math.min(good.low(), (1 - UNKNOWN) * good.median()),
        Math.max(good.high(), (1 + UNKNOWN) * good.median()));
  }

  private static MeasuredGrid.Net net(
      MedianInterval bandwidth,
      MedianInterval latency,
      List<LinkFigures> ways,
      boolean hasDuplex,
      boolean isFull,
      String means) {
    var jitters = ways.stream().mapToDouble(each -> each.trips().jitter()).sorted().toArray();
    long packets = ways.stream().mapToLong(LinkFigures::packets).sum();
    long lost = ways.stream().mapToLong(LinkFigures::lost).sum();
    boolean isTcp = ways.stream().anyMatch(LinkFigures::isTcp);
    long bytes = ways.stream().mapToLong(LinkFigures::bytes).sum();
    double seconds = ways.stream().mapToDouble(LinkFigures::seconds).sum();
    return new MeasuredGrid.Net(
        bandwidth,
        latency,
        jitters.length == 0 ? Double.NaN : jitters[jitters.length / 2],
        packets,
        lost,
        hasDuplex,
        isFull,
        bytes,
        seconds,
        ways.isEmpty()
            ? means
            : "%s by %s, %s and %.1f s%s"
                .formatted(
                    means,
                    isTcp ? "TCP" : "packets",
                    MeasuredText.bytes(bytes),
                    seconds,
                    hasDuplex ? "" : "; whether directions share it is unknown"));
  }

  private MeasuredGrid.Link link(Topology.Edge edge, List<String> called) {
    var way = edge.way();
    @Nullable Pair by = edge.measured();
    @Nullable LinkFigures seen = by == null ? null : experiments.figures(by);
    boolean isTurned = by != null && !inGroup(edge.a(), by.from()) && !inGroup(edge.b(), by.to());
    if (seen != null && isTurned) {
      seen = seen.turned();
    }
    boolean isTcp = seen != null && seen.isTcp();
    Topology.@Nullable Shared shared = edge.shared();
    var there =
        shared != null
            ? shared.there()
            : seen == null ? one(way.there()) : scaled(seen.there(), way.there());
    var back =
        shared != null
            ? shared.back()
            : seen == null ? one(way.back()) : scaled(seen.back(), way.back());
    boolean isAlike =
        Math.abs(way.there() - way.back()) <= ALIKE * Math.max(way.there(), way.back());
    boolean isFull = way.isFull() || !isAlike;
    double bytes =
        PING / way.there() + PING / way.back() + 2 * (lanBytes(edge.a()) + lanBytes(edge.b()));
    double low = seen == null ? Double.NaN : seen.trips().low();
    double high = seen == null ? Double.NaN : seen.trips().high();
    var net =
        net(
            goodput(isAlike ? middle(there, back) : there, isTcp, isFull),
            latency(way.trip(), low, high, bytes),
            seen == null ? List.of() : List.of(seen),
            way.isDuplexKnown() || !isAlike,
            isFull,
            by == null
                ? atOnce(shared)
                : "%s-%s%s"
                    .formatted(
                        experiments.name(by.from()),
                        experiments.name(by.to()),
                        experiments.isThroughHome(by) ? " by the way of runs," : ""));
    return new MeasuredGrid.Link(
        called.get(edge.a()),
        called.get(edge.b()),
        shared == null ? net : net.at(shared.bytes(), shared.seconds()),
        isAlike ? null : goodput(back, isTcp, true));
  }

  private static String atOnce(Topology.@Nullable Shared shared) {
    var how = "what flows of the links that share it got at once";
    return shared == null
        ? how
        : "%s, %s and %.1f s".formatted(how, MeasuredText.bytes(shared.bytes()), shared.seconds());
  }

  private boolean inGroup(int group, int host) {
    return topology.groups().get(group).hosts().contains(host);
  }

  /** The seconds that a packet of a round trip takes in the LAN of a group. */
  private double lanBytes(int group) {
    @Nullable Way lan = topology.groups().get(group).lan();
    return lan == null ? 0 : PING / Math.max(1, Math.min(lan.there(), lan.back()));
  }

  private static MedianInterval one(double value) {
    return new MedianInterval(value, Double.NaN, Double.NaN);
  }

  private static MedianInterval scaled(MedianInterval seen, double value) {
    double factor = value / seen.median();
    return new MedianInterval(value, seen.low() * factor, seen.high() * factor);
  }

  private static MedianInterval middle(MedianInterval one, MedianInterval other) {
    double low = Math.min(least(one), least(other));
    double high = Math.max(most(one), most(other));
    return new MedianInterval(0.5 * (one.median() + other.median()), low, high);
  }

  private static double least(MedianInterval of) {
    return Double.isNaN(of.low()) ? of.median() : of.low();
  }

  private static double most(MedianInterval of) {
    return Double.isNaN(of.high()) ? of.median() : of.high();
  }

  /** Names for clusters: as probes say, as an older file has it, or after their hosts. */
  private static final class ClusterNames {
    private final UnaryOperator<String> known;
    private final Set<String> taken = new HashSet<>();
    private int number;

    ClusterNames(UnaryOperator<String> known) {
      this.known = known;
    }

    String of(List<String> hosts, String said) {
      var name = said;
      for (var host : hosts) {
        name = name.isEmpty() ? known.apply(host) : name;
      }
      if (name.isEmpty() && !hosts.isEmpty()) {
        name = hosts.getFirst().replaceAll("[0-9.-]+$", "");
      }
      while (name.isEmpty() || taken.contains(name)) {
        number++;
        name = (hosts.isEmpty() ? "junction" : "cluster") + number;
      }
      taken.add(name);
      return name;
    }
  }
}

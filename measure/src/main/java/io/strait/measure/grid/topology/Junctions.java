package io.strait.measure.grid.topology;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Networks that several links share. */
final class Junctions {
  /** Of two networks, flows of the second would get more than this share of the slowest alone. */
  private static final double OF_ANOTHER = 0.5;

  private final List<List<Integer>> groups;
  private final List<Topology.Group> found;
  private final Map<Pair, Topology.Edge> edges;
  private final Map<Pair, Double> trips;
  private final Experiments experiments;
  private final boolean isOnce;
  private final Consumer<String> say;
  private final Set<Pair> passing = new HashSet<>();

  /**
   * @param groups the hosts of each group
   * @param found groups, to which junctions are added
   * @param edges links by their groups, which change where junctions are found
   * @param trips seconds there and back of pairs of groups that may have a link
   * @param isOnce whether nothing is measured again to know it better
   */
  Junctions(
      List<List<Integer>> groups,
      List<Topology.Group> found,
      Map<Pair, Topology.Edge> edges,
      Map<Pair, Double> trips,
      Experiments experiments,
      boolean isOnce,
      Consumer<String> say) {
    this.groups = groups;
    this.found = found;
    this.edges = edges;
    this.trips = trips;
    this.experiments = experiments;
    this.isOnce = isOnce;
    this.say = say;
  }

  /** Finds the networks that links of a group share, all of which are known. */
  void find(int group) throws IOException {
    var neighbours =
        IntStream.range(0, groups.size())
            .filter(other -> edges.containsKey(Discovery.key(group, other)))
            .boxed()
            .toList();
    if (neighbours.size() < 2 || !fits(group, neighbours)) {
      return;
    }
    say.accept("flows from group %d to %d others".formatted(group + 1, neighbours.size()));
    var all = flows(group, neighbours, true);
    var once = experiments.together(all);
    if (!isDisturbed(all, once)) {
      return;
    }
    var outward = new SharedRate(experiments, all, once.sum().median(), isOnce);
    outward.add(once);
    if (isOne(all, once.sum().median()) && isOne(all, outward.measure().median())) {
      junction(group, neighbours, List.of(once), outward);
    } else {
      part(group, neighbours, once);
    }
  }

  /** Pairs of groups whose ways pass a junction. */
  Set<Pair> passing() {
    return passing;
  }

  /**
   * Whether flows that get no more than so much at once all share one network: flows of two would
   * get what the fastest of one of them has alone, and what one of the other has as well.
   */
  private static boolean isOne(List<Flow> flows, double sum) {
    double most = flows.stream().mapToDouble(Flow::alone).max().orElse(0);
    double least = flows.stream().mapToDouble(Flow::alone).min().orElse(0);
    return sum < most + OF_ANOTHER * least;
  }

  private Topology.Edge edge(int a, int b) {
    Topology.@Nullable Edge edge = edges.get(Discovery.key(a, b));
    if (edge == null) {
      throw new IllegalStateException("no edge");
    }
    return edge;
  }

  /** Whether the LAN carries all of the flows, so that it is not what they share. */
  private boolean fits(int group, List<Integer> neighbours) {
    @Nullable Way lan = found.get(group).lan();
    var hosts = groups.get(group);
    var load = new double[hosts.size()];
    for (int i = 0; i < neighbours.size(); i++) {
      load[i % load.length] += Discovery.rate(edge(group, neighbours.get(i)), group);
    }
    double most = Arrays.stream(load).max().orElse(0);
    double all = Arrays.stream(load).sum();
    return lan == null || (lan.isFull() ? most : all) <= Discovery.DISTURBED * lan.least();
  }

  private List<Flow> flows(int group, List<Integer> neighbours, boolean there) {
    var hosts = groups.get(group);
    var flows = new ArrayList<Flow>();
    for (int i = 0; i < neighbours.size(); i++) {
      int other = neighbours.get(i);
      int here = hosts.get(i % hosts.size());
      int far = groups.get(other).getFirst();
      flows.add(
          there
              ? new Flow(here, far, Discovery.rate(edge(group, other), group))
              : new Flow(far, here, Discovery.rate(edge(group, other), other)));
    }
    return flows;
  }

  private static boolean isDisturbed(List<Flow> flows, Together once) {
    for (int i = 0; i < flows.size(); i++) {
      if (once.lowest().get(i) < Discovery.DISTURBED * flows.get(i).alone()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds out who shares a network with the first that is disturbed, and joins them there.
   *
   * @param all what all of them got at once
   */
  private void part(int group, List<Integer> neighbours, Together all) throws IOException {
    var left = new ArrayList<>(neighbours);
    while (left.size() > 1) {
      int first = left.removeFirst();
      var sharing = new ArrayList<Integer>(List.of(first));
      var pairs = new ArrayList<Together>();
      var same = new ArrayList<Together>();
      for (int other : List.copyOf(left)) {
        var flows = flows(group, List.of(first, other), true);
        var once = experiments.together(flows);
        pairs.add(once);
        if (isDisturbed(flows, once)) {
          sharing.add(other);
          left.removeIf(host -> host == other);
          same.add(once);
        }
      }
      if (sharing.size() > 2) {
        same.clear(); // there are more of them than two
      }
      if (sharing.size() == neighbours.size()) {
        same.add(all);
      }
      if (sharing.size() > 1) {
        double known = pairs.stream().mapToDouble(once -> once.sum().median()).max().orElse(0);
        var outward = new SharedRate(experiments, flows(group, sharing, true), known, isOnce);
        same.forEach(outward::add);
        var before = Stream.concat(pairs.stream(), same.stream()).distinct().toList();
        junction(group, sharing, before, outward);
      }
    }
  }

  /**
   * How far it is from a group to where the ways of others part first: half of what two of them
   * have more than the way between them; the mean over all pairs that may part there.
   */
  private double near(int group, List<Integer> sharing) {
    var parts = new ArrayList<double[]>();
    double least = Double.POSITIVE_INFINITY;
    for (int a : sharing) {
      for (int b : sharing) {
        double between = a < b ? between(a, b) : Double.NaN;
        if (!Double.isNaN(between)) {
          double both = edge(group, a).way().trip() + edge(group, b).way().trip();
          parts.add(new double[] {both, between});
          least = Math.min(least, Math.max(0, both - between));
        }
      }
    }
    double first = least;
    double near =
        0.5
            * parts.stream()
                .filter(part -> Discovery.isEqual(part[0] - first, part[1]))
                .mapToDouble(part -> Math.max(0, part[0] - part[1]))
                .average()
                .orElse(Double.POSITIVE_INFINITY);
    for (int a : sharing) {
      near = Math.min(near, edge(group, a).way().trip());
    }
    return near;
  }

  /**
   * Whether one of those that share a network stands where their ways part: then the others go
   * through it, and have no link.
   */
  private boolean isOneOf(int group, List<Integer> sharing) {
    for (int middle : sharing) {
      double near = edge(group, middle).way().trip();
      var others = sharing.stream().filter(other -> other != middle).toList();
      if (others.stream()
          .allMatch(
              other ->
                  Discovery.isEqual(
                      near + between(middle, other), edge(group, other).way().trip()))) {
        for (int other : others) {
          edges.remove(Discovery.key(group, other));
          passing.add(Discovery.key(group, other));
        }
        say.accept(
            "ways of group %d to others go through group %d".formatted(group + 1, middle + 1));
        return true;
      }
    }
    return false;
  }

  /** The round trip of two groups that have a link, or may have one; NaN for others. */
  private double between(int a, int b) {
    var key = Discovery.key(a, b);
    Topology.@Nullable Edge edge = edges.get(key);
    return edge == null ? trips.getOrDefault(key, Double.NaN) : edge.way().trip();
  }

  /** Makes round trips known better that so far had one short look. */
  private void lookAgain(List<Integer> sharing) throws IOException {
    var keys = new LinkedHashMap<Pair, Pair>();
    for (int a : sharing) {
      for (int b : sharing) {
        var key = new Pair(a, b);
        if (a < b && trips.containsKey(key) && !edges.containsKey(key)) {
          keys.put(new Pair(groups.get(a).getFirst(), groups.get(b).getFirst()), key);
        }
      }
    }
    if (!isOnce && !keys.isEmpty()) {
      var again = experiments.roundTrips(List.copyOf(keys.keySet()), 0);
      keys.forEach(
          (hosts, key) ->
              trips.merge(key, again.getOrDefault(hosts, Double.POSITIVE_INFINITY), Math::min));
    }
  }

  /**
   * Puts a junction between a group and those that share a network.
   *
   * @param before what flows got at once while it was found
   * @param outward the rate from the group to the others
   */
  private void junction(int group, List<Integer> sharing, List<Together> before, SharedRate outward)
      throws IOException {
    lookAgain(sharing);
    if (isOneOf(group, sharing)) {
      return;
    }
    double near = near(group, sharing);
    var there = outward.measure();
    var inward = new SharedRate(experiments, flows(group, sharing, false), there.median(), isOnce);
    var back = inward.measure();
    if (!(there.median() > 0 && back.median() > 0)) {
      say.accept(
          "a network that %d links share could not be measured: it stays unknown"
              .formatted(sharing.size()));
      return;
    }
    var shared =
        new Topology.Shared(
            there,
            back,
            before.stream().mapToLong(Together::bytes).sum() + outward.bytes() + inward.bytes(),
            before.stream().mapToDouble(Together::seconds).sum()
                + outward.seconds()
                + inward.seconds());
    int number = found.size();
    found.add(new Topology.Group(List.of(), null));
    double together = edge(group, sharing.getFirst()).way().together();
    edges.put(
        Discovery.key(group, number),
        new Topology.Edge(
            group, number, new Way(near, there.median(), back.median(), together), null, shared));
    for (int other : sharing) {
      var old = edge(group, other);
      var way = old.a() == group ? old.way() : turned(old.way());
      edges.remove(Discovery.key(group, other));
      edges.put(
          Discovery.key(other, number),
          new Topology.Edge(
              number,
              other,
              new Way(way.trip() - near, way.there(), way.back(), way.together()),
              old.measured(),
              null));
    }
    for (int a : sharing) {
      for (int b : sharing) {
        if (a < b
            && Discovery.isEqual(
                between(a, b), edge(a, number).way().trip() + edge(b, number).way().trip())) {
          edges.remove(Discovery.key(a, b));
          passing.add(Discovery.key(a, b));
        }
      }
    }
    say.accept("%d links of group %d share a network".formatted(sharing.size(), group + 1));
  }

  private Way turned(Way way) {
    return new Way(way.trip(), /* there= */ way.back(), /* back= */ way.there(), way.together());
  }
}

package io.strait.measure.grid.topology;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the topology of some hosts.
 *
 * <ol>
 *   <li>Hosts that are near the representative of a group belong to it; k groups of n hosts take at
 *       most k n round trips. Groups that turn out to be near each other are one.
 *   <li>Inside each group, every host is measured with the representative once.
 *   <li>Round trips between representatives show which pairs of groups may be joined through
 *       another group: their time is the sum of two others. If so, they take a share of the slower
 *       of both networks, which one experiment with two flows shows.
 *   <li>All other pairs have a link, and are measured, those of the first group first.
 *   <li>From each group, flows to all its neighbours run at the same time. If they get less than
 *       alone, pairs of them show who shares a network; a junction stands where they part, as far
 *       from each as the round trips say. Pairs whose round trips say that they pass it have no
 *       link, and need not be measured.
 * </ol>
 */
public final class Discovery {
  /** Half of a round trip inside a LAN takes no longer than this, unless a caller knows better. */
  public static final double LAN_SECONDS = 0.002;

  /** A flow that gets less than this share of what it has alone is disturbed. */
  static final double DISTURBED = 0.8;

  /** Round trips differ by less than this share, or this many seconds, if they are equal. */
  private static final double EQUAL = 0.03;

  private static final double EQUAL_SECONDS = 0.0006;

  /** Ways inside a LAN have rates that differ by no more than this. */
  private static final double ALIKE = 1.15;

  private final int hosts;
  private final Experiments experiments;
  private final double near;
  private final boolean isOnce;
  private final Consumer<String> say;
  private final List<List<Integer>> groups = new ArrayList<>();

  /** Seconds there and back between hosts that speak for groups. */
  private final Map<Pair, Double> trips = new HashMap<>();

  /** Pairs of groups that were measured, or could not be. */
  private final Set<Pair> tried = new HashSet<>();

  /** Pairs of groups that have no link as far as is known, or have one that was measured. */
  private final Set<Pair> settled = new HashSet<>();

  /**
   * @param near seconds of a round trip up to which hosts share a LAN
   * @param say is told what is being done and found
   */
  public Discovery(int hosts, Experiments experiments, double near, Consumer<String> say) {
    this(hosts, experiments, near, /* isOnce= */ false, say);
  }

  /**
   * The same.
   *
   * @param isOnce whether nothing is measured again to know it better
   */
  public Discovery(
      int hosts, Experiments experiments, double near, boolean isOnce, Consumer<String> say) {
    this.hosts = hosts;
    this.experiments = experiments;
    this.near = near;
    this.isOnce = isOnce;
    this.say = say;
  }

  /**
   * Puts hosts into groups.
   *
   * @param known the name of a host's group; empty where it is to be found out
   * @param mayBeNear whether it is possible that two hosts are near each other, by what is known
   *     without an experiment
   */
  public List<List<Integer>> group(List<String> known, MayBeNear mayBeNear) throws IOException {
    var named = new LinkedHashMap<String, List<Integer>>();
    var rest = new ArrayList<Integer>();
    for (int host = 0; host < hosts; host++) {
      if (known.get(host).isEmpty()) {
        rest.add(host);
      } else {
        named.computeIfAbsent(known.get(host), key -> new ArrayList<>()).add(host);
      }
    }
    groups.addAll(named.values());
    for (int i = 0; i < groups.size() && !rest.isEmpty(); i++) {
      join(groups.get(i), rest, mayBeNear);
    }
    while (!rest.isEmpty()) {
      var group = new ArrayList<Integer>(List.of(rest.removeFirst()));
      groups.add(group);
      join(group, rest, mayBeNear);
    }
    merge(named.size());
    return groups.stream().map(List::copyOf).toList();
  }

  /**
   * Pairs of groups of which it is not known whether a link joins them, or what it carries: they
   * could not be measured, or it was not their turn yet.
   */
  public List<Pair> missing() {
    return pairs().stream()
        .filter(pair -> !settled.contains(pair))
        .filter(pair -> experiments.areJoined(representatives(pair)))
        .toList();
  }

  /**
   * Makes groups one that are near each other after all: somebody may have been busy when they were
   * looked at first.
   *
   * @param named how many groups have a name, and stay what they are
   */
  private void merge(int named) throws IOException {
    if (named == groups.size() || groups.size() < 2) {
      return;
    }
    lookAtTrips();
    for (int b = groups.size() - 1; b >= named; b--) {
      for (int a = 0; a < b; a++) {
        double trip = trips.getOrDefault(representatives(new Pair(a, b)), Double.NaN);
        if (trip <= near) {
          groups.get(a).addAll(groups.remove(b));
          break;
        }
      }
    }
  }

  /** Says whether two hosts may be near each other. */
  public interface MayBeNear {
    boolean test(int one, int other);
  }

  private void join(List<Integer> group, List<Integer> rest, MayBeNear mayBeNear)
      throws IOException {
    int first = group.getFirst();
    var pairs = new ArrayList<Pair>();
    for (int host : rest) {
      if (mayBeNear.test(first, host)) {
        pairs.add(new Pair(first, host));
      }
    }
    experiments
        .roundTrips(pairs, near)
        .forEach(
            (pair, seconds) -> {
              if (seconds <= near) {
                group.add(pair.to());
                rest.removeIf(host -> host == pair.to());
              }
            });
    group.sort(Comparator.comparingInt(host -> host == first ? -1 : host));
  }

  /** Finds the networks of the groups. */
  public Topology networks() throws IOException {
    replaceLost();
    var pairs = new ArrayList<Pair>();
    groups.forEach(group -> pairs.addAll(ways(group)));
    say.accept("%d ways inside %d groups".formatted(pairs.size(), groups.size()));
    var lans = new LinkedHashMap<>(experiments.lans(pairs));
    if (replaceLost()) {
      var more = new ArrayList<Pair>();
      for (var group : groups) {
        if (lans.keySet().stream().noneMatch(pair -> group.contains(pair.to()))) {
          more.addAll(ways(group));
        }
      }
      lans.putAll(experiments.lans(more));
    }
    measureDoubtful(lans);
    var found = new ArrayList<Topology.Group>();
    for (var group : groups) {
      var ways =
          lans.entrySet().stream()
              .filter(entry -> group.contains(entry.getKey().to()))
              .map(Map.Entry::getValue)
              .toList();
      found.add(new Topology.Group(List.copyOf(group), ways.isEmpty() ? null : median(ways)));
    }
    var edges = edges(found);
    return new Topology(found, List.copyOf(edges.values()));
  }

  /** The ways from the first host of a group to the others that are there. */
  private List<Pair> ways(List<Integer> group) {
    int first = group.getFirst();
    return group.stream()
        .filter(host -> host != first && !experiments.isLost(host))
        .map(host -> new Pair(first, host))
        .toList();
  }

  /** Measures LANs again whose ways differ: something may have disturbed one of them. */
  private void measureDoubtful(Map<Pair, Way> lans) throws IOException {
    var doubtful = new ArrayList<Pair>();
    for (var group : groups) {
      var ways = lans.keySet().stream().filter(pair -> group.contains(pair.to())).toList();
      var rates =
          ways.stream()
              .map(lans::get)
              .flatMapToDouble(way -> DoubleStream.of(way.there(), way.back()))
              .summaryStatistics();
      if (rates.getMax() > ALIKE * rates.getMin()) {
        doubtful.addAll(ways);
      }
    }
    if (!isOnce && !doubtful.isEmpty()) {
      say.accept("%d ways again, which are not alike in their group".formatted(doubtful.size()));
      lans.putAll(experiments.lans(doubtful));
    }
  }

  private static Way median(List<Way> ways) {
    return new Way(
        median(ways, Way::trip),
        median(ways, Way::there),
        median(ways, Way::back),
        median(ways.stream().filter(way -> !Double.isNaN(way.together())).toList(), Way::together));
  }

  private static double median(List<Way> ways, ToDoubleFunction<Way> of) {
    var values = ways.stream().mapToDouble(of).sorted().toArray();
    return values.length == 0
        ? Double.NaN
        : 0.5 * (values[(values.length - 1) / 2] + values[values.length / 2]);
  }

  /** Two groups, the lower number first. */
  static Pair key(int a, int b) {
    return new Pair(Math.min(a, b), Math.max(a, b));
  }

  static boolean isEqual(double one, double other) {
    return Math.abs(one - other) <= Math.max(EQUAL * Math.max(one, other), EQUAL_SECONDS);
  }

  private Pair representatives(Pair groupsOf) {
    return new Pair(groups.get(groupsOf.from()).getFirst(), groups.get(groupsOf.to()).getFirst());
  }

  /**
   * The links between groups, by their numbers, and the networks that they share. One group after
   * the other is joined to the rest: a pair whose way passes a network that an earlier group has
   * found is not measured.
   */
  private Map<Pair, Topology.Edge> edges(List<Topology.Group> found) throws IOException {
    var edges = new LinkedHashMap<Pair, Topology.Edge>();
    var between = trips();
    var through = new HashMap<Pair, Integer>();
    var direct = new LinkedHashMap<Pair, Double>();
    between.forEach(
        (key, trip) -> {
          @Nullable Integer group = through(key, between);
          if (group == null) {
            direct.put(key, trip);
          } else {
            through.put(key, group);
          }
        });
    var junctions = new Junctions(groups, found, edges, direct, experiments, isOnce, say);
    for (int group = 0; group < groups.size(); group++) {
      int here = group;
      var mine = between.keySet().stream().filter(key -> key.has(here)).toList();
      var needed = new LinkedHashSet<>(mine);
      for (var key : mine) {
        @Nullable Integer third = through.get(key);
        if (third != null) {
          needed.add(key(key.from(), third));
          needed.add(key(third, key.to()));
        }
      }
      needed.retainAll(direct.keySet());
      needed.removeAll(junctions.passing());
      measure(needed, edges);
      var more = new ArrayList<Pair>();
      for (var key : mine) {
        @Nullable Integer third = through.remove(key);
        if (third != null && passes(key, third, edges)) {
          settled.add(key);
        } else if (third != null) {
          more.add(key);
        }
      }
      measure(more, edges);
      junctions.find(group);
      settled.addAll(junctions.passing());
    }
    return edges;
  }

  /** Measures round trips between groups where that was not done yet. */
  private void lookAtTrips() throws IOException {
    var hosts = new ArrayList<>(pairs().stream().map(this::representatives).toList());
    hosts.removeAll(trips.keySet());
    if (!hosts.isEmpty()) {
      say.accept("round trips between %d pairs of groups".formatted(hosts.size()));
      trips.putAll(experiments.roundTrips(hosts, 0));
    }
  }

  /** All pairs of groups. */
  private List<Pair> pairs() {
    var pairs = new ArrayList<Pair>();
    for (int a = 0; a < groups.size(); a++) {
      for (int b = a + 1; b < groups.size(); b++) {
        pairs.add(new Pair(a, b));
      }
    }
    return pairs;
  }

  /** Seconds there and back between groups. */
  private Map<Pair, Double> trips() throws IOException {
    lookAtTrips();
    var known = new LinkedHashMap<Pair, Double>();
    for (var key : pairs()) {
      @Nullable Double trip = trips.get(representatives(key));
      if (trip != null) {
        known.put(key, trip);
      }
    }
    return known;
  }

  private void measure(Collection<Pair> wanted, Map<Pair, Topology.Edge> edges) throws IOException {
    var keys = wanted.stream().filter(tried::add).toList();
    if (keys.isEmpty()) {
      return;
    }
    say.accept("%d links between groups".formatted(keys.size()));
    var failed = attempt(keys, edges);
    if (replaceLost()) {
      attempt(failed, edges);
    }
  }

  /** Measures links. Returns those that could not be. */
  private List<Pair> attempt(List<Pair> keys, Map<Pair, Topology.Edge> edges) throws IOException {
    var failed = new ArrayList<Pair>();
    var ways = experiments.gaps(keys.stream().map(this::representatives).toList());
    for (var key : keys) {
      var pair = representatives(key);
      @Nullable Way way = ways.get(pair);
      if (way == null) {
        failed.add(key);
      } else {
        edges.put(key, new Topology.Edge(key.from(), key.to(), way, pair, null));
        settled.add(key);
      }
    }
    return failed;
  }

  /** Lets another host speak for each group whose first is gone. Returns whether any can. */
  private boolean replaceLost() {
    boolean isAny = false;
    for (var group : groups) {
      if (experiments.isLost(group.getFirst())) {
        var next = group.stream().filter(host -> !experiments.isLost(host)).findFirst();
        if (next.isPresent()) {
          group.remove((Object) next.get());
          group.addFirst(next.get());
          say.accept("another host speaks for a group whose first is gone");
          isAny = true;
        }
      }
    }
    return isAny;
  }

  /** The group through which a pair of groups may be joined; null if there is none. */
  private @Nullable Integer through(Pair key, Map<Pair, Double> between) {
    double direct = between.getOrDefault(key, Double.NaN);
    @Nullable Integer best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < groups.size(); c++) {
      if (c == key.from() || c == key.to()) {
        continue;
      }
      double one = between.getOrDefault(key(key.from(), c), Double.NaN);
      double two = between.getOrDefault(key(c, key.to()), Double.NaN);
      double error = Math.abs(one + two - direct);
      if (one < direct && two < direct && isEqual(one + two, direct) && error < least) {
        least = error;
        best = c;
      }
    }
    return best;
  }

  /** Whether flows between two groups take a share of the networks of a third. */
  private boolean passes(Pair key, int through, Map<Pair, Topology.Edge> edges) throws IOException {
    Topology.@Nullable Edge one = edges.get(key(key.from(), through));
    Topology.@Nullable Edge two = edges.get(key(through, key.to()));
    if (one == null || two == null) {
      // One of both goes through others itself: the round trips must do. Or it has failed.
      return !hasFailed(key(key.from(), through)) && !hasFailed(key(through, key.to()));
    }
    double first = rate(one, key.from());
    double second = rate(two, through);
    int from = groups.get(key.from()).getFirst();
    int to = groups.get(key.to()).getFirst();
    var slower =
        first <= second
            ? new Flow(other(key.from(), from), groups.get(through).getFirst(), first)
            : new Flow(groups.get(through).getFirst(), other(key.to(), to), second);
    var rates =
        experiments.together(List.of(slower, new Flow(from, to, Math.min(first, second)))).lowest();
    double share = rates.getFirst() / slower.alone();
    return Double.isNaN(share) || share < DISTURBED;
  }

  private boolean hasFailed(Pair key) {
    return tried.contains(key) && !settled.contains(key);
  }

  /** Another host of a group, if it has one, so that hosts are not what flows share. */
  private int other(int group, int than) {
    return groups.get(group).stream().filter(host -> host != than).findFirst().orElse(than);
  }

  /** The rate of an edge from one of its groups to the other. */
  static double rate(Topology.Edge edge, int from) {
    return edge.a() == from ? edge.way().there() : edge.way().back();
  }
}

package io.strait.bench.circle;

import io.strait.bench.Summary;
import io.strait.model.Cluster;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Speed;
import io.strait.model.text.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A grid as it is and as it was measured. Clusters are the same if their hosts are; places without
 * probes are told by the links that they have.
 */
final class Comparison {
  private final Grid truth;
  private final Grid measured;
  private final Map<String, String> names = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<Fields> reports;
  private double bandwidth;
  private double latency;
  private double speed;
  private int intervals;
  private int held;

  /**
   * @param report what the measurement said, with intervals
   */
  Comparison(Grid truth, Grid measured, Fields report) {
    this.truth = truth;
    this.measured = measured;
    this.reports = Summary.items(report, "links");
    clusters();
    links();
  }

  /** The worst relative error of a bandwidth. */
  double bandwidth() {
    return bandwidth;
  }

  double latency() {
    return latency;
  }

  double speed() {
    return speed;
  }

  /** How many intervals of links' bandwidths there are. */
  int intervals() {
    return intervals;
  }

  /** How many of them hold the truth. */
  int held() {
    return held;
  }

  /** What is different in the topology; empty if nothing is. */
  List<String> wrong() {
    return wrong;
  }

  private static Map<String, HostGroup> hosts(Cluster cluster) {
    var hosts = new HashMap<String, HostGroup>();
    for (var group : cluster.hosts()) {
      for (int i = 0; i < group.size(); i++) {
        hosts.put(group.hostName(i), group);
      }
    }
    return hosts;
  }

  private static boolean isPlace(Cluster cluster) {
    return cluster.hosts().stream().noneMatch(group -> group.role().mayWork());
  }

  private void clusters() {
    for (var cluster : truth.clusters()) {
      var hosts = hosts(cluster);
      @Nullable Cluster same =
          measured.clusters().stream()
              .filter(
                  other ->
                      isPlace(cluster)
                          ? isPlace(other)
                          : hosts(other).keySet().equals(hosts.keySet()))
              .findFirst()
              .orElse(null);
      if (same == null) {
        wrong.add("no cluster of " + new TreeSet<>(hosts.keySet()));
        continue;
      }
      names.put(same.name(), cluster.name());
      if (!isPlace(cluster)) {
        compare("LAN of " + cluster.name(), cluster.lan(), same.lan(), true);
        hosts.forEach((name, group) -> speeds(group, hosts(same).get(name)));
      }
    }
    if (measured.clusters().size() != truth.clusters().size()) {
      wrong.add("%d clusters".formatted(measured.clusters().size()));
    }
  }

  private void speeds(HostGroup one, @Nullable HostGroup other) {
    @Nullable Speed expected = one.speed();
    @Nullable Speed found = other == null ? null : other.speed();
    if (expected != null && other != null) {
      double got = found == null ? 0 : found.flopPerSecond() * other.cores();
      speed = Math.max(speed, error(got, expected.flopPerSecond() * one.cores()));
    }
  }

  private static double error(double measured, double expected) {
    return Math.abs(measured / expected - 1);
  }

  private void compare(String name, Network expected, Network found, boolean withDuplex) {
    double rate = error(found.bandwidth().bytesPerSecond(), expected.bandwidth().bytesPerSecond());
    bandwidth = Math.max(bandwidth, rate);
    latency =
        Math.max(
            latency,
            error(Durations.seconds(found.latency()), Durations.seconds(expected.latency())));
    if (withDuplex && found.duplex() != expected.duplex()) {
      wrong.add(name + " is " + (found.duplex() == Duplex.HALF ? "half" : "full") + "-duplex");
    }
  }

  /** Counts the intervals of a link that was measured. */
  private void hold(Link same, Network there, Network back) {
    for (var report : reports) {
      if (Set.copyOf(Summary.texts(report, "between")).equals(Set.copyOf(same.between()))) {
        hold(report, "bandwidth_bytes_per_s", there);
        if (Summary.has(report, "back_bytes_per_s")) {
          hold(report, "back_bytes_per_s", back);
        }
      }
    }
  }

  private void hold(Fields report, String key, Network expected) {
    var interval =
        Summary.texts(report, key).stream()
            .filter(text -> !text.equals("null"))
            .map(Double::parseDouble)
            .toList();
    if (interval.size() == 3) {
      double rate = expected.bandwidth().bytesPerSecond();
      intervals++;
      held += interval.get(1) <= rate && rate <= interval.get(2) ? 1 : 0;
    }
  }

  private Set<String> ends(Link link, boolean isMeasured) {
    var ends = new TreeSet<String>();
    for (var end : link.between()) {
      ends.add(isMeasured ? names.getOrDefault(end, "?" + end) : end);
    }
    return ends;
  }

  private void links() {
    for (var link : truth.links()) {
      @Nullable Link same =
          measured.links().stream()
              .filter(other -> ends(other, true).equals(ends(link, false)))
              .findFirst()
              .orElse(null);
      var name = String.join("-", link.between());
      if (same == null) {
        wrong.add("no link " + name);
        continue;
      }
      boolean isTurned =
          !names.getOrDefault(same.between().getFirst(), "").equals(link.between().getFirst());
      var back = link.back() == null ? link.network() : link.back().network();
      var sameBack = same.back() == null ? same.network() : same.back().network();
      boolean isAlike = link.back() == null;
      compare(name, link.network(), isTurned ? sameBack : same.network(), isAlike);
      compare(name, back, isTurned ? same.network() : sameBack, isAlike);
      hold(same, isTurned ? back : link.network(), isTurned ? link.network() : back);
    }
    for (var link : measured.links()) {
      if (truth.links().stream().noneMatch(o -> ends(o, false).equals(ends(link, true)))) {
        wrong.add("a link " + String.join("-", ends(link, true)));
      }
    }
  }
}

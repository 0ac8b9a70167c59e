package io.strait.program.schedule;

import io.strait.model.PlanException;
import io.strait.model.law.Element;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ways between the clusters of a problem's machines, and what data cost on them. */
final class Ways {
  private final Problem problem;
  private final int clusters;

  /** The cluster of each machine, counted from 0 among those that have one. */
  private final int[] cluster;

  private final Flow.@Nullable Way[] ways;

  /** The gaps of each way, by number. */
  private final int[][] gaps;

  private final List<Double> bandwidths = new ArrayList<>();

  /** The place of each way's latency in {@link #latencies}. */
  private final int[] latencyIndex;

  private final double[] latencies;

  /** Seconds and CPU seconds of whole data on each way; NaN if nobody has asked yet. */
  private final double[][] known;

  Ways(Problem problem) {
    this.problem = problem;
    var numbers = new HashMap<Integer, Integer>();
    var first = new ArrayList<Integer>();
    this.cluster = new int[problem.machines];
    for (int m = 0; m < problem.machines; m++) {
      int number = m;
      cluster[m] =
          numbers.computeIfAbsent(
              problem.machine[m].cluster(),
              key -> {
                first.add(number);
                return numbers.size();
              });
    }
    this.clusters = numbers.size();
    this.ways = new Flow.Way[clusters * clusters];
    this.gaps = new int[clusters * clusters][0];
    this.latencyIndex = new int[clusters * clusters];
    this.known = new double[problem.from.length][];
    Map<String, Integer> names = new HashMap<>();
    var distinct = new TreeSet<Double>(List.of(0.0));
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        Flow.@Nullable Way way =
            way(problem.machine[first.get(a)].index(), problem.machine[first.get(b)].index());
        if (way != null) {
          ways[a * clusters + b] = way;
          gaps[a * clusters + b] = numbers(way, names);
          distinct.add(way.latency());
        }
      }
    }
    this.latencies = distinct.stream().mapToDouble(Double::doubleValue).toArray();
    for (int i = 0; i < ways.length; i++) {
      Flow.@Nullable Way way = ways[i];
      latencyIndex[i] = way == null ? 0 : Arrays.binarySearch(latencies, way.latency());
    }
  }

  private Flow.@Nullable Way way(int from, int to) {
    try {
      var machines = problem.flow.machines();
      return problem.flow.way(machines.get(from), machines.get(to));
    } catch (PlanException none) {
      return null;
    }
  }

  private int[] numbers(Flow.Way way, Map<String, Integer> names) {
    var numbers = new int[way.gaps().size()];
    for (int i = 0; i < numbers.length; i++) {
      var gap = way.gaps().get(i);
      numbers[i] =
          names.computeIfAbsent(
              gap.name(),
              key -> {
                bandwidths.add(gap.network().bandwidth().bytesPerSecond());
                return names.size();
              });
    }
    return numbers;
  }

  /** The number of gaps. */
  int gaps() {
    return bandwidths.size();
  }

  double bandwidth(int gap) {
    return bandwidths.get(gap);
  }

  /** Latencies of ways, in order. */
  double[] latencies() {
    return latencies;
  }

  /** The way from one machine to another, by number. */
  int between(int from, int to) {
    return cluster[from] * clusters + cluster[to];
  }

  boolean isThere(int way) {
    return ways[way] != null;
  }

  boolean isFullDuplex(int way) {
    Flow.@Nullable Way found = ways[way];
    return found != null && found.isFullDuplex();
  }

  int[] gaps(int way) {
    return gaps[way];
  }

  int latencyIndex(int way) {
    return latencyIndex[way];
  }

  double latency(int way) {
    return latencies[latencyIndex[way]];
  }

  /** The place of whole data's seconds in {@link #known}; its CPU seconds are next to it. */
  private double[] whole(int edge, int way, int from, int to) {
    double[] costs = known[edge];
    if (costs == null) {
      costs = new double[2 * ways.length];
      Arrays.fill(costs, Double.NaN);
      known[edge] = costs;
    }
    if (Double.isNaN(costs[2 * way])) {
      var element = element(edge, from, 1, to, 1);
      costs[2 * way] = element.seconds();
      costs[2 * way + 1] = element.cpuSeconds();
    }
    return costs;
  }

  private Element element(int edge, int from, double sent, int to, double taken) {
    return problem.flow.transfer(
        edge,
        new Placement.Part(problem.machine[from].index(), sent),
        new Placement.Part(problem.machine[to].index(), taken));
  }

  /** Puts the seconds and the CPU seconds of data between parts on two machines. */
  void transfer(int edge, int from, double sent, int to, double taken, double[] costs) {
    if (sent == 1 && taken == 1) {
      int way = between(from, to);
      double[] whole = whole(edge, way, from, to);
      costs[0] = whole[2 * way];
      costs[1] = whole[2 * way + 1];
    } else {
      var element = element(edge, from, sent, to, taken);
      costs[0] = element.seconds();
      costs[1] = element.cpuSeconds();
    }
  }
}

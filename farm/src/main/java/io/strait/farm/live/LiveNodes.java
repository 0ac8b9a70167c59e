package io.strait.farm.live;

import io.strait.farm.event.CrewOrder;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.model.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run and what they have done so far, by their numbers in the events. Memory grows
 * with nodes alone: flat arrays, no object for each.
 */
final class LiveNodes {
  static final byte UNKNOWN = 0;
  static final byte MASTER = 1;
  static final byte GATEWAY = 2;
  static final byte WORKER = 3;

  /** Seconds of real time over which workers are busy or idle, at least. */
  private static final double MEMORY = 4;

  /** Two tasks of a worker are remembered, however long they take. */
  private static final double TASKS = 2;

  private static final int MOST = 4_000_000;

  private final String home;
  private final double scale;
  private final Map<String, String> clusterOfHost = new HashMap<>();
  private final Map<String, Integer> coresOfHost = new HashMap<>();
  final Map<String, LiveCluster> clusters = new LinkedHashMap<>();
  private int limit;
  private byte[] role = new byte[64];
  private int[] parent = new int[64];
  private String[] name = new String[64];
  private boolean[] connected = new boolean[64];
  private boolean[] failedLast = new boolean[64];
  private int[] done = new int[64];
  private int[] failed = new int[64];
  private float[] load = new float[64];
  private float[] taskMillis = new float[64];
  private double[] heard = new double[64];

  LiveNodes(Grid grid, FarmPlan plan, PhasePlan phase, double scale) {
    this.home = plan.masterCluster();
    this.scale = scale;
    for (var cluster : phase.clusters()) {
      if (!cluster.workers().isEmpty()) {
        clusters.put(cluster.name(), new LiveCluster(cluster));
        cluster.workers().forEach(worker -> clusterOfHost.put(worker, cluster.name()));
      }
    }
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        for (int i = 0; group.cores() > 1 && i < group.size(); i++) {
          coresOfHost.put(group.hostName(i), group.cores());
        }
      }
    }
    Arrays.fill(name, "");
  }

  /** A line about a node. */
  void add(int number, int above, byte what, String called) {
    if (number >= MOST) {
      return;
    }
    if (number >= role.length) {
      grow(Math.max(number + 1, 2 * role.length));
    }
    limit = Math.max(limit, number + 1);
    role[number] = what;
    parent[number] = above;
    name[number] = called;
    if (what == WORKER) {
      cluster(number).add(called, number);
    }
  }

  private void grow(int size) {
    int before = name.length;
    role = Arrays.copyOf(role, size);
    parent = Arrays.copyOf(parent, size);
    name = Arrays.copyOf(name, size);
    Arrays.fill(name, before, size, "");
    connected = Arrays.copyOf(connected, size);
    failedLast = Arrays.copyOf(failedLast, size);
    done = Arrays.copyOf(done, size);
    failed = Arrays.copyOf(failed, size);
    load = Arrays.copyOf(load, size);
    taskMillis = Arrays.copyOf(taskMillis, size);
    heard = Arrays.copyOf(heard, size);
  }

  boolean isKnown(int number) {
    return number >= 0 && number < limit && role[number] != UNKNOWN;
  }

  boolean isWorker(int number) {
    return role[number] == WORKER;
  }

  boolean isGateway(int number) {
    return role[number] == GATEWAY;
  }

  int parent(int number) {
    return parent[number];
  }

  String name(int number) {
    return name[number];
  }

  /** The cluster of a node: its gateway's name, or where the plan has its host. */
  String clusterOf(int number) {
    int at = number;
    for (int depth = 0; isKnown(at) && role[at] != MASTER && depth < 64; depth++) {
      if (role[at] == GATEWAY) {
        return name[at];
      }
      at = parent[at];
    }
    return role[number] == MASTER ? home : clusterOfHost.getOrDefault(name[number], home);
  }

  private LiveCluster cluster(int number) {
    return clusters.computeIfAbsent(clusterOf(number), LiveCluster::new);
  }

  void connected(int number, boolean isThere) {
    if (role[number] == WORKER && connected[number] != isThere) {
      cluster(number).connected += isThere ? 1 : -1;
    } else if (role[number] == GATEWAY) {
      clusters.computeIfAbsent(name[number], LiveCluster::new).gateway = isThere ? 1 : -1;
    }
    connected[number] = isThere;
  }

  /** The master began anew: nobody has joined it yet. */
  void allGone() {
    for (int number = 0; number < limit; number++) {
      if (isKnown(number)) {
        connected(number, false);
      }
    }
    clusters.values().forEach(cluster -> cluster.wanted = CrewOrder.ALL);
  }

  /** People want so many workers of a cluster to get tasks. */
  void ordered(CrewOrder order) {
    @Nullable LiveCluster cluster = clusters.get(order.cluster());
    if (cluster != null) {
      cluster.wanted = order.workers();
    }
  }

  /**
   * A worker ended tasks.
   *
   * @param count how many
   * @param busy milliseconds that it computed up to that time
   */
  void worked(int number, double time, int count, double busy, boolean isFailure) {
    double each = busy / Math.max(1, count);
    taskMillis[number] =
        (float) (done[number] + failed[number] == 0 ? each : 0.8 * taskMillis[number] + 0.2 * each);
    double memory = memory(number);
    double share = 1 - Math.exp(-busy / cores(number) / memory);
    load[number] = (float) Math.min(1, load(number, time) + share);
    heard[number] = time;
    var cluster = cluster(number);
    failedLast[number] = isFailure;
    if (isFailure) {
      failed[number] += count;
      cluster.failures += count;
    } else {
      done[number] += count;
      cluster.done(time, count);
    }
  }

  private double memory(int number) {
    return Math.max(MEMORY * 1e3 * scale, TASKS * taskMillis[number]);
  }

  private int cores(int number) {
    return coresOfHost.getOrDefault(name[number], 1);
  }

  /** How busy a worker is at a time, from 0 to 1. */
  double load(int number, double time) {
    double past = Math.max(0, time - heard[number]);
    // Nothing is heard while a task lasts: until it is overdue, a worker is as busy as it was.
    double late = Math.max(0, past - 1.5 * taskMillis[number]);
    return load[number] * Math.exp(-late / memory(number));
  }

  boolean isConnected(int number) {
    return connected[number];
  }

  boolean failedLast(int number) {
    return failedLast[number];
  }

  int done(int number) {
    return done[number];
  }

  int failed(int number) {
    return failed[number];
  }

  double taskSeconds(int number) {
    return taskMillis[number] / 1e3;
  }

  double heard(int number) {
    return heard[number];
  }

  /** The numbers of workers, cluster by cluster; -1 for one of the plan that never came. */
  static final class LiveCluster {
    final String name;
    final int planned;
    final double estimated;
    private final List<String> workers = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();
    private int[] numbers = new int[0];
    int connected;

    /** 1 if its gateway is there, -1 if it is gone, 0 if there never was one. */
    int gateway;

    /** How many of its workers get tasks. */
    int wanted = CrewOrder.ALL;

    int failures;
    long finished;
    private final LiveRate rate = new LiveRate();

    LiveCluster(String name) {
      this.name = name;
      this.planned = 0;
      this.estimated = Double.NaN;
    }

    private LiveCluster(io.strait.farm.file.ClusterPlan plan) {
      this.name = plan.name();
      this.planned = plan.workers().size();
      this.estimated = plan.estimatedRate();
      plan.workers().forEach(worker -> add(worker, -1));
    }

    private void add(String worker, int number) {
      @Nullable Integer place = places.putIfAbsent(worker, workers.size());
      if (place == null) {
        if (workers.size() == numbers.length) {
          numbers = Arrays.copyOf(numbers, Math.max(8, 2 * numbers.length));
        }
        numbers[workers.size()] = number;
        workers.add(worker);
      } else if (number >= 0) {
        numbers[place] = number;
      }
    }

    int size() {
      return workers.size();
    }

    String worker(int place) {
      return workers.get(place);
    }

    int number(int place) {
      return numbers[place];
    }

    private void done(double time, int count) {
      finished += count;
      rate.add(time, count);
    }

    /** Tasks per second of the run's clock, lately. */
    double rate(double time, double memory) {
      return rate.perSecond(time, memory);
    }
  }
}

package io.strait.farm.simulate;

import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a farm simulation needs, in flat arrays. Times in seconds, bandwidths in bytes per second.
 * Workers, clusters and gaps are numbered; cluster {@code home} is the master's. The setters fill
 * in what differs from the plain case.
 */
public final class FarmModel {
  final int clusters;
  final int workers;
  final int home;
  final int tasks;

  /** The cluster of every worker. */
  final int[] clusterOf;

  /** Seconds that one core of a worker takes for a task of average work. */
  final double[] taskSeconds;

  final int[] cores;
  final double[] lanBandwidth;
  final double[] lanLatency;
  final boolean[] lanFull;

  /** Bytes per second of every gap towards the workers, and towards the master. */
  double[] gapDown = {};

  double[] gapUp = {};
  double[] gapLatency = {};
  boolean[] gapFull = {};

  /** The gaps from the master to every cluster, in this order; none for the master's own. */
  final int[][] route;

  double input;
  double output;
  double masterSeconds;
  boolean gateways = true;
  boolean crossHomeLan = true;
  final int[] prefetch;

  /**
   * Seconds before the end of a task at which a worker asks for the next; 0 for with its result.
   */
  final double[] lead;

  final int[] aggregate;
  final int[] window;

  /**
   * Seconds before the end of a task at which a gateway asks for the next; 0 for with its result.
   */
  final double[] gatewayLead;

  /** When the workers of a cluster come. */
  final double[] begins;

  /** Tasks per second that a cluster is expected to contribute; 0 if unknown. */
  final double[] clusterRate;

  double stock;
  double holdBackRate;
  boolean tailCopies;
  double stagger;
  double startSpread;
  long startSeed;
  ServiceDistribution work = ServiceDistribution.CONSTANT;
  @Nullable IntToDoubleFunction workOf;
  long seed = 1;
  final @Nullable Timeline[] hostSpeed;
  @Nullable Timeline[] gapSpeed = {};
  final @Nullable Intervals[] hostDown;
  double lease;
  double cutLease = Double.POSITIVE_INFINITY;

  /**
   * Clusters without limits on their networks.
   *
   * @param clusterOf the cluster of every worker
   * @param taskSeconds of every worker
   */
  public FarmModel(int clusters, int home, int tasks, int[] clusterOf, double[] taskSeconds) {
    this.clusters = clusters;
    this.home = home;
    this.tasks = tasks;
    this.workers = clusterOf.length;
    prefetch = new int[workers];
    lead = new double[workers];
    this.clusterOf = clusterOf.clone();
    this.taskSeconds = taskSeconds.clone();
    cores = filled(workers, 1);
    lanBandwidth = new double[clusters];
    Arrays.fill(lanBandwidth, Double.POSITIVE_INFINITY);
    lanLatency = new double[clusters];
    lanFull = new boolean[clusters];
    route = new int[clusters][0];
    aggregate = filled(clusters, 1);
    window = filled(clusters, 1);
    gatewayLead = new double[clusters];
    clusterRate = new double[clusters];
    begins = new double[clusters];
    hostSpeed = new Timeline[workers];
    hostDown = new Intervals[workers];
  }

  private static int[] filled(int length, int value) {
    var array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  public FarmModel volumes(double inputBytes, double outputBytes) {
    input = inputBytes;
    output = outputBytes;
    return this;
  }

  public FarmModel lan(int cluster, double bandwidth, double latency, boolean full) {
    lanBandwidth[cluster] = bandwidth;
    lanLatency[cluster] = latency;
    lanFull[cluster] = full;
    return this;
  }

  /** Adds a gap and gives its number. */
  public int addGap(double bandwidth, double latency, boolean full) {
    int gap = gapDown.length;
    gapDown = Arrays.copyOf(gapDown, gap + 1);
    gapUp = Arrays.copyOf(gapUp, gap + 1);
    gapLatency = Arrays.copyOf(gapLatency, gap + 1);
    gapFull = Arrays.copyOf(gapFull, gap + 1);
    gapSpeed = Arrays.copyOf(gapSpeed, gap + 1);
    gapDown[gap] = bandwidth;
    gapUp[gap] = bandwidth;
    gapLatency[gap] = latency;
    gapFull[gap] = full;
    return gap;
  }

  /** Gives the directions of a full-duplex gap bandwidths of their own. */
  public FarmModel directions(int gap, double down, double up) {
    gapDown[gap] = down;
    gapUp[gap] = up;
    return this;
  }

  /** The gaps from the master to a cluster. */
  public FarmModel route(int cluster, int... gaps) {
    route[cluster] = gaps.clone();
    return this;
  }

  public int cores(int worker) {
    return cores[worker];
  }

  public FarmModel cores(int worker, int count) {
    cores[worker] = count;
    return this;
  }

  /**
   * Whether there are gateways, and whether traffic with other clusters passes the master's LAN.
   */
  public FarmModel topology(boolean withGateways, boolean overHomeLan) {
    gateways = withGateways;
    crossHomeLan = overHomeLan;
    return this;
  }

  /** How many tasks every worker holds beyond those its cores compute. */
  public FarmModel prefetch(int count) {
    Arrays.fill(prefetch, count);
    return this;
  }

  /**
   * How a worker asks for tasks.
   *
   * @param count tasks that it holds beyond those its cores compute
   * @param seconds before the end of a task at which it asks for the next; 0 for with its result
   */
  public FarmModel asks(int worker, int count, double seconds) {
    prefetch[worker] = count;
    lead[worker] = seconds;
    return this;
  }

  /**
   * How many results a cluster's gateway adds up, and how many tasks it keeps asked for beyond its
   * workers'.
   */
  public FarmModel gateway(int cluster, int results, int tasksAhead) {
    aggregate[cluster] = results;
    window[cluster] = tasksAhead;
    return this;
  }

  /**
   * A cluster's gateway asks for tasks so many seconds before its workers need them, rather than
   * with every result; 0 for with every result.
   */
  public FarmModel asksJustInTime(int cluster, double seconds) {
    gatewayLead[cluster] = seconds;
    return this;
  }

  /** How many tasks per second a cluster is expected to contribute. */
  public FarmModel clusterRate(int cluster, double rate) {
    clusterRate[cluster] = rate;
    return this;
  }

  /** Workers and gateway of a cluster are not there before so many seconds. */
  public FarmModel begins(int cluster, double seconds) {
    begins[cluster] = seconds;
    return this;
  }

  /** How long gateways can keep their workers busy without the master, see {@link Stock}. */
  public FarmModel stock(double seconds) {
    stock = seconds;
    return this;
  }

  /**
   * Slow workers get no more tasks near the end, see {@link TaskPool#next(int, double, double,
   * int)}.
   *
   * @param rate tasks per second that the farm is expected to do; 0 to hold nothing back
   */
  public FarmModel holdBack(double rate) {
    holdBackRate = rate;
    return this;
  }

  /** Whether workers without tasks compute copies of others' at the end, see {@link TailCopies}. */
  public FarmModel tailCopies(boolean copies) {
    tailCopies = copies;
    return this;
  }

  public FarmModel masterSeconds(double perTask) {
    masterSeconds = perTask;
    return this;
  }

  /** Worker i asks for its first task i times this late. */
  public FarmModel stagger(double seconds) {
    stagger = seconds;
    return this;
  }

  /** Workers and gateways ask for their first tasks at random within so many seconds. */
  public FarmModel startWithin(double seconds, long withSeed) {
    startSpread = seconds;
    startSeed = withSeed;
    return this;
  }

  /** How the work of tasks varies about the average. */
  public FarmModel work(ServiceDistribution factors, long withSeed) {
    work = factors;
    workOf = null;
    seed = withSeed;
    return this;
  }

  /** The work of every task, by its number from 0, as a multiple of average work; not negative. */
  public FarmModel work(IntToDoubleFunction factorOfTask) {
    workOf = factorOfTask;
    return this;
  }

  /** The share of a worker's speed that it has over time. */
  public FarmModel hostSpeed(int worker, Timeline share) {
    hostSpeed[worker] = share;
    return this;
  }

  /** The share of a gap's bandwidth that it has over time. */
  public FarmModel gapSpeed(int gap, Timeline share) {
    gapSpeed[gap] = share;
    return this;
  }

  /** When a worker's host is down. */
  public FarmModel hostDown(int worker, Intervals down) {
    hostDown[worker] = down;
    return this;
  }

  /** How long it takes until the tasks of a host that is down are handed out again. */
  public FarmModel lease(double seconds) {
    lease = seconds;
    return this;
  }

  /** How long a cluster that is cut off keeps its tasks; for ever, if this is not called. */
  public FarmModel cutLease(double seconds) {
    cutLease = seconds;
    return this;
  }

  /** Seconds to the cluster that is farthest from the master. */
  public double farthest() {
    double farthest = 0;
    for (int c = 0; c < clusters; c++) {
      farthest = Math.max(farthest, lanLatency[home] + distance(c));
    }
    return farthest;
  }

  private double distance(int cluster) {
    double latency = lanLatency[cluster];
    for (int gap : route[cluster]) {
      latency += gapLatency[gap];
    }
    return latency;
  }

  /** Seconds from the gateway of a cluster to the master and back. */
  public double roundTrip(int cluster) {
    double latency = distance(cluster) - lanLatency[cluster];
    return 2 * (latency + (crossHomeLan ? lanLatency[home] : 0));
  }

  /** Seconds that the networks between a cluster and the master carry a task and its result. */
  public double carriesSeconds(int cluster) {
    double seconds = 0;
    for (int gap : route[cluster]) {
      seconds += input / gapDown[gap] + output / gapUp[gap];
    }
    return seconds;
  }

  /** Tasks that a worker holds beyond those that it computes. */
  public int ahead(int worker) {
    return prefetch[worker];
  }

  /** Seconds from a worker to its parent. */
  public double latency(int worker) {
    int cluster = clusterOf[worker];
    if (gateways || cluster == home) {
      return lanLatency[cluster];
    }
    return distance(cluster) + (crossHomeLan ? lanLatency[home] : 0);
  }

  /** Seconds that the narrowest network between a worker and its parent carries a task. */
  public double transferSeconds(int worker) {
    int cluster = clusterOf[worker];
    double down = lanBandwidth[cluster];
    double up = down;
    if (!gateways) {
      for (int gap : route[cluster]) {
        down = Math.min(down, gapDown[gap]);
        up = Math.min(up, gapUp[gap]);
      }
    }
    return down == up ? (input + output) / down : input / down + output / up;
  }

  /** Seconds from the result of a worker to its next task, on networks that are free. */
  public double fetchSeconds(int worker) {
    double served = gateways && clusterOf[worker] != home ? 0 : masterSeconds;
    return 2 * latency(worker) + transferSeconds(worker) + served;
  }

  public int clusters() {
    return clusters;
  }

  public int home() {
    return home;
  }

  public int gaps() {
    return gapDown.length;
  }

  public double taskSeconds(int worker) {
    return taskSeconds[worker];
  }

  public double masterSeconds() {
    return masterSeconds;
  }

  public boolean crossesHomeLan() {
    return crossHomeLan;
  }

  public double lanBandwidth(int cluster) {
    return lanBandwidth[cluster];
  }

  public double lanLatency(int cluster) {
    return lanLatency[cluster];
  }

  public boolean lanFull(int cluster) {
    return lanFull[cluster];
  }

  /** Bytes per second towards the workers. */
  public double gapDown(int gap) {
    return gapDown[gap];
  }

  /** Bytes per second towards the master. */
  public double gapUp(int gap) {
    return gapUp[gap];
  }

  public double gapLatency(int gap) {
    return gapLatency[gap];
  }

  public boolean gapFull(int gap) {
    return gapFull[gap];
  }

  /** The gaps from the master to a cluster. */
  public int[] route(int cluster) {
    return route[cluster].clone();
  }
}

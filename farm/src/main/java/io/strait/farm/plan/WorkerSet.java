package io.strait.farm.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The chosen workers of every cluster, fastest first. */
final class WorkerSet {
  private static final int[] NONE = {};

  private final FarmNetwork net;
  private final int[][] chosen;

  private WorkerSet(FarmNetwork net, int[][] chosen) {
    this.net = net;
    this.chosen = chosen;
  }

  /** Every host that may work, except the master. */
  static WorkerSet all(FarmNetwork net, int masterHost) {
    return all(net, masterHost, Set.of());
  }

  /**
   * The same.
   *
   * @param without clusters whose hosts do not
   */
  static WorkerSet all(FarmNetwork net, int masterHost, Set<String> without) {
    var chosen = new int[net.clusters][];
    for (int c = 0; c < net.clusters; c++) {
      chosen[c] = without.contains(net.clusterName(c)) ? NONE : sorted(net, c, masterHost);
    }
    return new WorkerSet(net, chosen);
  }

  static WorkerSet none(FarmNetwork net) {
    var chosen = new int[net.clusters][];
    Arrays.fill(chosen, NONE);
    return new WorkerSet(net, chosen);
  }

  /** The hosts of all clusters in some order. */
  int[] hosts(Comparator<Integer> order) {
    return Arrays.stream(chosen)
        .flatMapToInt(IntStream::of)
        .boxed()
        .sorted(order)
        .mapToInt(host -> host)
        .toArray();
  }

  private static int[] sorted(FarmNetwork net, int cluster, int masterHost) {
    int start = net.hostStart[cluster];
    int end = net.hostStart[cluster + 1];
    var hosts = new int[end - start];
    int count = 0;
    for (int h = start; h < end; h++) {
      if (h != masterHost && net.workRate[h] > 0) {
        hosts[count++] = h;
      }
    }
    hosts = Arrays.copyOf(hosts, count);
    sort(net.workRate, hosts, hosts.clone(), 0, count);
    return hosts;
  }

  /** Sorts by falling rate, equals as they stand; merges, so that nothing needs to be boxed. */
  private static void sort(double[] rate, int[] hosts, int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(rate, hosts, spare, from, middle);
    sort(rate, hosts, spare, middle, to);
    if (rate[hosts[middle - 1]] >= rate[hosts[middle]]) {
      return;
    }
    System.arraycopy(hosts, from, spare, from, middle - from);
    for (int at = from, left = from, right = middle; left < middle; ) {
      boolean takeRight = right < to && rate[hosts[right]] > rate[spare[left]];
      hosts[at++] = takeRight ? hosts[right++] : spare[left++];
    }
  }

  WorkerSet copy() {
    return new WorkerSet(net, chosen.clone());
  }

  int[] of(int cluster) {
    return chosen[cluster];
  }

  void set(int cluster, int[] hosts) {
    chosen[cluster] = hosts;
  }

  void clear(int cluster) {
    chosen[cluster] = NONE;
  }

  void add(int host) {
    int cluster = net.clusterOf[host];
    var hosts = Arrays.copyOf(chosen[cluster], chosen[cluster].length + 1);
    hosts[hosts.length - 1] = host;
    chosen[cluster] = hosts;
  }

  double rate(int cluster) {
    double sum = 0;
    for (int h : chosen[cluster]) {
      sum += net.workRate[h];
    }
    return sum;
  }

  /** What every cluster offers. */
  double[] supply() {
    var supply = new double[net.clusters];
    Arrays.setAll(supply, this::rate);
    return supply;
  }

  int count() {
    int count = 0;
    for (var hosts : chosen) {
      count += hosts.length;
    }
    return count;
  }

  /** Money per hour for all of them. */
  double price() {
    double sum = 0;
    for (var hosts : chosen) {
      for (int h : hosts) {
        sum += net.price[h];
      }
    }
    return sum;
  }

  /** Their names, in the order of the grid. */
  List<String> names(int cluster) {
    return IntStream.of(chosen[cluster]).sorted().mapToObj(net::hostName).toList();
  }
}

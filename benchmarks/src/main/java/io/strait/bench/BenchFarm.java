package io.strait.bench;

import io.strait.farm.simulate.FarmModel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A farm as our simulator and the SimGrid program take it, so that both simulate the same. Hosts,
 * tasks and gaps all differ, drawn by the generator that the SimGrid program has; where gaps were
 * alike and saturated, results would arrive at the same time over all of them, and which of them is
 * first is for each simulator to choose.
 */
final class BenchFarm {
  private static final double LAN = 125e6;
  private static final double LAN_LATENCY = 1e-4;
  private static final double GAP = 12.5e6;
  private static final double GAP_LATENCY = 1e-2;
  private static final double SPEED = 1e9;

  /** How much there is to send for how much work. */
  enum Load {
    /** 10 kB each way, 100 s of computing: workers bind. */
    LIGHT(1e4, 1e11),
    /** 1 MB each way, 10 s of computing: networks bind when workers are many. */
    HEAVY(1e6, 1e10);

    final double bytes;
    final double flops;

    Load(double bytes, double flops) {
      this.bytes = bytes;
      this.flops = flops;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private BenchFarm() {}

  /** The generator of the SimGrid program: splitmix64 to [0, 1). */
  private static double unit(long i, long stream) {
    long z = (i + 1) * 0x9E3779B97F4A7C15L + stream * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
  }

  private static double gapBandwidth(int cluster) {
    return GAP * (0.9 + 0.2 * unit(cluster, 3));
  }

  /** Workers with prefetch 1, spread evenly over the clusters; the master is in the first. */
  static FarmModel model(Load load, int workers, int clusters, int tasks, boolean gateways) {
    var clusterOf = new int[workers];
    var seconds = new double[workers];
    int w = 0;
    for (int c = 0; c < clusters; c++) {
      int end = w + workers / clusters + (c < workers % clusters ? 1 : 0);
      for (; w < end; w++) {
        clusterOf[w] = c;
        seconds[w] = load.flops / (SPEED * (0.5 + unit(w, 1)));
      }
    }
    var model =
        new FarmModel(clusters, 0, tasks, clusterOf, seconds)
            .volumes(load.bytes, load.bytes)
            .topology(gateways, gateways)
            .prefetch(1)
            .work(task -> 0.5 + unit(task, 2));
    for (int c = 0; c < clusters; c++) {
      model.lan(c, LAN, LAN_LATENCY, false);
      if (c > 0) {
        model.route(c, model.addGap(gapBandwidth(c), GAP_LATENCY, false));
      }
    }
    return model;
  }

  /** What the SimGrid program is to be told for the same, without gateways. */
  static List<String> arguments(Load load, int workers, int clusters, int tasks) {
    String gaps =
        IntStream.range(0, clusters)
            .mapToObj(c -> c == 0 ? "0" : Double.toString(gapBandwidth(c)))
            .collect(Collectors.joining(","));
    return List.of(
        "W=" + workers,
        "T=" + tasks,
        "C=" + clusters,
        "X=" + load.bytes,
        "Y=" + load.bytes,
        "E=" + load.flops,
        "prefetch=1",
        "wans=" + gaps);
  }

  /**
   * A small farm with a makespan known from elsewhere.
   *
   * @param tasks per cluster, as known from elsewhere; empty if not
   */
  record Known(
      String name,
      FarmModel model,
      int[] clusterOf,
      double makespan,
      int[] tasks,
      List<String> arguments) {

    int[] perCluster(int[] tasksOf) {
      var sums = new int[clusterOf[clusterOf.length - 1] + 1];
      for (int w = 0; w < clusterOf.length; w++) {
        sums[clusterOf[w]] += tasksOf[w];
      }
      return sums;
    }
  }

  static List<Known> known() {
    return List.of(oneWorker(0, 130), oneWorker(1, 103), differentHosts(), tuning());
  }

  private static Known oneWorker(int prefetch, double makespan) {
    var model =
        new FarmModel(1, 0, 10, new int[1], new double[] {10})
            .volumes(1e6, 2e6)
            .lan(0, 1e6, 0, false)
            .prefetch(prefetch);
    return new Known(
        "one worker, prefetch " + prefetch,
        model,
        new int[1],
        makespan,
        new int[0],
        List.of(
            "W=1",
            "C=1",
            "T=10",
            "X=1e6",
            "Y=2e6",
            "E=1e10",
            "vary=0",
            "hetero=0",
            "lan=1e6",
            "lanlat=0",
            "prefetch=" + prefetch));
  }

  private static Known differentHosts() {
    double[] gflops = {
      1.0, .9, .8, .7, .60, .55, .50, .45, .40, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0, .9
    };
    var clusterOf = new int[] {0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    var seconds = Arrays.stream(gflops).map(s -> 100 / s).toArray();
    var model =
        new FarmModel(3, 0, 500, clusterOf, seconds).volumes(1000, 1000).topology(false, false);
    for (int c = 0; c < 3; c++) {
      model.lan(c, 12.5e6, 1e-4, false);
    }
    model.route(1, model.addGap(1.25e6, 0.01, false));
    model.route(2, model.addGap(1.25e6, 0.01, false));
    return new Known(
        "4 + 5 + 8 different hosts",
        model,
        clusterOf,
        3273.120473,
        new int[] {106, 80, 314},
        List.of(
            "sizes=4,5,8",
            "speeds=" + list(Arrays.stream(gflops).map(s -> s * 1e9)),
            "T=500",
            "X=1000",
            "Y=1000",
            "E=1e11",
            "vary=0",
            "lan=12.5e6",
            "wan=1.25e6",
            "prefetch=0"));
  }

  private static Known tuning() {
    var clusterOf = new int[] {0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    double[] rates = {1.754e-3 / 3, 3.106e-3 / 5, 23.570e-3 / 8};
    var seconds = Arrays.stream(clusterOf).mapToDouble(c -> 1 / rates[c]).toArray();
    var model =
        new FarmModel(3, 0, 500, clusterOf, seconds)
            .volumes(1000, 2_310_248)
            .topology(false, false)
            .prefetch(1);
    for (int c = 0; c < 3; c++) {
      model.lan(c, 12.5e6, 0, false);
    }
    model.route(1, model.addGap(25.3 * 1024, 0, false));
    model.route(2, model.addGap(21.0 * 1024, 0, false));
    return new Known(
        "clusters of paper tuning",
        model,
        clusterOf,
        37114.325259,
        new int[0],
        List.of(
            "sizes=3,5,8",
            "rates=" + list(Arrays.stream(rates)),
            "T=500",
            "X=1000",
            "Y=2310248",
            "lan=12.5e6",
            "lanlat=0",
            "wanlat=0",
            "wans=0," + 25.3 * 1024 + "," + 21.0 * 1024,
            "prefetch=1"));
  }

  private static String list(DoubleStream values) {
    return values.mapToObj(Double::toString).collect(Collectors.joining(","));
  }
}

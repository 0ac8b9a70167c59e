package io.strait.bench;

import static java.util.Objects.requireNonNull;

import io.strait.bench.FlowPeer.Algorithm;
import io.strait.bench.FlowPeer.Candidate;
import io.strait.bench.FlowPeer.Detail;
import io.strait.bench.RandomGrids.Topology;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.MasterSearch;
import io.strait.farm.plan.PlanOptions;
import io.strait.model.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Planning a farm over all candidate masters, beside JGraphT's maximum flow.
 *
 * <p>Ours is {@link Planner#plan} as a whole: from the grid to the finished plan with the best of
 * all masters, its workers, what binds each cluster and the cut that proves it. The peer computes
 * the value of a flow, graph and all else ready: for every candidate master where that takes
 * seconds, for one of them where it would not. It uses the fastest of Dinic and push-relabel on the
 * graph with hosts and the graph of clusters only. Rates must agree.
 */
public final class PlanBench {
  private static final int[] CLUSTERS = {10, 100, 1_000, 10_000};
  private static final long SEED = 20_260_101;

  /** The peer looks at more than one master where that should take no longer than this. */
  private static final double MOST_PEER_SECONDS = 10;

  private static final int MOST_HOSTS_AS_NODES = 10_000;
  private static final double AGREE = 1e-7;

  /** So many hosts are to be planned in about a second. */
  private static final int SECOND_HOSTS = 100_000;

  private static final PlanOptions OPTIONS =
      new PlanOptions(
          PlanOptions.DEFAULT_EFFICIENCY,
          PlanOptions.AUTO,
          PlanOptions.Method.FLOW,
          Objective.FASTEST,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  private final TextTable table =
      new TextTable(
          "topology",
          "hosts",
          "clusters",
          "gaps",
          "gap-bound",
          "ours",
          "spread",
          "per host",
          "search",
          "flows",
          "heap",
          "JGraphT",
          "for masters",
          "ratio",
          "for all clusters",
          "rates");
  private final List<String> summary = new ArrayList<>();
  private double atSecondHosts = Double.NaN;
  private boolean agree = true;

  private PlanBench() {}

  public static void main(String[] args) {
    var bench = new PlanBench();
    bench.warmUp();
    for (var topology : Topology.values()) {
      for (int clusters : CLUSTERS) {
        System.err.printf("plan: %s of %,d clusters ...%n", topology, clusters);
        bench.run(topology, clusters);
      }
    }
    System.out.println(
        """
        ours: grid to finished plan, best of all masters; best run, spread = median over best
        search: of that, finding the master, with as many maximum flows as stated
        heap: highest use while planning, the grid and garbage included
        JGraphT: the flow's computation alone; for all clusters: one flow's time times the clusters
        that have a candidate
        """);
    System.out.print(bench.table);
    System.out.printf("peak memory of the process: %s%n%n", Memory.peakResident());
    bench.summary.forEach(System.out::println);
    if (!bench.agree) {
      System.err.println("plan: rates of ours and JGraphT differ, see the table");
      System.exit(1);
    }
  }

  private void warmUp() {
    for (var topology : Topology.values()) {
      var grid = RandomGrids.make(100, topology, SEED + 1);
      Stopwatch.measure(20, 100, 1.0, () -> plan(grid));
      Stopwatch.measure(20, 100, 0.2, () -> search(grid));
      var peer = new FlowPeer(grid, RandomGrids.APP, Detail.CLUSTERS);
      for (var algorithm : Algorithm.values()) {
        Stopwatch.measure(5, 1000, 0.3, () -> peer.rate(peer.candidates().getFirst(), algorithm));
      }
    }
  }

  private void run(Topology topology, int clusters) {
    var grid = RandomGrids.make(clusters, topology, SEED);
    Memory.resetPeakHeap();
    var ours = Stopwatch.measure(5, 200, 2.0, () -> plan(grid));
    long heap = Memory.peakHeap();
    var search = Stopwatch.measure(3, 100, 0.5, () -> search(grid));
    var plan = ours.result();
    double rate = plan.result().total().estimatedRate();
    var peer = Peer.measure(grid, plan.master());
    boolean same =
        isSame(rate, peer.rate) && isSame(rate, peer.best) && isSame(rate, search.result().rate());
    agree &= same;
    table.add(
        topology.toString(),
        "%,d".formatted(grid.hostCount()),
        "%,d".formatted(clusters),
        "%,d".formatted(grid.links().size()),
        "%.0f %%".formatted(100 * gapBound(plan)),
        Stopwatch.text(ours.best()),
        "%.0f %%".formatted(100 * ours.spread()),
        "%,.0f ns".formatted(ours.best() / grid.hostCount() * 1e9),
        Stopwatch.text(search.best()),
        "%,d".formatted(search.result().flows()),
        Memory.text(heap),
        Stopwatch.text(peer.seconds),
        peer.masters(),
        Stopwatch.digits(peer.seconds / ours.best()),
        Stopwatch.text(peer.one * peer.candidateClusters),
        same ? "agree" : "DIFFER: %s, JGraphT %s, best %s".formatted(rate, peer.rate, peer.best));
    summary.add(
        String.format(
            Locale.ROOT,
            "plan %d-hosts-%s: ours %s for all masters, peer %s, ratio %s (goal above 1)",
            grid.hostCount(),
            topology,
            Stopwatch.text(ours.best()),
            peer.text(),
            Stopwatch.digits(peer.comparable() / ours.best())));
    if (grid.hostCount() == SECOND_HOSTS) {
      atSecondHosts = ours.best();
      summary.add(
          String.format(
              Locale.ROOT,
              "plan seconds-for-%d-hosts-%s: ours %s, ratio %s of 1 s (goal at most 1)",
              SECOND_HOSTS,
              topology,
              Stopwatch.text(ours.best()),
              Stopwatch.digits(ours.best())));
    } else if (grid.hostCount() == 10 * SECOND_HOSTS) {
      summary.add(
          String.format(
              Locale.ROOT,
              "plan growth-to-%d-hosts-%s: ours %s after %s for a tenth of them, ratio %s (goal"
                  + " about 10 or below)",
              grid.hostCount(),
              topology,
              Stopwatch.text(ours.best()),
              Stopwatch.text(atSecondHosts),
              Stopwatch.digits(ours.best() / atSecondHosts)));
    }
  }

  private static FarmPlan plan(Grid grid) {
    return FarmPlanner.plan(grid, RandomGrids.APP, OPTIONS);
  }

  private static MasterSearch.Best search(Grid grid) {
    return requireNonNull(MasterSearch.find(grid, RandomGrids.APP));
  }

  /** The share of clusters that a gap holds up when all workers are used. */
  private static double gapBound(FarmPlan plan) {
    var clusters = plan.steps().get(1).clusters();
    return (double) clusters.stream().filter(c -> c.boundBy().startsWith("gap ")).count()
        / clusters.size();
  }

  private static boolean isSame(double a, double b) {
    return Math.abs(a - b) <= AGREE * Math.abs(a);
  }

  /**
   * What JGraphT took.
   *
   * @param rate of our best master
   * @param best rate of the masters looked at
   * @param one seconds for one master
   * @param seconds for those looked at
   * @param looked how many were
   */
  private record Peer(
      double rate,
      double best,
      double one,
      double seconds,
      int looked,
      int candidates,
      int candidateClusters) {

    static Peer measure(Grid grid, String master) {
      FlowPeer fastest = null;
      var fastestAlgorithm = Algorithm.DINIC;
      double one = Double.POSITIVE_INFINITY;
      double rate = Double.NaN;
      for (var detail : Detail.values()) {
        if (detail == Detail.HOSTS && grid.hostCount() > MOST_HOSTS_AS_NODES) {
          continue;
        }
        var peer = new FlowPeer(grid, RandomGrids.APP, detail);
        var candidate = peer.candidate(master);
        for (var algorithm : Algorithm.values()) {
          var measured = Stopwatch.measure(2, 50, 0.3, () -> peer.rate(candidate, algorithm));
          System.err.printf(
              Locale.ROOT,
              "  JGraphT %s on %s: %s, rate %s%n",
              algorithm,
              detail,
              Stopwatch.text(measured.best()),
              measured.result());
          if (measured.best() < one) {
            fastest = peer;
            fastestAlgorithm = algorithm;
            one = measured.best();
            rate = measured.result();
          }
        }
      }
      var peer = requireNonNull(fastest);
      var all = peer.candidates();
      int clusters = peer.candidateClusters();
      // All masters; else one of each cluster, as if the peer knew that one flow does for its
      // hosts; else ours alone.
      var looked = all;
      if (one * all.size() > MOST_PEER_SECONDS) {
        looked = one * clusters > MOST_PEER_SECONDS ? List.of() : peer.onePerCluster(master);
      }
      if (looked.isEmpty()) {
        return new Peer(rate, rate, one, one, 1, all.size(), clusters);
      }
      var masters = looked;
      var algorithm = fastestAlgorithm;
      var measured = Stopwatch.measure(1, 3, 2.0, () -> best(peer, masters, algorithm));
      return new Peer(
          rate, measured.result(), one, measured.best(), looked.size(), all.size(), clusters);
    }

    private static double best(FlowPeer peer, List<Candidate> masters, Algorithm algorithm) {
      double best = 0;
      for (var master : masters) {
        best = Math.max(best, peer.rate(master, algorithm));
      }
      return best;
    }

    /** Seconds for all masters or one of each cluster, which gives the same answer. */
    double comparable() {
      return looked == 1 ? one * candidateClusters : seconds;
    }

    String text() {
      return looked == candidates
          ? "%s likewise".formatted(Stopwatch.text(seconds))
          : looked == 1
              ? "about %s for one of each of %,d clusters, as one takes %s"
                  .formatted(Stopwatch.text(comparable()), candidateClusters, Stopwatch.text(one))
              : "%s for one of each cluster".formatted(Stopwatch.text(seconds));
    }

    String masters() {
      return looked == candidates
          ? "all %,d".formatted(candidates)
          : looked == 1 ? "1 of %,d".formatted(candidates) : "1 per cluster: %,d".formatted(looked);
    }
  }
}

package io.strait.bench.realign;

import io.strait.bench.Memory;
import io.strait.bench.Stopwatch;
import io.strait.bench.TextTable;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.Renumber;
import io.strait.realign.plan.Realignment;
import io.strait.realign.plan.Transport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Placing blocks on clusters in the best way, one side free: whole plans of realignments, and the
 * transportation alone with costs at random, which no pattern makes easy. Then the same problem for
 * ours and for JGraphT, as large as that can solve it in seconds.
 */
final class MappingBench {
  private static final int CLUSTERS = 16;
  private static final int[] BLOCKS = {65_536, 1_000_000};
  private static final double[] GOALS = {1, 10};
  private static final int[] PEER_BLOCKS = {250, 500, 1_000, 2_000, 4_000, 8_000, 16_000};
  private static final double MOST_PEER_SECONDS = 5;
  private static final int MOST_ASSIGNED = 1_000; // its graph has a million edges

  private final TextTable table =
      new TextTable("case", "blocks", "first run", "best", "spread", "heap", "left", "proved");
  private final List<String> lines = new ArrayList<>();

  /** What a case gives: the share of the natural cost that is left, and whether it is proved. */
  private record Answer(String left, boolean proved) {}

  private MappingBench() {}

  static List<String> run() {
    var bench = new MappingBench();
    for (int i = 0; i < BLOCKS.length; i++) {
      bench.scale(BLOCKS[i], GOALS[i]);
    }
    for (var peer : AssignmentPeer.values()) {
      bench.beside(peer);
    }
    System.out.printf(
        """
        one side free, %d clusters, one core, CPU time of the thread; paper: block to partition(K), plan from distributions and grid to numbering,
        traffic and bound; random: costs at random, solving and checking the bound alone; unequal: the largest
        cluster has some ten times as many processors as the smallest; links: costs by direction at random
        left: cost, as a share of that in natural order; heap: highest use, garbage included
        """,
        CLUSTERS);
    System.out.println(bench.table);
    return bench.lines;
  }

  private void scale(int blocks, double goal) {
    var equal = equal(blocks);
    var unequal = unequal(blocks);
    add("paper-K8", blocks, goal, () -> paper(8, equal, Realignment.clusters(equal)));
    add("paper-K12-unequal", blocks, goal, () -> paper(12, unequal, grid(unequal)));
    add("2d-cyclic-links", blocks, goal, () -> cyclic(blocks, grid(equal)));
    var random = new Random(1);
    var costs = random.longs((long) blocks * CLUSTERS, 0, 1_000_000).toArray();
    add("random", blocks, goal, () -> solved(costs, equal));
    add("random-unequal", blocks, goal, () -> solved(costs, unequal));
    var coarse = Arrays.stream(costs).map(cost -> cost % 8).toArray();
    add("random-ties-unequal", blocks, goal, () -> solved(coarse, unequal));
  }

  private void add(String name, int blocks, double goal, Supplier<Answer> work) {
    System.err.printf("realign: %s of %,d blocks ...%n", name, blocks);
    Memory.resetPeakHeap();
    var first = Stopwatch.measureCpu(1, 1, 0, work);
    long heap = Memory.peakHeap();
    var more = Stopwatch.measureCpu(3, 10, 3, work);
    table.add(
        name,
        "%,d".formatted(blocks),
        Stopwatch.text(first.best()),
        Stopwatch.text(more.best()),
        "%.0f %%".formatted(100 * more.spread()),
        Memory.text(heap),
        more.result().left,
        more.result().proved ? "yes" : "NO");
    lines.add(
        String.format(
            Locale.ROOT,
            "realign mapping-%s-%d: ours %s (first run %s), peer none of this size, ratio none"
                + " (goal %s)",
            name,
            blocks,
            Stopwatch.text(more.best()),
            Stopwatch.text(first.best()),
            Stopwatch.text(goal)));
  }

  private static int[] equal(int blocks) {
    var sizes = new int[CLUSTERS];
    Arrays.fill(sizes, blocks / CLUSTERS);
    sizes[0] += blocks % CLUSTERS;
    return sizes;
  }

  private static int[] unequal(int blocks) {
    var sizes = new int[CLUSTERS];
    double sum = 0;
    for (int c = 0; c < CLUSTERS; c++) {
      sum += Math.pow(1.17, c);
    }
    int left = blocks;
    for (int c = 1; c < CLUSTERS; c++) {
      sizes[c] = (int) (blocks * Math.pow(1.17, c) / sum);
      left -= sizes[c];
    }
    sizes[0] = left;
    return sizes;
  }

  /** All clusters linked, every direction with its own cost. */
  private static Grid grid(int[] sizes) {
    var plain = Realignment.clusters(sizes);
    var random = new Random(2);
    var links = new ArrayList<Link>();
    for (var link : plain.links()) {
      double there = 1 + random.nextInt(9);
      double back = 1 + random.nextInt(9);
      links.add(new Link(link.between(), Network.IDEAL, new Link.Back(Network.IDEAL, back), there));
    }
    return new Grid(plain.name(), plain.home(), plain.clusters(), links);
  }

  private static Answer paper(int parts, int[] sizes, Grid grid) {
    int processors = Arrays.stream(sizes).sum();
    var shape = List.of((long) processors * parts);
    return planned(
        ArrayDistribution.of(shape, List.of(AxisSpread.BLOCK), List.of(processors)),
        ArrayDistribution.of(shape, List.of(AxisSpread.partition(parts)), List.of(processors)),
        grid);
  }

  /** A matrix, dealt out in two directions over a grid of processors that is turned. */
  private static Answer cyclic(int processors, Grid grid) {
    int rows = processors == 65_536 ? 128 : 800;
    int columns = processors / rows;
    var shape = List.of(12L * processors, 10L * processors);
    return planned(
        ArrayDistribution.of(
            shape, List.of(AxisSpread.cyclic(6), AxisSpread.cyclic(2)), List.of(rows, columns)),
        ArrayDistribution.of(
            shape, List.of(AxisSpread.cyclic(3), AxisSpread.cyclic(4)), List.of(rows, columns)),
        grid);
  }

  private static Answer planned(ArrayDistribution source, ArrayDistribution target, Grid grid) {
    var plan = Realignment.plan(source, target, 8, grid, Renumber.SOURCE);
    return new Answer(
        "%.1f %%".formatted(100 * plan.after().cost() / plan.before().cost()), plan.isOptimal());
  }

  private static Answer solved(long[] costs, int[] sizes) {
    int blocks = costs.length / sizes.length;
    var transport = new Transport(blocks, sizes.length);
    long cost = transport.solve(costs, sizes, new int[0]);
    long natural = 0;
    int block = 0;
    for (int c = 0; c < sizes.length; c++) {
      for (int k = 0; k < sizes[c]; k++) {
        natural += costs[block++ * sizes.length + c];
      }
    }
    return new Answer(
        "%.1f %%".formatted(100.0 * cost / natural),
        Transport.bound(costs, sizes, transport.prices()) == cost);
  }

  /** Larger and larger until the peer takes too long. */
  private void beside(AssignmentPeer peer) {
    for (int blocks : PEER_BLOCKS) {
      if (peer == AssignmentPeer.ASSIGNMENT && blocks > MOST_ASSIGNED) {
        return;
      }
      System.err.printf("realign: %s of %,d blocks ...%n", peer, blocks);
      var sizes = unequal(blocks);
      var costs = new Random(3).longs((long) blocks * CLUSTERS, 0, 1_000_000).toArray();
      var solver = peer.solver(costs, sizes);
      var ours =
          Stopwatch.measureCpu(
              5, 500, 0.5, () -> new Transport(blocks, CLUSTERS).solve(costs, sizes, new int[0]));
      var theirs = Stopwatch.measureCpu(1, 20, 1, solver::solve);
      if (theirs.result() != (double) ours.result()) {
        throw new IllegalStateException(
            "ours costs %d, JGraphT's %s %s".formatted(ours.result(), peer, theirs.result()));
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "realign mapping-%d-beside-%s: ours %s, peer %s, ratio %s (goal none)",
              blocks,
              peer.toString().replace(' ', '-'),
              Stopwatch.text(ours.best()),
              Stopwatch.text(theirs.best()),
              Stopwatch.digits(theirs.best() / ours.best())));
      if (theirs.best() > MOST_PEER_SECONDS) {
        return;
      }
    }
  }
}

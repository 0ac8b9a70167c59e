package io.strait.realign.plan;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignApp.Phase;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.Renumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The best numbering of processors for programs that move their data themselves.
 *
 * <p>An array of 81 elements lies in blocks on nine processors, three of each of three clusters,
 * and is needed in the paper's way, every block cut into three parts that are dealt out:
 *
 * {@snippet :
 * var shape = List.of(81L);
 * var source = ArrayDistribution.of(shape, List.of(AxisSpread.BLOCK), List.of(9));
 * var target = ArrayDistribution.of(shape, List.of(AxisSpread.partition(3)), List.of(9));
 * var plan = Realignment.plan(source, target, 8, Realignment.clusters(3, 3, 3), Renumber.SOURCE);
 * plan.numberings().getFirst().of(1); // 3: the block of logical processor 1 belongs on processor 3
 * plan.after().traffic().external(); // 0 messages between clusters, 18 in natural order
 * plan.isOptimal(); // true: nothing can cost less
 * }
 *
 * Processors are the grid's hosts, cluster by cluster. A grid with bandwidths and latencies, read
 * by {@link io.strait.model.text.GridFile}, makes seconds of messages.
 */
public final class Realignment {
  private Realignment() {}

  /**
   * Which processor should hold what before and after an array is realigned.
   *
   * @param elementBytes the size of one element
   * @param grid must have as many hosts that work as each distribution has processors
   * @param renumber what may be changed: where the source's blocks are, the target's, both, or both
   *     in the same way
   * @return a numbering for the source and one for the target, what they cost, and what nothing
   *     costs less than
   * @throws IllegalArgumentException if the distributions are not of one array
   * @throws io.strait.model.PlanException if they do not fit the grid
   */
  public static RealignPlan plan(
      ArrayDistribution source,
      ArrayDistribution target,
      int elementBytes,
      Grid grid,
      Renumber renumber) {
    return plan(List.of(source, target), elementBytes, grid, renumber);
  }

  /** As for two distributions, for an array that goes through several, one after the other. */
  public static RealignPlan plan(
      List<ArrayDistribution> chain, int elementBytes, Grid grid, Renumber renumber) {
    var shape = chain.getFirst().axes().stream().map(axis -> axis.extent()).toList();
    var phases = new ArrayList<Phase>();
    for (var distribution : chain) {
      var axes = distribution.axes();
      if (!axes.stream().map(axis -> axis.extent()).toList().equals(shape)) {
        throw new IllegalArgumentException("distributions of arrays of different shape");
      }
      phases.add(
          new Phase(
              axes.stream().map(axis -> AxisSpread.cyclic(axis.block())).toList(),
              axes.stream().map(axis -> axis.processors()).toList()));
    }
    var app =
        new RealignApp(
            "array", shape, elementBytes, phases, renumber, 1, null, new RealignApp.Data.Memory());
    return RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT);
  }

  /** Clusters of so many hosts, all linked: the grid of paper <em>realign</em>. */
  public static Grid clusters(int... sizes) {
    var clusters = new ArrayList<Cluster>();
    var links = new ArrayList<Link>();
    for (int c = 0; c < sizes.length; c++) {
      if (sizes[c] < 1) {
        throw new IllegalArgumentException("a cluster of %d hosts".formatted(sizes[c]));
      }
      var hosts =
          new HostGroup(
              "host%d-".formatted(c + 1),
              sizes[c],
              Role.ANY,
              Map.of(),
              null,
              1,
              Fraction.ALL,
              null,
              Map.of());
      clusters.add(new Cluster("cluster%d".formatted(c + 1), Network.IDEAL, List.of(hosts)));
      for (int b = 0; b < c; b++) {
        links.add(new Link(List.of(clusters.get(b).name(), clusters.get(c).name()), Network.IDEAL));
      }
    }
    return new Grid("clusters", null, clusters, links);
  }
}

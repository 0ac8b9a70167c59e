package io.strait.realign.plan;

import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignApp.Phase;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.Renumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The paper's realignment on clusters of any sizes: every block cut into K parts. */
record PaperCase(int[] sizes, int parts, double[][] links) {
  /** All links cost 1. */
  PaperCase(int[] sizes, int parts) {
    this(sizes, parts, new double[0][]);
  }

  int processors() {
    return Arrays.stream(sizes).sum();
  }

  Grid grid() {
    return grid(sizes, links);
  }

  /** Clusters that are all linked, a row of costs for each sender; no rows for costs of 1. */
  static Grid grid(int[] sizes, double[][] costs) {
    var plain = Realignment.clusters(sizes);
    if (costs.length == 0) {
      return plain;
    }
    var links = new ArrayList<Link>();
    for (int a = 0; a < sizes.length; a++) {
      for (int b = a + 1; b < sizes.length; b++) {
        var between = List.of(plain.clusters().get(a).name(), plain.clusters().get(b).name());
        var network = plain.clusters().get(a).lan();
        links.add(new Link(between, network, new Link.Back(network, costs[b][a]), costs[a][b]));
      }
    }
    return new Grid(plain.name(), plain.home(), plain.clusters(), links);
  }

  RealignApp app(Renumber renumber) {
    return app(
        (long) processors() * parts, AxisSpread.BLOCK, AxisSpread.partition(parts), renumber);
  }

  static RealignApp app(long elements, AxisSpread source, AxisSpread target, Renumber renumber) {
    return new RealignApp(
        "array",
        List.of(elements),
        1,
        List.of(new Phase(List.of(source), List.of()), new Phase(List.of(target), List.of())),
        renumber,
        1,
        null,
        new RealignApp.Data.Memory());
  }

  RealignPlan plan(Renumber renumber) {
    return RealignPlanner.plan(grid(), app(renumber), RealignPlanner.Method.EXACT);
  }

  @Override
  public String toString() {
    return "%s; %d%s".formatted(Arrays.toString(sizes), parts, Arrays.deepToString(links));
  }
}

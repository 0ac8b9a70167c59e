package io.strait.stencil.run;

import io.strait.model.Cluster;
import io.strait.model.Element;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Network;
import io.strait.model.PlanException;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.RankMatrix;
import io.strait.transport.fabric.Delays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** A stencil of any kind on a grid of any shape, by seed. */
record StencilCase(
    StencilApp app, Grid grid, Strategy strategy, int band, int depth, Delays delays, long seed) {

  static StencilCase of(long seed) {
    var random = new Random(seed);
    var strategy = Strategy.values()[(int) (seed % Strategy.values().length)];
    boolean square = random.nextInt(4) == 0;
    int rowsEach = 1 + random.nextInt(2);
    int columnsEach = 1 + random.nextInt(3);
    int clusters = square ? 4 : 1 + random.nextInt(4);
    int radius = random.nextInt(4) == 0 ? 2 : 1;
    int bands = strategy.hasBand() ? 1 + random.nextInt(5) : 0;
    var hosts = new ArrayList<Cluster>();
    for (int i = 0; i < clusters; i++) {
      int columns = square ? columnsEach : 1 + random.nextInt(3);
      hosts.add(cluster("c" + i, rowsEach * columns, random));
    }
    List<List<String>> arrangement =
        square ? List.of(List.of("c0", "c1"), List.of("c2", "c3")) : List.of();
    var boundary = Boundary.values()[random.nextInt(3)];
    var type = List.of(Element.DOUBLE, Element.FLOAT, Element.INT).get(random.nextInt(3));
    int ranksAcross = hosts.stream().mapToInt(c -> c.hosts().size()).sum() / rowsEach;
    int columns = ranksAcross * (radius + 2 * bands) + 3 + random.nextInt(30);
    int rows =
        (square ? 2 : 1) * rowsEach * (radius + (square ? 2 * bands : 0)) + random.nextInt(20);
    int iterations = 1 + random.nextInt(30);
    var app =
        new StencilApp(
            "case",
            columns,
            Math.max(rows, 2),
            type,
            random.nextBoolean(),
            radius,
            boundary,
            iterations,
            null,
            1,
            null,
            square ? 2 * rowsEach : rowsEach,
            arrangement,
            random.nextInt(3) == 0 ? 1 + random.nextInt(9) : 0,
            random.nextInt(3) == 0 ? 1 + random.nextInt(9) : 0,
            strategy,
            bands,
            null);
    var grid = new Grid("grid", "c0", hosts, List.of());
    long most = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(400_000);
    var delays = new RandomDelays(most, seed);
    return new StencilCase(
        app, grid, strategy, bands * radius, 1 + random.nextInt(5), delays, seed);
  }

  /** Two clusters of two hosts and a small domain, without delays. */
  static StencilCase plain(Strategy strategy, int iterations) {
    var random = new Random(1);
    var app =
        new StencilApp(
            "plain",
            24,
            8,
            Element.DOUBLE,
            false,
            1,
            Boundary.FIXED,
            iterations,
            null,
            1,
            null,
            0,
            List.of(),
            0,
            0,
            strategy,
            0,
            null);
    var grid =
        new Grid(
            "grid", "c0", List.of(cluster("c0", 2, random), cluster("c1", 2, random)), List.of());
    return new StencilCase(app, grid, strategy, strategy.hasBand() ? 3 : 0, 4, Delays.NONE, 1);
  }

  /** Four clusters of four hosts around a corner, far from each other. */
  static StencilCase corner(Strategy strategy, int iterations) {
    var random = new Random(1);
    var app =
        new StencilApp(
            "corner",
            160,
            160,
            Element.DOUBLE,
            false,
            1,
            Boundary.FIXED,
            iterations,
            null,
            1,
            null,
            4,
            List.of(List.of("c0", "c1"), List.of("c2", "c3")),
            0,
            0,
            strategy,
            15,
            null);
    var clusters = new ArrayList<Cluster>();
    for (int i = 0; i < 4; i++) {
      clusters.add(cluster("c" + i, 4, random));
    }
    // A way across, a way along, or both.
    Delays far =
        (from, to) ->
            4_000_000L + 40_000_000L * ((from ^ to) >> 2 & 1) + 60_000_000L * ((from ^ to) >> 3);
    return new StencilCase(
        app, new Grid("grid", "c0", clusters, List.of()), strategy, 15, 1, far, 1);
  }

  private record RandomDelays(long most, long seed) implements Delays {
    @Override
    public long latency(int from, int to) {
      return most == 0 ? 0 : new SplittableRandom(seed + from * 31L + to).nextLong(most);
    }

    @Override
    public double jitter(int from, int to) {
      return most / 2.0;
    }
  }

  private static Cluster cluster(String name, int hosts, Random random) {
    var groups = new ArrayList<HostGroup>();
    for (int i = 0; i < hosts; i++) {
      groups.add(
          new HostGroup(
              name + "h" + i,
              0,
              Role.ANY,
              Map.of(HostGroup.ANY_APP, new Rate(1e6 * (1 + random.nextInt(3)))),
              null,
              1,
              Fraction.ALL,
              null,
              Map.of()));
    }
    return new Cluster(name, Network.IDEAL, groups);
  }

  /**
   * @throws PlanException if this grid does not fit this domain
   */
  Decomposition decomposition() {
    return Decomposition.of(
        app, RankMatrix.of(app, grid), band, strategy == Strategy.LHRP && seed % 2 == 0);
  }
}

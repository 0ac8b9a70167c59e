package io.strait.farm.plan;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.model.Cluster;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Price;
import io.strait.model.quantity.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Small random grids and apps, the same for the same seed. */
record RandomFarms(Grid grid, FarmApp app) {

  /** What the grids of a test may contain. */
  record Shape(
      int mostHosts,
      boolean fullDuplex,
      boolean reducible,
      boolean prices,
      boolean tree,
      boolean lopsided) {
    /** The same both ways. */
    Shape(int mostHosts, boolean fullDuplex, boolean reducible, boolean prices, boolean tree) {
      this(mostHosts, fullDuplex, reducible, prices, tree, false);
    }
  }

  static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  static RandomFarms of(long seed, Shape shape) {
    var random = random(seed);
    int hosts = random.nextInt(2, shape.mostHosts + 1);
    int clusterCount = random.nextInt(1, Math.min(hosts, 6) + 1);
    double input = random.nextInt(4) == 0 ? 0 : random.nextDouble(0, 10);
    double output = random.nextInt(8) == 0 ? 0 : random.nextDouble(1, 20);
    var groups = new ArrayList<List<HostGroup>>();
    for (int c = 0; c < clusterCount; c++) {
      groups.add(new ArrayList<>());
    }
    for (int h = 0; h < hosts; h++) {
      int cluster = h < clusterCount ? h : random.nextInt(clusterCount);
      groups.get(cluster).add(host(random, h, shape));
    }
    var clusters = new ArrayList<Cluster>();
    for (int c = 0; c < clusterCount; c++) {
      clusters.add(new Cluster("c" + c, network(random, shape, 150), groups.get(c)));
    }
    var links = new ArrayList<Link>();
    for (int c = 1; c < clusterCount; c++) {
      links.add(link(List.of("c" + random.nextInt(c), "c" + c), random, shape));
    }
    for (int a = 0; a < clusterCount && !shape.tree; a++) {
      for (int b = 0; b < a; b++) {
        var ends = List.of("c" + b, "c" + a);
        if (random.nextInt(3) == 0 && links.stream().noneMatch(l -> l.between().equals(ends))) {
          links.add(link(ends, random, shape));
        }
      }
    }
    var app =
        new FarmApp(
            "app",
            random.nextInt(1, 2000),
            new Bytes(input),
            new Bytes(output),
            shape.reducible ? Reduction.SUM : Reduction.NONE,
            null,
            null,
            null);
    return new RandomFarms(new Grid("random", "c0", clusters, links), app);
  }

  private static Link link(List<String> ends, RandomGenerator random, Shape shape) {
    var there = network(random, shape, 60);
    return shape.lopsided && random.nextBoolean()
        ? new Link(ends, there, new Link.Back(network(random, shape, 60), null), null)
        : new Link(ends, there);
  }

  private static HostGroup host(RandomGenerator random, int h, Shape shape) {
    // Few distinct rates, so that equal workers and exact ties occur.
    double rate = random.nextBoolean() ? random.nextInt(1, 6) : random.nextDouble(0.1, 6);
    return new HostGroup(
        "h" + h,
        0,
        Role.ANY,
        Map.of("app", new Rate(rate)),
        null,
        1,
        random.nextInt(4) == 0 ? new Fraction(0.5) : Fraction.ALL,
        shape.prices ? new Price(random.nextInt(0, 5)) : null,
        random.nextInt(3) == 0 ? Map.of("app", new Rate(random.nextDouble(1, 20))) : Map.of());
  }

  private static Network network(RandomGenerator random, Shape shape, double most) {
    return new Network(
        random.nextInt(5) == 0
            ? Bandwidth.UNLIMITED
            : new Bandwidth(random.nextDouble(most / 100, most)),
        Duration.ofMillis(random.nextInt(100)),
        Fraction.NONE,
        shape.fullDuplex && random.nextBoolean() ? Duplex.FULL : Duplex.HALF);
  }
}

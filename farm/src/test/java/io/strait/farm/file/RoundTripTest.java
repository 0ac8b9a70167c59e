package io.strait.farm.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.code.TaskCode;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.Span;
import io.strait.model.Cluster;
import io.strait.model.Duplex;
import io.strait.model.Element;
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
import io.strait.model.quantity.Speed;
import io.strait.model.quantity.Work;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Grids, apps and plans that were written are read back as the same records, bit for bit. */
final class RoundTripTest {
  private static final long SEED = 20250613;
  private static final int MANY = 200;

  /** Names that a careless YAML writer would turn into something else. */
  private static final List<String> NAMES =
      List.of(
          "a", "null", "true", "no", "1", "007", "1e5", "0x1F", "1.5", "Zürich", "京", "a-b",
          "x_y.z");

  private static final List<String> LINES =
      List.of(
          "povray +Iscene.pov +SC{start}",
          "a: b # c",
          "'quoted' \"twice\"",
          "two\nlines",
          "tab\there",
          "back\\slash",
          "- dash",
          "*star &and !tag %per @at `tick",
          "null",
          "{}",
          "x".repeat(500),
          "words and ".repeat(50) + "end",
          "smile \ud83d\ude00");

  @Test
  void grids() {
    var random = new Random(SEED);
    for (int i = 0; i < MANY; i++) {
      var grid = grid(random);
      var yaml = GridTree.of(grid).yaml();
      assertThat(GridFile.read(Document.parse("grid.yaml", yaml))).as(yaml).isEqualTo(grid);
      var json = GridTree.of(grid).json();
      assertThat(GridFile.read(Document.parse("grid.json", json))).as(json).isEqualTo(grid);
    }
  }

  @Test
  void apps() {
    var random = new Random(SEED + 1);
    for (int i = 0; i < MANY; i++) {
      var app = app(random);
      var yaml = FarmFile.tree(app).yaml();
      assertThat(FarmFile.read(Document.parse("app.yaml", yaml))).as(yaml).isEqualTo(app);
      var json = FarmFile.tree(app).json();
      assertThat(FarmFile.read(Document.parse("app.json", json))).as(json).isEqualTo(app);
    }
  }

  @Test
  void plans() {
    var random = new Random(SEED + 2);
    var host =
        new HostGroup(
            "host",
            3,
            Role.ANY,
            Map.of(HostGroup.ANY_APP, new Rate(1)),
            null,
            1,
            Fraction.ALL,
            null,
            Map.of());
    var grid =
        new Grid("grid", null, List.of(new Cluster("c", Network.IDEAL, List.of(host))), List.of());
    for (int i = 0; i < MANY; i++) {
      var app = app(random);
      var plan = plan(random);
      var none = Document.parse("none", "{}");
      var file = new PlanFile<>(new Inputs<>(none, none, grid, app), plan);
      var yaml = file.tree(FarmPlanFile.FORMAT).yaml();
      var read = PlanFile.read(Document.parse("plan.yaml", yaml), FarmPlanFile.FORMAT);
      assertThat(read.plan()).as(yaml).isEqualTo(plan);
      assertThat(read.inputs().grid()).isEqualTo(grid);
      assertThat(read.inputs().app()).isEqualTo(app);
    }
  }

  /** Wherever the parser's buffer ends, it must not cut a character that takes two chars. */
  @Test
  void wideCharacters() {
    for (int before = 0; before < 2100; before++) {
      var text = "a".repeat(before) + "\ud83d\ude00 b";
      var root = Document.parse("text", text).root();
      assertThat(root).isEqualTo(new Node.Scalar(text, 1, 1));
    }
  }

  private static Span span(Random random) {
    double usual = number(random);
    return new Span(usual, usual * random.nextDouble(), usual * (1 + random.nextDouble()));
  }

  private static FarmPlan plan(Random random) {
    var steps = new ArrayList<PhasePlan>();
    for (var phase : PhasePlan.Phase.values()) {
      var total =
          new PhasePlan.Total(
              random.nextInt(1000),
              number(random),
              number(random),
              number(random),
              number(random),
              number(random),
              number(random),
              line(random),
              span(random));
      steps.add(
          new PhasePlan(
              phase,
              total,
              random.nextInt(4) == 0 ? List.of() : List.of(cluster(random)),
              several(random, () -> new PhasePlan.Limit(line(random), number(random))),
              several(
                  random,
                  () -> new PhasePlan.GapUse(line(random), number(random), number(random)))));
    }
    return new FarmPlan(
        "host1",
        "c",
        "c",
        random.nextLong(1, Long.MAX_VALUE),
        random.nextDouble(),
        Objective.values()[random.nextInt(Objective.values().length)],
        random.nextBoolean() ? null : java.time.Duration.ofMillis(random.nextInt(600_000_000)),
        random.nextBoolean() ? null : java.time.Duration.ofMillis(random.nextInt(1, 600_000_000)),
        steps,
        several(random, () -> line(random)));
  }

  private static ClusterPlan cluster(Random random) {
    return new ClusterPlan(
        "c",
        List.of("host2", "host3").subList(0, random.nextInt(3)),
        number(random),
        number(random),
        number(random),
        number(random),
        number(random),
        random.nextInt(1, 100),
        random.nextInt(100),
        line(random));
  }

  /** Any number, that which does not apply, or that which nothing limits. */
  private static double number(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> random.nextInt(100);
      default -> positive(random);
    };
  }

  private static <T> List<T> several(Random random, Supplier<T> item) {
    return Stream.generate(item).limit(random.nextInt(4)).toList();
  }

  private static String line(Random random) {
    return LINES.get(random.nextInt(LINES.size()));
  }

  /** A chain of clusters, with a shortcut now and then, so that all are connected. */
  private static Grid grid(Random random) {
    var clusters = new ArrayList<Cluster>();
    var links = new ArrayList<Link>();
    int size = random.nextInt(1, 6);
    for (int c = 0; c < size; c++) {
      var name = NAMES.get(random.nextInt(NAMES.size())) + (random.nextBoolean() ? "" : "-") + c;
      var hosts = new ArrayList<HostGroup>();
      int groups = random.nextInt(1, 5);
      for (int g = 0; g < groups; g++) {
        hosts.add(hosts(random, "h%d-%d-".formatted(c, g), c + g == 0));
      }
      clusters.add(
          new Cluster(name, random.nextBoolean() ? Network.IDEAL : network(random), hosts));
      if (c > 0) {
        links.add(new Link(List.of(clusters.get(c - 1).name(), name), network(random)));
      }
    }
    if (size > 3) {
      var ends = List.of(clusters.get(0).name(), clusters.get(3).name(), clusters.get(1).name());
      links.add(new Link(ends, network(random)));
    }
    var home = clusters.get(random.nextInt(size)).name();
    return new Grid(name(random), random.nextBoolean() ? home : null, clusters, links);
  }

  private static HostGroup hosts(Random random, String name, boolean works) {
    return new HostGroup(
        name,
        random.nextInt(4),
        works ? Role.ANY : Role.values()[random.nextInt(3)],
        rates(random),
        maybe(random, () -> new Speed(positive(random))),
        random.nextInt(1, 65),
        random.nextBoolean() ? Fraction.ALL : new Fraction(1 - random.nextDouble()),
        maybe(random, () -> new Price(random.nextInt(3) * positive(random))),
        rates(random));
  }

  private static Map<String, Rate> rates(Random random) {
    var rates = new HashMap<String, Rate>();
    switch (random.nextInt(3)) {
      case 0 -> rates.put(HostGroup.ANY_APP, new Rate(Math.min(1e9, positive(random))));
      case 1 -> {
        for (int i = random.nextInt(4); i >= 0; i--) {
          rates.put(name(random), new Rate(Math.min(1e9, positive(random))));
        }
      }
      default -> {
        // no rates
      }
    }
    return rates;
  }

  private static Network network(Random random) {
    return new Network(
        random.nextInt(4) == 0 ? Bandwidth.UNLIMITED : new Bandwidth(positive(random)),
        Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 60))),
        random.nextBoolean() ? Fraction.NONE : new Fraction(random.nextDouble()),
        Duplex.values()[random.nextInt(2)]);
  }

  private static FarmApp app(Random random) {
    var reduction = Reduction.values()[random.nextInt(Reduction.values().length)];
    return new FarmApp(
        name(random),
        random.nextLong(1, 1_000_000_000_001L),
        random.nextBoolean() ? Bytes.ZERO : new Bytes(positive(random)),
        new Bytes(random.nextInt(1 << 30)),
        reduction,
        reduction.hasElements() ? Element.values()[random.nextInt(4)] : Element.DOUBLE,
        maybe(random, () -> new Work(positive(random))),
        maybe(random, () -> new Work(positive(random))),
        maybe(random, () -> code(random)));
  }

  private static TaskCode code(Random random) {
    int retries = random.nextInt(4);
    var limit = maybe(random, () -> Duration.ofNanos(1 + random.nextLong(1L << 59)));
    var files = several(random, () -> name(random) + "/" + random.nextInt());
    return switch (random.nextInt(3)) {
      case 0 -> {
        var with = new java.util.LinkedHashMap<String, String>();
        several(random, () -> name(random))
            .forEach(
                key -> with.put(key, random.nextBoolean() ? "" + random.nextInt(9) : line(random)));
        yield new TaskCode.JavaClass("io.strait.apps.Srmsd", retries, with, files);
      }
      case 1 -> {
        var table = maybe(random, () -> "tables/" + name(random));
        var line = table == null ? line(random).replace("{", "{{") : "paint {x} " + name(random);
        yield new TaskCode.Command(
            line, limit, retries, files, table, maybe(random, () -> "strip{id}-{tasks}.png"));
      }
      default -> new TaskCode.Resident(line(random), limit, retries, files);
    };
  }

  private static String name(Random random) {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private static double positive(Random random) {
    return (1 - random.nextDouble()) * Math.pow(10, random.nextInt(-12, 16));
  }

  private static <T> @Nullable T maybe(Random random, Supplier<T> value) {
    return random.nextBoolean() ? value.get() : null;
  }
}

package io.strait.bench.realign;

import io.strait.bench.Stopwatch;
import io.strait.bench.TextTable;
import io.strait.realign.plan.Flows;
import io.strait.realign.plan.LinkCosts;
import io.strait.realign.plan.SameSolver;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One numbering for both sides: the share of messages that stay inside clusters and the time to
 * find it, beside Scotch's static mapping on the same core, which may miss the sizes.
 */
public final class SameBench {
  private static final long SEED = 20_260_101;
  private static final int RUNS = 3;

  /** A realignment. */
  private record Case(String name, Flows flows, int[] sizes) {}

  private final TextTable table =
      new TextTable(
          "case",
          "blocks",
          "messages",
          "clusters",
          "natural",
          "ours",
          "time",
          "sizes",
          "Scotch",
          "time",
          "sizes off by");

  private final List<String> lines = new ArrayList<>();

  private SameBench() {}

  public static void main(String[] args) {
    run().forEach(System.out::println);
  }

  /** Measures, prints the table, and gives the lines that end a benchmark. */
  public static List<String> run() {
    var bench = new SameBench();
    // What is compiled while it runs is not what is measured.
    var small = partition(4096, 8);
    SameSolver.solve(small, equal(4096, 16), unit(16), SEED);
    SameSolver.solve(small, equal(4096, 4), unit(4), SEED);
    var scotch = Scotch.find();
    if (scotch == null) {
      System.err.println("realign: Scotch cannot be had here, its figures are missing");
    }
    for (var example : cases()) {
      System.err.printf("realign: same, %s ...%n", example.name);
      bench.measure(example, scotch);
    }
    System.out.println(
        """
        One numbering for both sides, one core. Shares are those of messages that stay inside clusters.
        time: CPU time, which others on the machine do not change as much, best of three; ours from the flows to the clusters,
        Scotch the mapping alone, without reading and writing files
        sizes: whether clusters have exactly the blocks they should; off by: of the worst cluster
        """);
    System.out.println(bench.table);
    return bench.lines;
  }

  private static List<Case> cases() {
    int many = 65_536;
    var result = new ArrayList<Case>();
    result.add(new Case("K8-C16", partition(many, 8), equal(many, 16)));
    for (int parts : new int[] {3, 5, 16}) {
      result.add(new Case("K%d-C16".formatted(parts), partition(many, parts), equal(many, 16)));
    }
    result.add(new Case("K8-C4", partition(many, 8), equal(many, 4)));
    result.add(new Case("K8-C64", partition(many, 8), equal(many, 64)));
    result.add(new Case("K7-C3", partition(60_000, 7), equal(60_000, 3)));
    result.add(new Case("K8-C16-unequal", partition(many, 8), growing(many, 16)));
    result.add(new Case("K3x3-C16", squares(256, 3), equal(many, 16)));
    return result;
  }

  private void measure(Case example, @Nullable Scotch scotch) {
    var flows = example.flows;
    var sizes = example.sizes;
    var threads = ManagementFactory.getThreadMXBean();
    double seconds = Double.POSITIVE_INFINITY;
    int[] ours = {};
    Scotch.@Nullable Mapping theirs = null;
    for (int i = 0; i < RUNS; i++) {
      long begin = threads.getCurrentThreadCpuTime();
      ours = SameSolver.solve(flows, sizes, unit(sizes.length), SEED);
      seconds = Math.min(seconds, (threads.getCurrentThreadCpuTime() - begin) / 1e9);
      var mapping = scotch == null ? null : scotch.map(flows, sizes);
      if (mapping != null && (theirs == null || mapping.seconds() < theirs.seconds())) {
        theirs = mapping;
      }
    }
    var inside = share(flows, ours);
    var peer = theirs == null ? "-" : share(flows, theirs.clusters());
    var count = new int[sizes.length];
    for (int c : ours) {
      count[c]++;
    }
    table.add(
        example.name,
        "%,d".formatted(flows.blocks()),
        "%,d".formatted(flows.messages()),
        "%d".formatted(sizes.length),
        share(flows, natural(sizes)),
        inside,
        Stopwatch.text(seconds),
        Arrays.equals(count, sizes) ? "exact" : "WRONG",
        peer,
        theirs == null ? "-" : Stopwatch.text(theirs.seconds()),
        theirs == null
            ? "-"
            : String.format(Locale.ROOT, "%.1f %%", 100 * theirs.imbalance(sizes)));
    if (theirs == null) {
      return;
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "realign same-%d-%s: ours %s inside, Scotch %s with sizes off by %.1f %%, ratio %s"
                + " (goal 1)",
            flows.blocks(),
            example.name,
            inside,
            peer,
            100 * theirs.imbalance(sizes),
            Stopwatch.digits((double) flows.interior(ours) / flows.interior(theirs.clusters()))));
    lines.add(
        String.format(
            Locale.ROOT,
            "realign same-time-%d-%s: ours %s, Scotch %s, ratio %s (goal 1)",
            flows.blocks(),
            example.name,
            Stopwatch.text(seconds),
            Stopwatch.text(theirs.seconds()),
            Stopwatch.digits(theirs.seconds() / seconds)));
  }

  private static String share(Flows flows, int[] clusters) {
    return String.format(
        Locale.ROOT, "%.1f %%", 100.0 * flows.interior(clusters) / flows.messages());
  }

  /** Paper <em>realign</em>: part j of block X goes to block (X*K + j) mod P. */
  private static Flows partition(int blocks, int parts) {
    return Flows.of(
        blocks,
        (block, sink) -> {
          for (int j = 0; j < parts; j++) {
            sink.message((int) (((long) block * parts + j) % blocks), 1);
          }
        });
  }

  /** The same along both dimensions of a square of processors. */
  private static Flows squares(int side, int parts) {
    return Flows.of(
        side * side,
        (block, sink) -> {
          for (int j = 0; j < parts * parts; j++) {
            int row = (block / side * parts + j / parts) % side;
            int column = (block % side * parts + j % parts) % side;
            sink.message(row * side + column, 1);
          }
        });
  }

  private static int[] equal(int blocks, int clusters) {
    return IntStream.range(0, clusters)
        .map(c -> (int) ((c + 1L) * blocks / clusters - (long) c * blocks / clusters))
        .toArray();
  }

  /** The second cluster twice as large as the first, the third three times, and so on. */
  private static int[] growing(int blocks, int clusters) {
    long all = clusters * (clusters + 1L) / 2;
    return IntStream.range(0, clusters)
        .map(
            c ->
                (int)
                    ((c + 1L) * (c + 2L) / 2 * blocks / all
                        - (long) c * (c + 1L) / 2 * blocks / all))
        .toArray();
  }

  private static int[] natural(int[] sizes) {
    return IntStream.range(0, sizes.length)
        .flatMap(c -> IntStream.generate(() -> c).limit(sizes[c]))
        .toArray();
  }

  private static LinkCosts unit(int clusters) {
    var perElement = new double[clusters * clusters];
    for (int i = 0; i < perElement.length; i++) {
      perElement[i] = i / clusters == i % clusters ? 0 : 1;
    }
    return new LinkCosts(clusters, perElement, new double[perElement.length]);
  }
}

package io.strait.bench.program;

import io.strait.model.text.Document;
import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramFile;
import io.strait.program.plan.Flow;
import java.util.HashSet;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Seeded random programs on up to five clusters.
 *
 * <p>Calculations take 50 to 500 ms, 60 to 100 % of it CPU, and have data from one to three of the
 * twenty before them, 10 kB to 1 MB each, uniform in the logarithm. Each cluster has two groups of
 * hosts with speeds from 1 to 3 and 1 or 2 cores. Networks have 125 MB/s inside clusters and 20 to
 * 100 MB/s between all of them; messages take 50 us to set up and 40 % CPU.
 */
final class RandomFlows {
  private static final int MOST_CLUSTERS = 5;
  private static final String MESSAGES = "message-setup: 0.05 ms, cpu: 40%, duplex: full";

  private final SplittableRandom random;
  private final StringBuilder grid = new StringBuilder("grid: g\nclusters:\n");
  private final StringBuilder app = new StringBuilder("app: a\nkind: program\n");

  private final int clusters;

  private RandomFlows(long seed, int hosts) {
    this.random = new SplittableRandom(seed);
    this.clusters = Math.min(MOST_CLUSTERS, hosts);
  }

  static Flow make(long seed, int calculations, int hosts, Overlap overlap) {
    var made = new RandomFlows(seed, hosts);
    made.clusters(hosts);
    made.links();
    add(
        made.app,
        String.format(Locale.ROOT, "overlap: %s", overlap.name().toLowerCase(Locale.ROOT)));
    made.calculations(calculations);
    made.data(calculations);
    var inputs =
        ProgramFile.inputs(
            Document.parse("grid.yaml", made.grid.toString()),
            Document.parse("app.yaml", made.app.toString()));
    return new Flow(inputs.grid(), inputs.app());
  }

  private static void add(StringBuilder text, String line) {
    text.append(line).append('\n');
  }

  private double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }

  private void clusters(int hosts) {
    int made = 0;
    for (int i = 0; i < clusters; i++) {
      add(grid, String.format(Locale.ROOT, "  c%d:", i));
      add(
          grid,
          String.format(
              Locale.ROOT, "    lan: {bandwidth: 125 MB/s, latency: 0.1 ms, %s}", MESSAGES));
      add(grid, "    hosts:");
      int here = hosts * (i + 1) / clusters - made;
      made += here;
      for (int group = 0; group < 2; group++) {
        int size = group == 0 ? here / 2 : here - here / 2;
        double speed = between(1, 3);
        int cores = 1 + random.nextInt(2);
        if (size > 0) {
          add(
              grid,
              String.format(
                  Locale.ROOT,
                  "      - {name: h%d%d, count: %d, speed: %.2f Gflop/s, cores: %d}",
                  i,
                  group,
                  size,
                  speed,
                  cores));
        }
      }
    }
  }

  private void links() {
    add(grid, "links:");
    for (int i = 0; i < clusters; i++) {
      for (int j = 0; j < i; j++) {
        add(
            grid,
            String.format(
                Locale.ROOT,
                "  - {between: [c%d, c%d], bandwidth: %.1f MB/s, latency: %.1f ms, %s}",
                j,
                i,
                between(20, 100),
                between(1, 10),
                MESSAGES));
      }
    }
  }

  private void calculations(int count) {
    add(app, "calculations:");
    for (int c = 0; c < count; c++) {
      add(
          app,
          String.format(
              Locale.ROOT,
              "  k%d: {time: %.3f ms, cpu: %d%%}",
              c,
              between(50, 500),
              60 + random.nextInt(41)));
    }
  }

  private void data(int calculations) {
    add(app, "data:");
    for (int to = 1; to < calculations; to++) {
      var seen = new HashSet<Integer>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        int from = Math.max(0, to - 1 - random.nextInt(20));
        double volume = 1e4 * Math.pow(100, random.nextDouble());
        if (seen.add(from)) {
          add(
              app,
              String.format(
                  Locale.ROOT, "  - {from: k%d, to: k%d, volume: %.0f B}", from, to, volume));
        }
      }
    }
  }
}

package io.strait.program.schedule;

import io.strait.program.plan.Flow;
import io.strait.program.plan.Flows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random programs on random grids, as files. */
public final class RandomPrograms {
  private final SplittableRandom random;
  private final StringBuilder grid = new StringBuilder("grid: g\nclusters:\n");
  private final StringBuilder app = new StringBuilder("app: a\nkind: program\n");
  private final List<String> hosts = new ArrayList<>();

  private RandomPrograms(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /**
   * A small program in which everything may occur: one to three clusters, half and full duplex,
   * speeds from 0.5 to 4, up to 4 cores, 1 or 2 cards, waiting and computing, transfers that take
   * from a thousandth of a calculation to longer than it, late and timed calculations and data,
   * broadcasts, fixed places and, every sixth time, slices that are given.
   *
   * @param splits how many calculations may be cut
   */
  public static Flow small(long seed, int calculations, int hosts, int splits, String overlap) {
    var made = new RandomPrograms(seed);
    made.smallGrid(hosts);
    made.smallApp(calculations, splits, overlap, seed % 6 == 5);
    return made.flow();
  }

  /**
   * A large program: calculations of 50 to 500 ms, 60 to 100 % of it CPU, each with data from one
   * to three of the twenty calculations before it; data of 10 kB to 1 MB, uniform in the logarithm.
   * Hosts in five clusters, in two groups each, with speeds from 1 to 3 and 1 or 2 cores; networks
   * of 125 MB/s in clusters and 20 to 100 MB/s between all of them, message set-up 50 us, 40 % CPU.
   */
  public static Flow large(long seed, int calculations, int hosts, String overlap) {
    var made = new RandomPrograms(seed);
    made.largeGrid(hosts);
    made.largeApp(calculations, overlap);
    return made.flow();
  }

  private Flow flow() {
    return Flows.of(grid.toString(), app.toString());
  }

  private void grid(String line) {
    grid.append(line).append('\n');
  }

  private void app(String line) {
    app.append(line).append('\n');
  }

  private double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }

  private double logBetween(double low, double high) {
    return low * Math.pow(high / low, random.nextDouble());
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private String network(double slowest, double fastest) {
    return String.format(
        Locale.ROOT,
        "bandwidth: %.3f MB/s, latency: %.3f ms, message-setup: %.3f ms, cpu: %.0f%%, duplex: %s",
        logBetween(slowest, fastest),
        between(0, 5),
        between(0, 1),
        between(10, 90),
        chance(0.5) ? "full" : "half");
  }

  private void smallGrid(int count) {
    int clusters = Math.min(count, 1 + random.nextInt(3));
    int left = count;
    for (int i = 0; i < clusters; i++) {
      grid(String.format(Locale.ROOT, "  c%d:", i));
      grid(String.format(Locale.ROOT, "    lan: {%s}", network(5, 100)));
      grid("    hosts:");
      int here = i == clusters - 1 ? left : 1 + random.nextInt(left - (clusters - 1 - i));
      left -= here;
      for (int group = 0; here > 0; group++) {
        int size = 1 + random.nextInt(here);
        here -= size;
        grid(
            String.format(
                Locale.ROOT,
                "      - {name: h%d%d, count: %d, speed: %.2f Gflop/s, cores: %d, available: %d%%,"
                    + " peripheral-speed: %d MB/s, cards: %d}",
                i,
                group,
                size,
                chance(0.3) ? 1.0 : between(0.5, 4),
                chance(0.6) ? 1 : 1 + random.nextInt(4),
                chance(0.7) ? 100 : 50 + random.nextInt(50),
                chance(0.7) ? 10 : 5 + random.nextInt(20),
                1 + random.nextInt(2)));
        for (int k = 1; k <= size; k++) {
          hosts.add("h%d%d%d".formatted(i, group, k));
        }
      }
    }
    if (clusters > 1) {
      grid("links:");
      for (int i = 1; i < clusters; i++) {
        grid(String.format(Locale.ROOT, "  - {between: [c%d, c%d], %s}", i - 1, i, network(1, 50)));
      }
    }
  }

  private void smallApp(int calculations, int splits, String overlap, boolean hasSlices) {
    app(String.format(Locale.ROOT, "overlap: %s", overlap));
    app("calculations:");
    var waits = new boolean[calculations][calculations];
    for (int c = 0; c < calculations; c++) {
      double time = logBetween(10, 500);
      int cpu = chance(0.5) ? 100 : random.nextInt(101);
      boolean isLate = chance(0.1);
      Arrays.fill(waits[c], !isLate);
      app(
          String.format(
              Locale.ROOT,
              "  k%d: {time: %.3f ms, cpu: %d%%%s%s%s}",
              c,
              time,
              cpu,
              isLate ? ", late: true" : "",
              c < splits ? ", split: rows" : "",
              chance(0.08) ? ", every: 2 s" : chance(0.1) ? ", every: 3" : ""));
    }
    var edges = new StringBuilder();
    double density = between(0.15, 0.7);
    for (int to = 1; to < calculations; to++) {
      for (int from = 0; from < to; from++) {
        var edge = chance(density) ? edge(from, to) : "";
        waits[from][to] &= !edge.isEmpty() && !edge.contains("late: true");
        edges.append(edge);
      }
    }
    if (!edges.isEmpty()) {
      app("data:");
      app.append(edges);
    }
    if (hasSlices && overlap.equals("none")) {
      app("slices:");
      for (int c = 0; c < calculations; ) {
        int first = c;
        int end = Math.min(calculations, c + 1 + random.nextInt(3));
        var names = new ArrayList<String>();
        for (; c < end; c++) {
          int to = c;
          if (IntStream.range(first, c).anyMatch(from -> waits[from][to])) {
            break; // it waits for one of the slice
          }
          names.add("k" + c);
        }
        app(String.format(Locale.ROOT, "  - [%s]", String.join(", ", names)));
      }
    }
    if (chance(0.3)) {
      var host = hosts.get(random.nextInt(hosts.size()));
      app("place:");
      app(
          String.format(
              Locale.ROOT,
              "  k%d: %s",
              random.nextInt(calculations),
              chance(0.5) ? host : host.substring(0, 3)));
    }
  }

  private String edge(int from, int to) {
    return String.format(
        Locale.ROOT,
        "  - {from: k%d, to: k%d, volume: %.0f B%s%s%s%s%s}%n",
        from,
        to,
        logBetween(1e3, 3e6),
        chance(0.3) ? ", message: 8192 B" : "",
        chance(0.2) ? ", broadcast: true" : "",
        chance(0.15) ? ", late: true" : "",
        chance(0.1) ? ", every: 1 s" : "",
        chance(0.1) ? ", time: 15 ms, cpu: 20%" : "");
  }

  private void largeGrid(int count) {
    int clusters = 5;
    for (int i = 0; i < clusters; i++) {
      grid(String.format(Locale.ROOT, "  c%d:", i));
      grid(
          String.format(
              Locale.ROOT,
              "    lan: {bandwidth: 125 MB/s, latency: 0.1 ms, message-setup: 0.05 ms, cpu: 40%%,"
                  + " duplex: full}"));
      grid("    hosts:");
      int here = count / clusters;
      for (int group = 0; group < 2; group++) {
        grid(
            String.format(
                Locale.ROOT,
                "      - {name: h%d%d, count: %d, speed: %.2f Gflop/s, cores: %d}",
                i,
                group,
                group == 0 ? here / 2 : here - here / 2,
                between(1, 3),
                1 + random.nextInt(2)));
      }
    }
    grid("links:");
    for (int i = 0; i < clusters; i++) {
      for (int j = 0; j < i; j++) {
        grid(
            String.format(
                Locale.ROOT,
                "  - {between: [c%d, c%d], bandwidth: %.1f MB/s, latency: %.1f ms, message-setup:"
                    + " 0.05 ms, cpu: 40%%, duplex: full}",
                j,
                i,
                between(20, 100),
                between(1, 10)));
      }
    }
  }

  private void largeApp(int calculations, String overlap) {
    app(String.format(Locale.ROOT, "overlap: %s", overlap));
    app("calculations:");
    for (int c = 0; c < calculations; c++) {
      app(
          String.format(
              Locale.ROOT,
              "  k%d: {time: %.3f ms, cpu: %d%%}",
              c,
              between(50, 500),
              60 + random.nextInt(41)));
    }
    app("data:");
    for (int to = 1; to < calculations; to++) {
      var seen = new ArrayList<Integer>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        int from = Math.max(0, to - 1 - random.nextInt(20));
        if (!seen.contains(from)) {
          seen.add(from);
          app(
              String.format(
                  Locale.ROOT,
                  "  - {from: k%d, to: k%d, volume: %.0f B}",
                  from,
                  to,
                  logBetween(1e4, 1e6)));
        }
      }
    }
  }
}

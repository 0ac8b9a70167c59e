package io.strait.program.simulate;

import io.strait.program.plan.Flow;
import io.strait.program.plan.Flows;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A program on a grid with a placement, from text or from a seed. */
record FlowCase(Flow flow, Placement placement) {
  static FlowCase of(String grid, String app, Placement placement) {
    return new FlowCase(Flows.of(grid, app), placement);
  }

  FlowResult run(int units, int ahead) {
    return run(units, ahead, 1);
  }

  FlowResult run(int units, int ahead, long seed) {
    return new FlowSimulation(flow, placement, Slices.levels(flow), units, ahead, seed).run();
  }

  /** Hosts of a random grid; speeds and bandwidths are multiplied. */
  static FlowCase random(long seed, Features features, double speed, double bandwidth) {
    var random = new SplittableRandom(seed);
    int clusters = features.gaps ? random.nextInt(1, 3) : 1;
    int hosts = random.nextInt(1, 4);
    var grid = new StringBuilder("grid: g\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      grid.append("  c%d:\n".formatted(c));
      grid.append(
          "    lan: {bandwidth: %s MB/s, latency: %s ms, message-setup: %s ms, cpu: %s%%, duplex: %s}\n"
              .formatted(
                  bandwidth * random.nextDouble(5, 50),
                  features.latency ? random.nextDouble(20) : 0,
                  random.nextInt(2) * random.nextDouble(3) / bandwidth,
                  random.nextDouble(1, 100),
                  random.nextBoolean() ? "full" : "half"));
      grid.append("    hosts:\n");
      for (int h = 0; h < hosts; h++) {
        grid.append(
            "      - {name: h%d-%d, speed: %s Gflop/s, cores: %d, cards: %d}\n"
                .formatted(
                    c,
                    h,
                    speed * random.nextDouble(5, 20),
                    random.nextInt(1, 4),
                    random.nextInt(1, 3)));
      }
    }
    grid.append("  lab:\n    hosts: [{name: reference, speed: 10 Gflop/s}]\n");
    grid.append("links:\n  - {between: [c0, lab], bandwidth: 1 MB/s, latency: 1 s}\n");
    if (clusters == 2) {
      grid.append(
          "  - {between: [c0, c1], bandwidth: %s MB/s, latency: %s ms, cpu: %s%%}\n"
              .formatted(
                  bandwidth * random.nextDouble(5, 50),
                  features.latency ? random.nextDouble(50) : 0,
                  random.nextDouble(1, 100)));
    }
    int calculations = random.nextInt(1, 6);
    var app =
        new StringBuilder("app: a\nkind: program\noverlap: %s\n".formatted(features.overlap))
            .append("measured-on: reference\ncalculations:\n");
    for (int i = 0; i < calculations; i++) {
      // Pieces of several parts that take no time would all leave at once, in no certain order.
      boolean isInstant = random.nextInt(8) == 0;
      app.append(
          "  k%d: {time: %s ms, cpu: %s%%, split: true%s%s%s}\n"
              .formatted(
                  i,
                  isInstant ? 0 : random.nextDouble(100),
                  random.nextDouble(100),
                  features.late && random.nextInt(4) == 0 ? ", late: true" : "",
                  features.stream && !isInstant && random.nextBoolean() ? ", stream: true" : "",
                  features.every && random.nextInt(3) == 0 ? every(random, features) : ""));
    }
    var data = new ArrayList<String>();
    for (int i = 0; i < calculations; i++) {
      for (int j = i + 1; j < calculations; j++) {
        if (random.nextInt(calculations) < 2) {
          int volume = random.nextInt(1, 1000);
          data.add(
              "  - {from: k%d, to: k%d, volume: %d kB%s%s%s}\n"
                  .formatted(
                      i,
                      j,
                      volume,
                      random.nextBoolean()
                          ? ", message: %d kB".formatted(random.nextInt(1, 100))
                          : "",
                      random.nextInt(4) == 0 ? ", broadcast: true" : "",
                      features.every && random.nextInt(3) == 0
                          ? every(random, features)
                          : random.nextBoolean() ? ", every: 1" : ""));
        }
      }
    }
    if (!data.isEmpty()) {
      app.append("data:\n").append(String.join("", data));
    }
    var parts = new ArrayList<List<Placement.Part>>();
    for (int i = 0; i < calculations; i++) {
      // No machine has two parts of a calculation.
      int machines = clusters * hosts;
      int count = random.nextInt(1, Math.min(3, machines) + 1);
      int first = random.nextInt(machines);
      var list = new ArrayList<Placement.Part>();
      for (int p = 0; p < count; p++) {
        list.add(new Placement.Part((first + p) % machines, 1.0 / count));
      }
      parts.add(list);
    }
    return of(grid.toString(), app.toString(), new Placement(parts));
  }

  private static String every(SplittableRandom random, Features features) {
    return ", every: "
        + (features.late && random.nextBoolean()
            ? random.nextDouble(50, 300) + " ms"
            : random.nextInt(1, 4));
  }

  /**
   * What a random case may have.
   *
   * @param late data and work that nobody waits for, some of it by the clock
   */
  record Features(
      String overlap, boolean gaps, boolean latency, boolean stream, boolean every, boolean late) {}
}

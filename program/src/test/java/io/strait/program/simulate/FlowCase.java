package io.strait.program.simulate;

import io.strait.model.text.Document;
import io.strait.program.file.ProgramFile;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A program on a grid with a placement, from text or from a seed. */
record FlowCase(Flow flow, Placement placement) {
  static FlowCase of(String grid, String app, Placement placement) {
    var inputs =
        ProgramFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    return new FlowCase(new Flow(inputs.grid(), inputs.app()), placement);
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
          "    lan: {bandwidth: %s MB/s, latency: %s ms, message-setup: %s ms, cpu: %d%%, duplex: %s}\n"
              .formatted(
                  bandwidth * random.nextInt(5, 50),
                  features.latency ? random.nextInt(0, 20) : 0,
                  random.nextInt(0, 3) / bandwidth,
                  random.nextInt(1, 101),
                  random.nextBoolean() ? "full" : "half"));
      grid.append("    hosts:\n");
      for (int h = 0; h < hosts; h++) {
        grid.append(
            "      - {name: h%d-%d, speed: %s Gflop/s, cores: %d, cards: %d}\n"
                .formatted(
                    c, h, speed * random.nextInt(5, 20), random.nextInt(1, 4), random.nextInt(1, 3)));
      }
    }
    if (clusters == 2) {
      grid.append(
          "links:\n  - {between: [c0, c1], bandwidth: %s MB/s, latency: %d ms, cpu: %d%%}\n"
              .formatted(
                  bandwidth * random.nextInt(5, 50),
                  features.latency ? random.nextInt(0, 50) : 0,
                  random.nextInt(1, 101)));
    }
    int calculations = random.nextInt(1, 6);
    var app =
        new StringBuilder("app: a\nkind: program\noverlap: %s\n".formatted(features.overlap))
            .append("measured-on: h0-0\ncalculations:\n");
    for (int i = 0; i < calculations; i++) {
      app.append(
          "  k%d: {time: %d ms, cpu: %d%%, split: true%s%s}\n"
              .formatted(
                  i,
                  random.nextInt(0, 100),
                  random.nextInt(0, 101),
                  features.stream && random.nextBoolean() ? ", stream: true" : "",
                  features.every && random.nextInt(3) == 0
                      ? ", every: " + random.nextInt(1, 4)
                      : ""));
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
                      random.nextBoolean() ? ", message: %d kB".formatted(random.nextInt(1, 100)) : "",
                      random.nextInt(4) == 0 ? ", broadcast: true" : "",
                      features.every && random.nextInt(3) == 0
                          ? ", every: " + random.nextInt(1, 4)
                          : ", every: 1"));
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

  /** What a random case may have. */
  record Features(String overlap, boolean gaps, boolean latency, boolean stream, boolean every) {}
}

package io.strait.program.run;

import io.strait.program.plan.Flows;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A data flow, a grid and a placement from a seed: everything that an app file can say of data. */
final class RandomFlow {
  private final SplittableRandom random;

  private RandomFlow(long seed) {
    this.random = new SplittableRandom(seed);
  }

  static Wiring of(long seed) {
    return new RandomFlow(seed).wiring();
  }

  private Wiring wiring() {
    int machines = random.nextInt(1, 7);
    var flow = Flows.of(grid(machines), app());
    var parts = new ArrayList<List<Placement.Part>>();
    for (var each : flow.app().calculations()) {
      int count = each.split() ? random.nextInt(1, 5) : 1;
      var all = new ArrayList<Placement.Part>();
      for (int i = 0; i < count; i++) {
        all.add(new Placement.Part(random.nextInt(machines), 1.0 / count));
      }
      parts.add(all);
    }
    return new Wiring(flow, new Placement(parts), IntStream.range(0, machines).boxed().toList());
  }

  private String grid(int machines) {
    int left = random.nextInt(1, machines + 1);
    var text = new StringBuilder("grid: g\nclusters:\n");
    cluster(text, "left", left);
    if (left < machines) {
      cluster(text, "right", machines - left);
      text.append("links:\n  - {between: [left, right], ").append(network()).append("}\n");
    }
    return text.toString();
  }

  private void cluster(StringBuilder text, String name, int hosts) {
    text.append("  %s:\n    lan: {%s}\n".formatted(name, network()));
    text.append(
        "    hosts: [{name: %s, count: %d, cores: %d, cards: %d}]\n"
            .formatted(name, hosts, random.nextInt(1, 3), random.nextInt(1, 3)));
  }

  private String network() {
    return "bandwidth: %d MB/s, latency: %d ms, message-setup: %d ms, cpu: %d%%, duplex: %s"
        .formatted(
            random.nextInt(1, 100),
            random.nextInt(20),
            random.nextInt(3),
            random.nextInt(1, 100),
            random.nextBoolean() ? "full" : "half");
  }

  private String app() {
    int count = random.nextInt(1, 7);
    var text = new StringBuilder("app: p\nkind: program\n");
    text.append("units: %d\n".formatted(random.nextInt(1, 30)));
    text.append(
        "overlap: %s\ncalculations:\n".formatted(random.nextBoolean() ? "none" : "threads"));
    for (int i = 0; i < count; i++) {
      text.append(
          "  c%d: {time: %d ms, cpu: %d%%%s%s%s%s}\n"
              .formatted(
                  i,
                  random.nextInt(30),
                  random.nextInt(101),
                  random.nextInt(4) == 0 ? ", split: true" : "",
                  random.nextInt(5) == 0 ? ", late: true" : "",
                  random.nextInt(2) == 0 ? ", stream: true" : "",
                  // Something has to be done for units.
                  i == 0 ? everyUnits() : every()));
    }
    var data = new StringBuilder();
    for (int from = 0; from < count; from++) {
      for (int to = 0; to < count; to++) {
        if (from != to && random.nextInt(from < to ? 2 : 6) == 0) {
          data.append(
              "  - {from: c%d, to: c%d, volume: %d B%s%s%s%s}\n"
                  .formatted(
                      from,
                      to,
                      new int[] {0, 1, 9, 1000, 70_000, 200_000}[random.nextInt(6)],
                      random.nextInt(2) == 0 ? ", message: %d B".formatted(message()) : "",
                      random.nextInt(4) == 0 ? ", broadcast: true" : "",
                      from > to || random.nextInt(5) == 0 ? ", late: true" : "",
                      every()));
        }
      }
    }
    return data.isEmpty() ? text.toString() : text + "data:\n" + data;
  }

  private int message() {
    return new int[] {1, 100, 5000, 100_000}[random.nextInt(4)];
  }

  private String every() {
    return random.nextInt(8) == 0 ? ", every: " + random.nextInt(5, 60) + " ms" : everyUnits();
  }

  private String everyUnits() {
    return random.nextInt(4) == 0 ? ", every: " + random.nextInt(1, 5) : "";
  }
}

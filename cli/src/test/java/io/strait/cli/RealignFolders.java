package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** Folders of realignments' runs, from plan and simulation, as a run would leave them. */
final class RealignFolders {
  private RealignFolders() {}

  /** The run of an example that took a little longer than simulated. */
  static Path example(Path run, String name) throws IOException {
    Files.createDirectories(run);
    plan(run, CommandLineRun.example(name));
    return measured(run);
  }

  /** A thousand ranks in three clusters, on a grid with bandwidths. */
  static Path large(Path run) throws IOException {
    Files.createDirectories(run);
    var grid = Files.createTempFile(run.getParent(), "grid", ".yaml");
    Files.writeString(
        grid,
        """
        grid: thousand
        clusters:
          north: {lan: {bandwidth: 100 MB/s, latency: 1 ms}, hosts: [{name: n, count: 400}]}
          south: {lan: {bandwidth: 100 MB/s, latency: 1 ms}, hosts: [{name: s, count: 300}]}
          west-with-a-very-long-name:
            lan: {bandwidth: 100 MB/s, latency: 1 ms}
            hosts: [{name: w, count: 300}]
        links:
          - {between: [north, south], bandwidth: 10 MB/s, latency: 20 ms}
          - {between: [south, west-with-a-very-long-name], bandwidth: 5 MB/s, latency: 30 ms}
        """);
    var app = Files.createTempFile(run.getParent(), "app", ".yaml");
    Files.writeString(
        app,
        """
        app: large
        kind: realign
        array: {shape: [8000000], element: 8 B}
        source: {distribution: [block]}
        target: {distribution: [partition(8)]}
        """);
    plan(run, grid.toString(), app.toString());
    return measured(run);
  }

  private static void plan(Path run, String... inputs) {
    var line = new ArrayList<String>();
    line.add("plan");
    line.addAll(java.util.List.of(inputs));
    line.addAll(java.util.List.of("-o", run.resolve("plan.yaml").toString()));
    var planned = CommandLineRun.of(line.toArray(String[]::new));
    assertThat(planned.exitCode()).as(planned.err()).isZero();
  }

  /** Writes what would have been measured, a tenth more than simulated. */
  private static Path measured(Path run) throws IOException {
    var simulated =
        CommandLineRun.of("simulate", run.resolve("plan.yaml").toString(), "--format", "json")
            .json();
    Files.writeString(
        run.resolve("summary.json"),
        "{\"kind\": \"realign\", \"steps\": [\n%s,\n%s]}\n"
            .formatted(
                step("natural", simulated.get("before"), simulated),
                step("renumbered", simulated, simulated)));
    return run;
  }

  private static String step(String name, JsonNode side, JsonNode plan) {
    double measured = Math.max(1e-3, side.get("simulated_time_s").asDouble() * 1.1);
    var ranks = new StringBuilder();
    var random = new Random(1);
    int count = plan.get("permutation").size();
    for (int r = 0; r < count; r++) {
      ranks.append(r == 0 ? "" : ",\n");
      double pack = measured * random.nextDouble(0.02, 0.06);
      double wait = measured * random.nextDouble(0.5, 0.8);
      ranks.append(
          String.format(
              Locale.ROOT,
              "{\"rank\": %d, \"host\": \"h%d\", \"cluster\": \"%s\", \"pack_s\": %.9f, \"wait_s\":"
                  + " %.9f, \"unpack_s\": %.9f, \"io_s\": %.9f, \"sent_bytes\": %d,"
                  + " \"received_bytes\": %d, \"memory_bytes\": %d}",
              r,
              r,
              plan.get("clusters").get(r * plan.get("clusters").size() / count).asString(),
              pack,
              wait,
              pack / 2,
              pack / 5,
              100_000 + r,
              200_000 + r,
              1_000_000));
    }
    return String.format(
        Locale.ROOT,
        "{\"name\": \"%s\", \"predicted_s\": %s, \"simulated_s\": %s, \"measured_s\": %s,"
            + " \"precision\": 0.9, \"interior\": %d, \"external\": %d, \"interior_bytes\": %d,"
            + " \"external_bytes\": %d, \"verified\": true, \"ranks\": [%s]}",
        name,
        side.get("time_s"),
        side.get("simulated_time_s"),
        measured,
        side.get("interior").asLong(),
        side.get("external").asLong(),
        side.get("interior_bytes").asLong(),
        side.get("external_bytes").asLong(),
        ranks);
  }
}

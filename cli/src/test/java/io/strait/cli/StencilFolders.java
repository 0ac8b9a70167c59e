package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** The folder of a stencil's run with more ranks than a test can run, from plan and simulation. */
final class StencilFolders {
  private static final int BINS = 300;

  private StencilFolders() {}

  /** The example heat, over sooner. */
  static String shortHeat(Path folder) throws IOException {
    var heat = Path.of(CommandLineRun.example("heat"));
    Files.createDirectories(folder);
    for (var name : List.of("grid.yaml", "app.yaml", "run.yaml")) {
      var text = Files.readString(heat.resolve(name)).replace("iterations: 500", "iterations: 100");
      Files.writeString(folder.resolve(name), text);
    }
    return folder.toString();
  }

  /** A thousand ranks in three clusters. */
  static Path large(Path run) throws IOException {
    Files.createDirectories(run);
    var grid = Files.createTempFile(run.getParent(), "grid", ".yaml");
    Files.writeString(
        grid,
        """
        grid: thousand
        clusters:
          north: {lan: {latency: 2 ms}, hosts: [{name: n, count: 400}]}
          south: {lan: {latency: 2 ms}, hosts: [{name: s, count: 300}]}
          west-with-a-very-long-name: {lan: {latency: 3 ms}, hosts: [{name: w, count: 300}]}
        links:
          - {between: [north, south], latency: 20 ms}
          - {between: [south, west-with-a-very-long-name], latency: 30 ms}
        """);
    var app = Files.createTempFile(run.getParent(), "app", ".yaml");
    Files.writeString(
        app,
        """
        app: large
        kind: stencil
        domain: [4000, 40]
        type: float
        stencil: 5-point
        iterations: 40
        processors: [4, 250]
        cost-per-cell: 10 us
        run: {class: io.strait.apps.Heat}
        """);
    var plan = run.resolve("plan.yaml").toString();
    var planned = CommandLineRun.of("plan", grid.toString(), app.toString(), "-o", plan);
    assertThat(planned.exitCode()).as(planned.err()).isZero();
    var simulated = CommandLineRun.of("simulate", plan, "--format", "json").json();
    double measured = simulated.get("simulated_iteration_s").asDouble() * 1.1;
    var best = simulated.get("best").asString();
    Files.writeString(
        run.resolve("summary.json"),
        """
        {"strategies": [{"name": "%s", "simulated_iteration_s": %s, "measured_iteration_s": %s,
          "measured_time_s": %s, "iterations": 40, "time_scale": 1, "computing": 0.3,
          "waiting_lan": 0.4, "waiting_gap": 0.2, "measured_memory_bytes": 4600000}]}
        """
            .formatted(best, measured / 1.1, measured, 40 * measured));
    Files.writeString(run.resolve("ranks.tsv"), ranks(40 * measured / BINS));
    return run;
  }

  private static String ranks(double width) {
    var random = new Random(1);
    var text = new StringBuilder("rank\tkind\tseconds\tbin_s\tshare_by_bin\n");
    for (int rank = 0; rank < 1000; rank++) {
      for (var kind : new String[] {"compute", "lan", "gap"}) {
        text.append("%d\t%s\t%.6f\t%.9f\t".formatted(rank, kind, width * BINS / 3, width));
        text.append(
            random
                .doubles(BINS, 0, 0.5)
                .mapToObj("%.3f"::formatted)
                .collect(Collectors.joining(",")));
        text.append('\n');
      }
    }
    return text.toString();
  }
}

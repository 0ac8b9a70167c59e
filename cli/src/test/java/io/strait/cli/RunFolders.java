package io.strait.cli;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.simulate.FarmOutcome;
import io.strait.farm.trace.FarmTrace;
import io.strait.farm.trace.TraceNames;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.model.text.Document;
import io.strait.model.text.Tree;
import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Folders of runs as docs/run-folder.md specifies them, from simulations: tasks, bytes and results
 * are where and when a real run would have them.
 */
final class RunFolders {
  private final Path folder;
  private final Inputs<FarmApp> inputs;
  private FarmPlan plan;
  private RehearsalSettings settings = RehearsalSettings.DEFAULT;
  private final Map<String, Intervals> down = new HashMap<>();
  private final Map<String, Timeline> gapSpeed = new HashMap<>();
  private final List<String> extra = new ArrayList<>();
  private int failEvery;
  private boolean summary = true;
  private boolean batches;

  RunFolders(Path folder, String grid, String app) throws IOException {
    this.folder = Files.createDirectories(folder);
    inputs = FarmFile.inputs(Document.parse("grid", grid), Document.parse("app", app));
    plan = FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
  }

  /** Three clusters, 16 workers, 500 tasks: the testbed of paper tuning. */
  static RunFolders threeContinents(Path folder) throws IOException {
    var example = CommandLineRun.root().resolve("examples/three-continents");
    return new RunFolders(
            folder,
            Files.readString(example.resolve("grid.yaml")),
            Files.readString(example.resolve("app.yaml")))
        .varying(0.15);
  }

  /** One cluster of three workers. */
  static RunFolders three(Path folder) throws IOException {
    return new RunFolders(
            folder,
            """
            grid: small
            home: here
            clusters:
              here:
                lan: {bandwidth: 10 MiB/s}
                hosts:
                  - {name: front, role: master}
                  - {name: a, rate: 0.5/s}
                  - {name: b, rate: 0.4/s}
                  - {name: c, cores: 4, rate: 1/s}
            """,
            "{app: small, kind: farm, tasks: 90, input: 1 kB, output: 200 kB}")
        .varying(0.3);
  }

  /** A thousand workers in five clusters, 100,000 tasks, a cut, failures. */
  static RunFolders large(Path folder) throws IOException {
    var grid = new StringBuilder("grid: large\nhome: c0\nclusters:\n");
    for (int c = 0; c < 5; c++) {
      grid.append("  c%d:\n    lan: {bandwidth: 100 MiB/s, latency: 0.2 ms}\n".formatted(c));
      grid.append("    hosts:\n");
      if (c == 0) {
        grid.append("      - {name: front, role: master}\n");
      }
      grid.append(
          "      - {name: h%d-, count: %d, rate: %f/s}\n"
              .formatted(c, 100 + 50 * c, 0.01 + 0.002 * c));
    }
    grid.append("links:\n");
    for (int c = 1; c < 5; c++) {
      grid.append(
          "  - {between: [c0, c%d], bandwidth: %d KiB/s, latency: 40 ms}\n".formatted(c, 200 * c));
    }
    return new RunFolders(
            folder,
            grid.toString(),
            "{app: large, kind: farm, tasks: 100000, input: 1 kB, output: 100 kB}")
        .varying(0.4)
        .failing(400)
        .down("h1-7", 700, 1500)
        .down("h3-40", 2000, 2600)
        .down("h4-9", 3000, 9000)
        .cut("c0-c2", 2, 1800, 2520);
  }

  /** A gap carries nothing for a while, in seconds; the gateway of the cluster is away. */
  RunFolders cut(String gap, int cluster, double from, double to) {
    gapSpeed.put(
        gap, Timeline.constant(1).without(new Intervals(new double[] {from}, new double[] {to})));
    return line("- %d %d no word for 30 s".formatted(Math.round(1e3 * from), cluster + 1))
        .line("+ %d %d".formatted(Math.round(1e3 * to), cluster + 1));
  }

  RunFolders varying(double by) {
    settings =
        RehearsalSettings.of(
            s -> {
              s.work = new ServiceDistribution.Uniform(by);
              s.lease = Duration.ofSeconds(30);
              s.gapSpeed = gapSpeed;
              s.hostDown = down;
            });
    return this;
  }

  /** A host is away for a while, in seconds. */
  RunFolders down(String host, double from, double to) {
    down.put(host, new Intervals(new double[] {from}, new double[] {to}));
    return this;
  }

  /** An attempt in so many fails. */
  RunFolders failing(int every) {
    failEvery = every;
    return this;
  }

  /** One more line of events, fields with blanks between. */
  RunFolders line(String line) {
    extra.add(line);
    return this;
  }

  /** Gateways keep work for so long. */
  RunFolders stock(Duration time) {
    plan = plan.withStock(time);
    return this;
  }

  RunFolders withoutSummary() {
    summary = false;
    return this;
  }

  /** Many short tasks: told in batches of ten. */
  RunFolders inBatches() {
    batches = true;
    return this;
  }

  /** Writes the folder. */
  Path write() throws IOException {
    var app = inputs.app();
    var rehearsal = new Rehearsal(inputs.grid(), app, plan, plan.result(), settings);
    var trace = new FarmTrace(TraceNames.of(rehearsal, plan));
    var result = rehearsal.run(trace);
    Files.writeString(
        folder.resolve("run.json"),
        "{\n  \"name\": \"%s-1\",\n  \"app\": \"%s\"\n}\n".formatted(app.name(), app.name()));
    Files.writeString(
        folder.resolve("plan.yaml"), new PlanFile<>(inputs, plan).tree(FarmPlanFile.FORMAT).yaml());
    Files.writeString(folder.resolve("events.tsv"), events(rehearsal, trace, result.makespan()));
    if (summary) {
      Files.writeString(folder.resolve("summary.json"), summary(result).json());
    }
    return folder;
  }

  /** A line of events and its time. */
  private record Line(double time, String text) {}

  private String events(Rehearsal rehearsal, FarmTrace trace, double makespan) {
    var clusters = rehearsal.clusters();
    int home = clusters.indexOf(plan.masterCluster());
    var head = new ArrayList<String>();
    head.add("strait-events\t1\t%d\t3600\t2026-01-01T12:00:00Z".formatted(plan.tasks()));
    head.add("n\t0\t-1\tmaster\t" + plan.master());
    for (int c = 0; c < clusters.size(); c++) {
      if (c != home) {
        head.add("n\t%d\t0\tgateway\t%s".formatted(c + 1, clusters.get(c)));
      }
    }
    int first = clusters.size() + 1;
    var lines = new ArrayList<Line>();
    lines.add(new Line(0, "m\t0\tlife 1 of the master began"));
    for (int c = 0; c < clusters.size(); c++) {
      if (c != home) {
        lines.add(new Line(0, "+\t%d\t%d".formatted(0, c + 1)));
      }
    }
    for (int w = 0; w < rehearsal.workers().size(); w++) {
      int c = rehearsal.clusterOf(w);
      head.add(
          "n\t%d\t%d\tworker\t%s"
              .formatted(first + w, c == home ? 0 : c + 1, rehearsal.workers().get(w)));
      lines.add(new Line(0, "+\t0\t%d".formatted(first + w)));
      var away = down.get(rehearsal.workers().get(w));
      if (away != null && away.start(0) < makespan) {
        lines.add(at(away.start(0), "-", "%d\tconnection reset".formatted(first + w)));
        if (away.end(0) < makespan) {
          lines.add(at(away.end(0), "+", "" + (first + w)));
        }
      }
    }
    records(rehearsal, trace, lines, first);
    lines.add(at(makespan, "f", "" + plan.tasks()));
    for (var line : extra) {
      int kinds = line.startsWith("m") ? 3 : 4;
      var fields = line.split(" ", kinds);
      lines.add(new Line(Double.parseDouble(fields[1]) / 1e3, String.join("\t", fields)));
    }
    lines.sort(Comparator.comparingDouble(Line::time));
    return head.stream().collect(Collectors.joining("\n"))
        + "\n"
        + lines.stream().map(Line::text).collect(Collectors.joining("\n"))
        + "\n";
  }

  private static Line at(double seconds, String kind, String rest) {
    return new Line(seconds, "%s\t%d\t%s".formatted(kind, Math.round(1e3 * seconds), rest));
  }

  private void records(Rehearsal rehearsal, FarmTrace trace, List<Line> lines, int first) {
    var app = inputs.app();
    var clusters = rehearsal.clusters();
    long perTask = Math.round(app.output().count());
    int computed = 0;
    var results = new ArrayList<double[]>();
    var counts = new int[rehearsal.workers().size()];
    var gaps = new int[rehearsal.gapCount()];
    for (int g = 0; g < gaps.length; g++) {
      int gap = g;
      gaps[g] =
          IntStream.range(0, clusters.size())
              .filter(
                  c ->
                      !clusters.get(c).equals(plan.masterCluster())
                          && List.of(rehearsal.gapName(gap).split("-")).contains(clusters.get(c)))
              .findFirst()
              .orElseThrow();
    }
    var recorder = trace.recording();
    for (int r = 0; r < recorder.count(); r++) {
      double start = recorder.start(r);
      double end = recorder.end(r);
      long took = Math.round(1e3 * (end - start));
      if (recorder.is(r, FarmTrace.COMPUTE)) {
        int worker = trace.worker(recorder.lane(r));
        int node = first + worker;
        boolean bad = failEvery > 0 && ++computed % failEvery == 0;
        int count = ++counts[worker];
        if (!batches) {
          lines.add(
              at(
                  end,
                  "t",
                  "%d\t%d\t%d\t%s"
                      .formatted(node, recorder.number(r), took, bad ? "failed" : "ok")));
        } else if (count % 10 == 0) {
          lines.add(at(end, "b", "%d\t10\t%d\t%d".formatted(node, 10 * took, 10 * took)));
        }
        if (clusters.get(rehearsal.clusterOf(worker)).equals(plan.masterCluster())) {
          results.add(new double[] {end, 1});
        }
        if (count % 5 == 0) {
          lines.add(at(end, "l", "%d\t%d\t%d".formatted(node, 5 * perTask, 500)));
        }
      } else if (recorder.is(r, FarmTrace.RESULT)) {
        int server = recorder.lane(r) - trace.server(FarmOutcome.gap(clusters.size(), 0, 0));
        if (server >= 0) {
          int combined = plan.result().clusters().get(gaps[server / 2]).aggregate();
          results.add(new double[] {end, combined});
          lines.add(at(end, "l", "%d\t%d\t40".formatted(gaps[server / 2] + 1, perTask)));
        }
      }
    }
    results.sort(Comparator.comparingDouble(r -> r[0]));
    double finished = 0;
    for (var result : results) {
      finished += result[1];
      if (finished < plan.tasks()) {
        lines.add(at(result[0], "f", "%.0f".formatted(finished)));
      }
    }
  }

  private Tree summary(Rehearsal.Result result) {
    var tree =
        new Tree()
            .put("run", "run-1")
            .put("app", inputs.app().name())
            .put("state", "done")
            .put("tasks", plan.tasks())
            .put("finished", plan.tasks())
            .put("failed", 0)
            .put("time_scale", 3600)
            .put("time_s", plan.result().total().timeSeconds())
            .put("simulated_time_s", result.makespan() * 0.99)
            .put("measured_time_s", result.makespan());
    phase(tree, plan.steps().size() - 1, result, 1);
    var steps = new ArrayList<Tree>();
    for (int s = 0; s + 1 < plan.steps().size(); s++) {
      var name = plan.steps().get(s).phase().name().toLowerCase(Locale.ROOT);
      steps.add(phase(new Tree().put("phase", name), s, result, 0.95 + 0.02 * s));
    }
    return tree.put("steps", steps);
  }

  /** The last phase as simulated; earlier ones a share of what was promised. */
  private Tree phase(Tree tree, int step, Rehearsal.Result result, double share) {
    var phase = plan.steps().get(step);
    boolean last = step == plan.steps().size() - 1;
    double local = phase.total().estimatedRate() / phase.total().speedup();
    var clusters = new ArrayList<Tree>();
    for (var c : phase.clusters()) {
      double rate = last ? result.rate(c.name()) : share * c.estimatedRate();
      clusters.add(
          figures(FarmPlanTree.cluster(c), rate, local, c.availableRate(), c.estimatedRate()));
    }
    double rate = last ? result.rate() : share * phase.total().estimatedRate();
    return tree.put("clusters", clusters)
        .put(
            "total",
            figures(
                    FarmPlanTree.total(phase.total()),
                    rate,
                    local,
                    phase.total().availableRate(),
                    phase.total().estimatedRate())
                .put("measured_time_s", plan.tasks() / rate));
  }

  private static Tree figures(
      Tree tree, double rate, double local, double available, double estimated) {
    return tree.put("simulated_rate", 1.01 * rate)
        .put("measured_rate", rate)
        .put("simulated_speedup", 1.01 * rate / local)
        .put("measured_speedup", rate / local)
        .put("simulated_efficiency", 1.01 * rate / available)
        .put("measured_efficiency", rate / available)
        .put("precision", Math.min(rate, estimated) / Math.max(rate, estimated));
  }

  /** Writes folders to look at: {@code RunFolders DIR}. */
  public static void main(String[] args) throws IOException {
    var dir = Path.of(args[0]);
    three(dir.resolve("three")).write();
    threeContinents(dir.resolve("continents"))
        .cut("argentina-spain", 2, 4000, 5200)
        .line("m 9000000 life 2 of the master began")
        .failing(60)
        .write();
    threeContinents(dir.resolve("smooth")).varying(0.01).withoutSummary().write();
    large(dir.resolve("large")).write();
    threeContinents(dir.resolve("batches")).inBatches().write();
  }
}

package io.strait.bench.lab;

import static io.strait.bench.Summary.has;
import static io.strait.bench.Summary.inner;
import static io.strait.bench.Summary.items;
import static io.strait.bench.Summary.number;
import static io.strait.bench.Summary.text;

import io.strait.bench.Command;
import io.strait.bench.Summary;
import io.strait.bench.TextTable;
import io.strait.model.text.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The experiments of papers tuning, placement, lhrp and porting on real TCP between the hosts of
 * labs: what the plan promises, what the simulation says, what was measured.
 *
 * <p>{@code ./bench rehearsal tuning lhrp} runs some of them.
 */
public final class RehearsalBench {
  private static final double GOAL = 0.95;
  private static final List<String> MASTERS =
      List.of(
          "azulejo",
          "kingkong",
          "kongo",
          "lorax",
          "tandem",
          "thing1",
          "magie",
          "saltimbanco",
          "sojourner");

  private final Path folder;
  private final List<String> summary = new ArrayList<>();

  private RehearsalBench(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    var wanted = args.length == 0 ? Set.of("tuning", "placement", "lhrp", "porting") : Set.of(args);
    var folder = Files.createDirectories(Path.of("benchmarks", "target", "rehearsal"));
    var bench = new RehearsalBench(folder.toAbsolutePath());
    if (wanted.contains("tuning")) {
      bench.tuning();
    }
    if (wanted.contains("placement")) {
      bench.placement();
    }
    if (wanted.contains("lhrp")) {
      bench.lhrp();
    }
    if (wanted.contains("porting")) {
      bench.porting();
    }
    bench.summary.forEach(System.out::println);
  }

  /** Tables 2 to 4 of paper tuning: three continents. */
  private void tuning() throws IOException {
    var run = run("tuning", List.of("examples/three-continents", "--duration", "4 min"));
    var table =
        new TextTable("phase", "estimated", "simulated", "measured", "published", "precision");
    for (var step : items(run, "steps")) {
      var total = inner(step, "total");
      table.add(
          text(step, "phase"),
          "%.3f".formatted(number(total, "speedup")),
          "%.3f".formatted(number(total, "simulated_speedup")),
          "%.3f".formatted(number(total, "measured_speedup")),
          "%.3f".formatted(number(total, "reference_speedup")),
          "%.1f %%".formatted(100 * number(total, "precision")));
      line(
          "tuning " + text(step, "phase"),
          number(total, "measured_speedup"),
          number(total, "speedup"));
    }
    System.out.println(table);
  }

  /** Figure 4 of paper placement: Mandelbrot with each of nine machines as master. */
  private void placement() throws IOException {
    var table = new TextTable("master", "planned", "simulated", "measured", "precision");
    double best = Double.POSITIVE_INFINITY;
    double chosen = Double.NaN;
    var planned =
        Summary.of(List.of("./strait", "plan", "examples/nine-machines", "--format", "json"));
    var choice = text(planned, "master");
    for (var master : MASTERS) {
      var run =
          run(
              "placement-" + master,
              List.of("examples/nine-machines", "--master", master, "--time-scale", "1"));
      double measured = number(run, "measured_time_s");
      table.add(
          master,
          "%.2f s".formatted(number(run, "time_s")),
          "%.2f s".formatted(number(run, "simulated_time_s")),
          "%.2f s".formatted(measured),
          "%.1f %%".formatted(100 * number(run, "precision")));
      best = Math.min(best, measured);
      chosen = master.equals(choice) ? measured : chosen;
    }
    System.out.println(table);
    summary.add(
        "rehearsal placement: the plan's master %s %.2f s, the best %.2f s, ratio %.3f (goal at most 1.03)"
            .formatted(choice, chosen, best, chosen / best));
  }

  /** Figure 6 of paper lhrp: two MPI jobs joined over a gap. */
  private void lhrp() throws IOException {
    var table = new TextTable("latency", "strategy", "predicted", "measured", "ratio");
    for (int latency : new int[] {50, 200, 700}) {
      var place = Files.createDirectories(folder.resolve("heat-" + latency));
      var grid =
          Files.readString(Path.of("examples/heat/grid.yaml"), StandardCharsets.UTF_8)
              .replace("latency: 200 ms", "latency: %d ms".formatted(latency));
      Files.writeString(place.resolve("grid.yaml"), grid);
      // About as long for each: the ranks need their time until they are warm.
      var strategies = new ArrayList<>(heat(place, latency, "lh", 30_000 / latency));
      strategies.removeIf(strategy -> !text(strategy, "name").equals("lh"));
      strategies.addAll(
          heat(place, latency, "lhrp,wavefront,deep-halo", latency < 100 ? 9000 : 3000));
      for (var strategy : strategies) {
        double predicted = number(strategy, "iteration_s");
        double measured = number(strategy, "measured_iteration_s");
        table.add(
            latency + " ms",
            text(strategy, "name"),
            "%.2f ms".formatted(predicted * 1e3),
            "%.2f ms".formatted(measured * 1e3),
            "%.3f".formatted(measured / predicted));
        line("lhrp %d %s".formatted(latency, text(strategy, "name")), measured, predicted);
      }
    }
    System.out.println(table);
  }

  /** The strategies that were measured. */
  private List<Fields> heat(Path place, int latency, String steps, int iterations)
      throws IOException {
    var app =
        Files.readString(Path.of("examples/heat/app.yaml"), StandardCharsets.UTF_8)
            .replace("iterations: 500", "iterations: " + iterations);
    Files.writeString(place.resolve("app.yaml"), app);
    var run =
        run(
            "lhrp-%d-%d".formatted(latency, iterations),
            List.of(place.toString(), "--time-scale", "1", "--steps", steps));
    return items(run, "strategies").stream()
        .filter(strategy -> has(strategy, "measured_iteration_s"))
        .toList();
  }

  /** The viewer of paper porting. */
  private void porting() throws IOException {
    var run = run("porting", List.of("examples/viewer"));
    line("porting viewer", number(run, "measured_rate"), number(run, "rate"));
  }

  private void line(String name, double measured, double promised) {
    double ratio = Math.min(measured, promised) / Math.max(measured, promised);
    summary.add(
        "rehearsal %s: measured %.4g, promised %.4g, ratio %.3f (goal %.2f)"
            .formatted(name, measured, promised, ratio, GOAL));
    System.err.println(summary.getLast());
  }

  private Fields run(String name, List<String> arguments) throws IOException {
    var target = folder.resolve(name);
    Command.call(List.of("rm", "-rf", target.toString()));
    var command = new ArrayList<>(List.of("./strait", "run"));
    command.addAll(arguments);
    command.addAll(List.of("--lab", "--format", "json", "--quiet", "--folder", target.toString()));
    return Summary.of(command);
  }
}

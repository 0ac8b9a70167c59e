package io.strait.bench.program;

import io.strait.apps.Viewer;
import io.strait.apps.viewer.Sequential;
import io.strait.bench.Command;
import io.strait.bench.TextTable;
import io.strait.kind.code.Settings;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The test case of paper porting: a viewer of terrain that is measured where it is, predicted for
 * one to six ray tracers on slower machines and a slow network, and then run there, with machines
 * and network emulated: in one process and as processes. Then what nobody tuned: machines of half
 * the speed, messages a tenth as long, a network that decides, and two network cards against that.
 *
 * <p>{@code ./bench viewer embedded} leaves the processes out.
 */
public final class ViewerBench {
  /** This machine is so many times faster than the machines that are emulated. */
  private static final double FASTER = 8;

  private static final double GOAL = 0.95;
  private static final int FRAMES_MEASURED = 60;

  /**
   * A grid and a program.
   *
   * @param speed of the machines, compared with the plain case
   * @param bandwidth of the network, in megabytes per second
   * @param message in bytes
   * @param cards of the machine that displays
   */
  private record Case(
      String name,
      int tracers,
      double speed,
      double bandwidth,
      int message,
      int cards,
      boolean processes) {}

  private final Path folder;
  private final Sequential measured;
  private final List<String> summary = new ArrayList<>();
  private final TextTable table =
      new TextTable(
          "case",
          "tracers",
          "predicted",
          "simulated",
          "measured",
          "precision",
          "bound by",
          "busiest");

  private ViewerBench(Path folder, Sequential measured) {
    this.folder = folder;
    this.measured = measured;
  }

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    System.setProperty("java.awt.headless", "true");
    var folder = Files.createDirectories(Path.of("benchmarks", "target", "viewer"));
    int warm = Viewer.sequential(Settings.of(Map.of()), 20, folder).units();
    var measured = Viewer.sequential(Settings.of(Map.of()), FRAMES_MEASURED, folder);
    System.out.printf(
        "The viewer here, one frame after the other (%d frames after %d to warm up):%n",
        FRAMES_MEASURED, warm);
    for (var each : measured.calculations()) {
      System.out.printf(
          "  %-8s %s, %.0f %% of it computing, sends %d B%n",
          each.calculation(), Durations.rounded(each.seconds()), 100 * each.cpu(), each.bytes());
    }
    System.out.printf(
        "Predicted and measured on emulated machines that are %.0f times slower; frames per"
            + " second.%n%n",
        FASTER);
    new ViewerBench(folder, measured).run(!List.of(args).contains("embedded"));
  }

  private void run(boolean processes) throws IOException {
    for (int tracers = 1; tracers <= 6; tracers++) {
      run(new Case("plain", tracers, 1, 5, 32 << 10, 1, false));
    }
    for (int tracers : new int[] {2, 4, 6}) {
      run(new Case("half speed", tracers, 0.5, 5, 32 << 10, 1, false));
      run(new Case("messages / 10", tracers, 1, 5, (32 << 10) / 10, 1, false));
    }
    for (int cards = 1; cards <= 2; cards++) {
      run(new Case(cards + " display card", 6, 1, 1, 32 << 10, cards, false));
    }
    for (int tracers = 1; processes && tracers <= 6; tracers++) {
      run(new Case("processes", tracers, 1, 5, 32 << 10, 1, true));
    }
    System.out.println(table);
    summary.forEach(System.out::println);
  }

  private void run(Case each) throws IOException {
    var place = folder.resolve("%s-%d".formatted(each.name.replaceAll("\\W+", "-"), each.tracers));
    Files.createDirectories(place);
    Files.writeString(place.resolve("grid.yaml"), grid(each));
    Files.writeString(place.resolve("app.yaml"), app(each));
    delete(place.resolve("run"));
    var command =
        new ArrayList<>(
            List.of(
                "./strait",
                "run",
                place.toString(),
                "--time-scale",
                "1",
                "--format",
                "json",
                "--quiet",
                "--folder",
                place.resolve("run").toString()));
    if (each.processes) {
      command.addAll(List.of("--workers", "processes", "--mpi", "none"));
    }
    var output = Command.call(command);
    if (output.status() != 0) {
      throw new IOException("strait run ended with exit code " + output.status());
    }
    var document = Document.parse("summary", output.text());
    var fields = Fields.any(document, document.root(), "the summary");
    double predicted = number(document, fields, "rate");
    double rate = number(document, fields, "measured_rate");
    double precision = Math.min(predicted, rate) / Math.max(predicted, rate);
    var candidates = Fields.items(document, fields.required("candidates"), "candidates");
    var best = Fields.any(document, candidates.getLast(), "a candidate");
    var boundBy = Fields.text(document, best.required("bound_by"), "bound_by");
    table.add(
        each.name,
        Integer.toString(each.tracers),
        "%.2f".formatted(predicted),
        "%.2f".formatted(number(document, fields, "simulated_rate")),
        "%.2f".formatted(rate),
        "%.1f %%".formatted(100 * precision),
        boundBy,
        busiest(place.resolve("run/parts.tsv")));
    summary.add(
        "viewer %s %d: ours %.2f, peer %.2f, ratio %.3f (goal %.2f)"
            .formatted(each.name, each.tracers, predicted, rate, precision, GOAL));
    System.err.println(summary.getLast());
  }

  private static double number(Document document, Fields fields, String key) {
    return Double.parseDouble(Fields.text(document, fields.required(key), key));
  }

  /** The part that was at work most of the time, of those that others wait for. */
  private static String busiest(Path parts) throws IOException {
    double most = 0;
    String name = "";
    for (var line : Files.readAllLines(parts)) {
      var cells = line.split("\t", -1);
      if (!cells[0].equals("part") && !cells[0].equals("terrain")) {
        double busy = Double.parseDouble(cells[3]);
        if (busy > most) {
          most = busy;
          name = "%s %.0f %%".formatted(cells[0], 100 * busy);
        }
      }
    }
    return name;
  }

  private static void delete(Path run) {
    Command.call(List.of("rm", "-rf", run.toString()));
  }

  private String grid(Case each) {
    return """
    grid: lab
    clusters:
      lab:
        lan: {bandwidth: %s MB/s, latency: 0.2 ms, message-setup: 0.4 ms, bus: 25 MB/s, duplex: full}
        hosts:
          - {name: here, role: master, speed: %s Gflop/s}
          - {name: server, speed: %s Gflop/s}
          - {name: tracer, count: %d, speed: %s Gflop/s}
          - {name: screen, speed: %s Gflop/s, cards: %d}
    """
        .formatted(
            each.bandwidth, FASTER, each.speed, each.tracers, each.speed, each.speed, each.cards);
  }

  private String app(Case each) {
    var terrain = measured.calculations().get(0);
    var trace = measured.calculations().get(1);
    var display = measured.calculations().get(2);
    var hosts = new ArrayList<String>();
    for (int i = 1; i <= each.tracers; i++) {
      hosts.add("tracer" + i);
    }
    // About eight seconds, whatever the rate; processes need longer, for their code is cold at
    // first.
    int seconds = each.processes ? 24 : 8;
    double rate = each.tracers * each.speed / (trace.seconds() * FASTER);
    int units = (int) Math.max(16, seconds * Math.min(rate, 1e6 * each.bandwidth / trace.bytes()));
    return """
    app: viewer
    kind: program
    measured-on: here
    rate: frames
    units: %d
    overlap: threads
    calculations:
      terrain: {time: %s, cpu: %s%%, late: true}
      trace: {time: %s, cpu: %s%%, split: columns}
      display: {time: %s, cpu: %s%%}
    data:
      - {from: terrain, to: trace, volume: %d B, broadcast: true, every: 1 s}
      - {from: trace, to: display, volume: %d B, message: %d B}
    place: {terrain: server, trace: [%s], display: screen}
    run: {class: io.strait.apps.Viewer, with: {frames: 0}}
    """
        .formatted(
            units,
            seconds(terrain.seconds()),
            percent(terrain.cpu()),
            seconds(trace.seconds()),
            percent(trace.cpu()),
            seconds(display.seconds()),
            percent(display.cpu()),
            terrain.bytes(),
            trace.bytes(),
            each.message,
            String.join(", ", hosts));
  }

  private static String seconds(double seconds) {
    return "%.6f s".formatted(seconds);
  }

  private static String percent(double share) {
    return "%.1f".formatted(100 * share);
  }
}

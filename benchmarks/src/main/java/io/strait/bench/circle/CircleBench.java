package io.strait.bench.circle;

import io.strait.bench.Command;
import io.strait.bench.Summary;
import io.strait.bench.TextTable;
import io.strait.lab.Needs;
import io.strait.measure.grid.probe.HostSpeed;
import io.strait.model.Grid;
import io.strait.model.law.TcpLaw;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The circle: random grids are brought up in labs, measured with {@code strait measure grid}, and
 * compared with what they are: figures, topology, and plans from both files.
 *
 * <p>{@code ./bench circle [GRIDS [SEED]]}. The cost of a link is beside that of iperf3 with its
 * default of 10 s in each direction, which fills the link for that time.
 */
public final class CircleBench {
  private static final double GOAL = 0.05;
  private static final double IPERF_SECONDS = 10;
  private static final String APP =
      """
      app: circle
      kind: farm
      tasks: 1000
      input: 20 kB
      output: 60 kB
      work: 2 Gflop
      """;

  private static final double CROSS = 0.3;

  private final Path folder;
  private final double speed;
  private final boolean isCrossed;
  private final TextTable table =
      new TextTable(
          "seed",
          "clusters",
          "hosts",
          "bandwidth",
          "latency",
          "speed",
          "intervals",
          "topology",
          "plan",
          "rate",
          "s",
          "MB",
          "iperf3 MB",
          "fewer");
  private int right;
  private int same;
  private int within;
  private int held;
  private int intervals;
  private double bytes;
  private double peer;
  private double seconds;
  private int links;
  private double worstBandwidth;
  private double worstLatency;
  private double worstSpeed;

  private CircleBench(Path folder, double speed, boolean isCrossed) {
    this.folder = folder;
    this.isCrossed = isCrossed;
    this.speed = speed;
  }

  public static void main(String[] all) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    var missing = Needs.missing();
    if (missing != null) {
      System.err.println("this benchmark cannot run: " + missing);
      System.exit(1);
    }
    boolean isCrossed = List.of(all).contains("--cross");
    var args = Stream.of(all).filter(word -> !word.equals("--cross")).toArray(String[]::new);
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
    var folder = Files.createDirectories(Path.of("benchmarks", "target", "circle"));
    var bench = new CircleBench(folder.toAbsolutePath(), speed(), isCrossed);
    Files.writeString(bench.folder.resolve("app.yaml"), APP);
    for (int i = 0; i < count; i++) {
      bench.circle(seed + i);
    }
    bench.print(count);
  }

  /** The speed of a core here, the best of some, because others may use the machine. */
  private static double speed() throws IOException {
    double best = 0;
    for (int i = 0; i < 8; i++) {
      best = Math.max(best, HostSpeed.measure(1).one().median());
    }
    return best;
  }

  private void circle(long seed) throws IOException, InterruptedException {
    var file = folder.resolve("grid-%d.yaml".formatted(seed));
    var output = folder.resolve("measured-%d.yaml".formatted(seed));
    Files.writeString(file, new RandomGrid(seed, speed).draw());
    Files.deleteIfExists(output);
    var command =
        List.of(
            "./strait",
            "measure",
            "grid",
            "--lab",
            file.toString(),
            "--quota",
            "-o",
            output.toString(),
            "--format",
            "json");
    var truth = read(file);
    var printed = folder.resolve("report-%d.json".formatted(seed));
    var said = folder.resolve("said-%d.txt".formatted(seed));
    var process = Command.start(command, printed, said);
    try (var cross = new CrossTraffic(truth, CROSS)) {
      if (isCrossed) {
        cross.begin(process, said);
      }
      process.waitFor();
    }
    if (!Files.exists(output)) {
      table.add(Long.toString(seed), "", "", "", "", "", "", "failed", "", "", "", "", "", "");
      Files.readAllLines(said).forEach(System.err::println);
      return;
    }
    var report = Files.readString(printed);
    var comparison = new Comparison(truth, read(output), Summary.parse(report));
    held += comparison.held();
    intervals += comparison.intervals();
    var plan = plan(file);
    var other = plan(output);
    double rate = Math.abs(other.rate() / plan.rate() - 1);
    boolean isSame = plan.workers().equals(other.workers());
    var cost = cost(report, truth);
    table.add(
        Long.toString(seed),
        Integer.toString(truth.clusters().size()),
        Integer.toString(truth.hostCount()),
        percent(comparison.bandwidth()),
        percent(comparison.latency()),
        percent(comparison.speed()),
        "%d of %d".formatted(comparison.held(), comparison.intervals()),
        comparison.wrong().isEmpty() ? "right" : String.join(", ", comparison.wrong()),
        isSame ? "same" : other.workers() + " for " + plan.workers(),
        percent(rate),
        "%.1f".formatted(cost.seconds()),
        "%.1f".formatted(cost.bytes() / 1e6),
        "%.1f".formatted(cost.peer() / 1e6),
        "%.1f".formatted(cost.peer() / cost.bytes()));
    System.err.println(table);
    right += comparison.wrong().isEmpty() ? 1 : 0;
    same += isSame && rate <= GOAL ? 1 : 0;
    worstBandwidth = Math.max(worstBandwidth, comparison.bandwidth());
    worstLatency = Math.max(worstLatency, comparison.latency());
    worstSpeed = Math.max(worstSpeed, comparison.speed());
    boolean isWithin =
        Math.max(Math.max(comparison.bandwidth(), comparison.latency()), comparison.speed())
            <= GOAL;
    within += isWithin ? 1 : 0;
    bytes += cost.bytes();
    peer += cost.peer();
    seconds += cost.seconds();
    links += cost.links();
  }

  private static Grid read(Path file) {
    return GridFile.read(Document.read(file));
  }

  private static String percent(double share) {
    return "%.1f %%".formatted(100 * share);
  }

  /** How many hosts of each cluster work, and how many tasks are done per second. */
  private record Plan(Map<String, Integer> workers, double rate) {}

  private Plan plan(Path file) throws IOException {
    var fields =
        Summary.of(
            List.of(
                "./strait",
                "plan",
                file.toString(),
                folder.resolve("app.yaml").toString(),
                "--format",
                "json"));
    var workers = new TreeMap<String, Integer>();
    for (var cluster : Summary.items(fields, "clusters")) {
      // Hosts of a cluster are alike: how many of them work is what counts.
      for (var worker : Summary.texts(cluster, "workers")) {
        workers.merge(worker.replaceAll("[0-9]+$", ""), 1, Integer::sum);
      }
    }
    return new Plan(workers, Summary.number(Summary.inner(fields, "total"), "estimated_rate"));
  }

  /** What the links between clusters cost, and would cost iperf3. */
  private record Cost(double bytes, double peer, double seconds, int links) {}

  private static Cost cost(String report, Grid truth) {
    var document = Document.parse("report", report);
    var fields = Fields.any(document, document.root(), "the report");
    // All but LANs: also what showed that a pair has no link, and who shares a network.
    double bytes = Summary.number(fields, "bytes");
    for (var cluster : Summary.items(fields, "clusters")) {
      if (Summary.has(cluster, "lan")) {
        bytes -= Summary.number(Summary.inner(cluster, "lan"), "bytes");
      }
    }
    double seconds = 0;
    int count = 0;
    for (var link : Summary.items(fields, "links")) {
      seconds += Summary.number(link, "time_s");
      count++;
    }
    double peer = 0;
    for (var link : truth.links()) {
      var back = link.back() == null ? link.network() : link.back().network();
      for (var network : List.of(link.network(), back)) {
        // Under loss, TCP gets less than the link carries.
        double trip = 2 * Durations.seconds(network.latency());
        double rate =
            Math.min(
                network.bandwidth().bytesPerSecond(), TcpLaw.rate(trip, network.loss().ofOne()));
        peer += IPERF_SECONDS * rate;
      }
    }
    return new Cost(bytes, peer, seconds, count);
  }

  private void print(int count) {
    var lines = new ArrayList<String>();
    lines.add(
        "circle topology: ours %d, peer %d (grids), ratio %.2f (goal 1)"
            .formatted(right, count, (double) right / count));
    lines.add(
        "circle figures: ours %d grids with all within 5 %%, peer %d (grids), ratio %.2f (goal 1); worst bandwidth %s, latency %s, speed %s"
            .formatted(
                within,
                count,
                (double) within / count,
                percent(worstBandwidth),
                percent(worstLatency),
                percent(worstSpeed)));
    lines.add(
        "circle plans: ours %d with the same machines and rates within 5 %%, peer %d (grids), ratio %.2f (goal 1)"
            .formatted(same, count, (double) same / count));
    lines.add(
        "circle bytes-per-link: ours %.2f MB in %.1f s, peer %.2f MB (iperf3, 10 s each way), ratio %.1f (goal 5)"
            .formatted(bytes / links / 1e6, seconds / links, peer / links / 1e6, peer / bytes));
    lines.add(
        "circle intervals: ours %d that hold the bandwidth%s, peer %d (links and directions), ratio %.2f (goal 0.95)"
            .formatted(
                held,
                isCrossed ? " under cross traffic" : "",
                intervals,
                (double) held / intervals));
    System.out.println(table);
    lines.forEach(System.out::println);
  }
}

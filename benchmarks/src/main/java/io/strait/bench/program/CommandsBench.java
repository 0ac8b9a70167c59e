package io.strait.bench.program;

import io.strait.bench.Command;
import io.strait.bench.TextTable;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Programs that are made of other people's commands and described by {@code strait measure program}
 * alone: a pipeline that unpacks, sorts and packs words, and a server that answers a client far
 * away. Each is measured here, predicted for other machines and networks, and run there in
 * emulation.
 */
public final class CommandsBench {
  private static final double GOAL = 0.95;

  /** This machine is so many times faster than the machines that are emulated. */
  private static final double FASTER = 3;

  private final Path folder;
  private final TextTable table =
      new TextTable("program", "placement", "predicted", "simulated", "measured", "error");
  private final List<String> summary = new ArrayList<>();
  private final List<Double> errors = new ArrayList<>();

  private CommandsBench(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    var folder = Files.createDirectories(Path.of("benchmarks", "target", "commands"));
    int megabytes = args.length == 0 ? 16 : Integer.parseInt(args[0]);
    new CommandsBench(folder.toAbsolutePath()).run(megabytes);
  }

  private void run(int megabytes) throws IOException {
    var words = folder.resolve("words.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(words))) {
      var random = new SplittableRandom(1);
      for (long written = 0; written < megabytes * 1_000_000L; ) {
        var line = Long.toString(random.nextLong(1L << 40), 36) + "\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        written += line.length();
      }
    }
    pipeline(words);
    service();
    System.out.println(table);
    summary.forEach(System.out::println);
    System.out.printf(
        "commands mean error: %.1f %% (goal at most 5 %%)%n",
        100 * errors.stream().mapToDouble(each -> each).average().orElse(Double.NaN));
  }

  /** Unpacks, sorts and packs, in that order. */
  private void pipeline(Path words) throws IOException {
    var app = folder.resolve("pipeline.yaml");
    Files.deleteIfExists(app);
    measure(app, "unpack", null, words, "unpacked", List.of("gzip", "-dc"));
    measure(app, "sort", "unpack", folder.resolve("unpacked"), "sorted", sort());
    measure(app, "pack", "sort", folder.resolve("sorted"), "packed", List.of("gzip", "-c"));
    // The first command reads a file of its own in every unit, and there are several units.
    var text =
        Files.readString(app)
            .replace("gzip -dc", "gzip -dc < " + words)
            .replace("kind: program", "kind: program\nunits: 12\nrate: files\noverlap: threads");

    for (var placement :
        List.of(
            "{unpack: pc1, sort: pc2, pack: pc3}",
            "{unpack: pc1, sort: pc1, pack: pc2}",
            "{unpack: pc1, sort: pc1, pack: pc1}")) {
      predict("pipeline", text, placement, 20, "0.2 ms");
    }
  }

  private static List<String> sort() {
    return List.of("env", "LC_ALL=C", "sort", "--parallel=1");
  }

  /** A client asks, a server far away computes, the client shows the answer. */
  private void service() throws IOException {
    var app = folder.resolve("service.yaml");
    Files.deleteIfExists(app);
    measure(app, "ask", null, null, "question", List.of("head", "-c", "200000", "/dev/zero"));
    measure(
        app,
        "serve",
        "ask",
        folder.resolve("question"),
        "answer",
        List.of(
            "sh",
            "-c",
            "cat > /dev/null; seq 1 400000 | LC_ALL=C sort --parallel=1 | tail -c 500000"));
    measure(app, "show", "serve", folder.resolve("answer"), "shown", List.of("sha256sum"));
    var text =
        Files.readString(app)
            .replace("kind: program", "kind: program\nunits: 20\nrate: answers\noverlap: threads");
    for (var placement :
        List.of("{ask: pc1, serve: pc2, show: pc1}", "{ask: pc1, serve: pc1, show: pc2}")) {
      predict("service", text, placement, 1, "20 ms");
    }
  }

  private void measure(
      Path app,
      String name,
      @Nullable String after,
      @Nullable Path input,
      String output,
      List<String> command) {
    var line =
        new ArrayList<>(List.of("./strait", "measure", "program", "--name", name, "--repeat", "5"));
    if (after != null) {
      line.addAll(List.of("--after", after));
    }
    if (input != null) {
      line.addAll(List.of("--input", input.toString()));
    }
    line.addAll(List.of("--output", folder.resolve(output).toString()));
    line.addAll(List.of(Files.exists(app) ? "--into" : "-o", app.toString(), "--"));
    line.addAll(command);
    var told = Command.call(line);
    System.err.print(told.text());
    if (told.status() != 0) {
      throw new IllegalStateException("strait measure program ended with " + told.status());
    }
  }

  private void predict(
      String program, String text, String placement, double megabytes, String latency)
      throws IOException {
    var place = Files.createDirectories(folder.resolve("case"));
    Files.writeString(
        place.resolve("grid.yaml"),
        """
        grid: lab
        clusters:
          lab:
            lan: {bandwidth: %s MB/s, latency: %s, message-setup: 0.1 ms, bus: 400 MB/s, duplex: full}
            hosts:
              - {name: here, role: master, speed: %s Gflop/s}
              - {name: pc, count: 3, speed: 1 Gflop/s}
        """
            .formatted(megabytes, latency, FASTER));
    Files.writeString(
        place.resolve("app.yaml"), text + "measured-on: here\nplace: %s\n".formatted(placement));
    Command.call(List.of("rm", "-rf", place.resolve("run").toString()));
    var output =
        Command.call(
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
    if (output.status() != 0) {
      throw new IOException("strait run ended with exit code " + output.status());
    }
    var document = Document.parse("summary", output.text());
    var fields = Fields.any(document, document.root(), "the summary");
    double predicted = number(document, fields, "rate");
    double rate = number(document, fields, "measured_rate");
    double error = Math.abs(predicted - rate) / rate;
    errors.add(error);
    table.add(
        program,
        placement,
        "%.3f/s".formatted(predicted),
        "%.3f/s".formatted(number(document, fields, "simulated_rate")),
        "%.3f/s".formatted(rate),
        "%.1f %%".formatted(100 * error));
    summary.add(
        "commands %s %s: ours %.3f, peer %.3f, ratio %.3f (goal %.2f)"
            .formatted(
                program,
                placement,
                predicted,
                rate,
                Math.min(predicted, rate) / Math.max(predicted, rate),
                GOAL));
    System.err.println(summary.getLast());
  }

  private static double number(Document document, Fields fields, String key) {
    return Double.parseDouble(Fields.text(document, fields.required(key), key));
  }
}

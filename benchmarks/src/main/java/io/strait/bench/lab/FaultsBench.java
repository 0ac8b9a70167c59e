package io.strait.bench.lab;

import io.strait.bench.Command;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random faults on small farms in labs: gaps are cut, lose packets or become slow, hosts are killed
 * or frozen, clusters are partitioned. Each farm adds up numbers, so that a task that was lost or
 * counted twice shows in the sum.
 */
public final class FaultsBench {
  private static final String CLASS = Squares.class.getName();

  private static final int AT_A_TIME = 3;

  private final Path folder;
  private int right;
  private int lost;
  private int twice;
  private int failed;
  private int faults;

  private FaultsBench(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    int scripts = args.length == 0 ? 200 : Integer.parseInt(args[0]);
    long first = args.length < 2 ? 1 : Long.parseLong(args[1]);
    var folder = Files.createDirectories(Path.of("benchmarks", "target", "faults"));
    var bench = new FaultsBench(folder.toAbsolutePath());
    long began = System.nanoTime();
    // Labs stand side by side: most of the time they wait.
    try (var threads = Executors.newFixedThreadPool(AT_A_TIME)) {
      var all = new ArrayList<Future<?>>();
      for (long seed = first; seed < first + scripts; seed++) {
        long each = seed;
        all.add(threads.submit(() -> bench.run(each)));
      }
      for (var run : all) {
        run.get();
      }
    }
    System.out.printf(
        "%d scripts with %d faults in %d s%n",
        scripts, bench.faults, (System.nanoTime() - began) / 1_000_000_000);
    System.out.printf(
        "faults scripts: right %d, lost %d, twice %d, failed %d of %d (goal 0 lost, 0 twice)%n",
        bench.right, bench.lost, bench.twice, bench.failed, scripts);
  }

  private @Nullable Void run(long seed) throws IOException {
    var random = new SplittableRandom(seed);
    var place = folder.resolve("seed-" + seed);
    Command.call(List.of("rm", "-rf", place.toString()));
    Files.createDirectories(place);
    int clusters = 1 + random.nextInt(2);
    int tasks = 40 + random.nextInt(60);
    Files.writeString(place.resolve("grid.yaml"), grid(random, clusters));
    Files.writeString(
        place.resolve("app.yaml"),
        """
        app: squares
        kind: farm
        tasks: %d
        input: 4 B
        output: 16 B
        reduce: sum long
        run: {class: %s}
        """
            .formatted(tasks, CLASS));
    Files.writeString(place.resolve("faults.yaml"), script(random, clusters));
    var output =
        Command.call(
            List.of(
                "./strait",
                "run",
                place.toString(),
                "--lab",
                "--faults",
                place.resolve("faults.yaml").toString(),
                "--lease",
                "4 s",
                "--quiet",
                "--classpath",
                jar().toString(),
                "--folder",
                place.resolve("run").toString()));
    judge(seed, tasks, output.status(), place);
    return null;
  }

  private synchronized void judge(long seed, int tasks, int status, Path place) throws IOException {
    var result = place.resolve("run").resolve("result");
    if (status != 0 || !Files.exists(result)) {
      failed++;
      System.out.printf("seed %d: failed with exit code %d, see %s%n", seed, status, place);
      return;
    }
    var sum = Files.readAllBytes(result);
    if (Arrays.equals(sum, Squares.sum(tasks))) {
      right++;
      System.out.printf("seed %d: %d tasks, each counted once%n", seed, tasks);
      Command.call(List.of("rm", "-rf", place.toString()));
      return;
    }
    long counted = ByteBuffer.wrap(sum).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
    lost += counted < tasks ? 1 : 0;
    twice += counted >= tasks ? 1 : 0;
    System.out.printf("seed %d: %d of %d tasks counted, see %s%n", seed, counted, tasks, place);
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("benchmarks", "target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("bench-.*[.]jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String grid(SplittableRandom random, int clusters) {
    var text =
        new StringBuilder(
            """
            grid: faults
            home: home
            clusters:
              home:
                lan: {bandwidth: 10 MB/s, latency: 0.2 ms}
                hosts: [{name: master, role: master}, {name: h, count: %d, rate: 6/s}]
            """
                .formatted(1 + random.nextInt(2)));
    var links = new StringBuilder("links:\n");
    for (int c = 0; c < clusters; c++) {
      text.append(
          """
            far%d:
              lan: {bandwidth: 10 MB/s, latency: 0.2 ms}
              inbound: %s
              hosts: [{name: f%d-, count: %d, rate: 6/s}]
          """
              .formatted(c, random.nextBoolean() ? "none" : "any", c, 1 + random.nextInt(2)));
      links.append(
          "  - {between: [home, far%d], bandwidth: %d kB/s, latency: %d ms}\n"
              .formatted(c, 50 + random.nextInt(500), 5 + random.nextInt(80)));
    }
    return text.append(links).toString();
  }

  private synchronized String script(SplittableRandom random, int clusters) {
    var text = new StringBuilder("faults:\n");
    int count = 1 + random.nextInt(4);
    faults += count;
    for (int i = 0; i < count; i++) {
      int c = random.nextInt(clusters);
      double at = 0.2 + 5 * random.nextDouble();
      double lasts = 0.5 + 6 * random.nextDouble();
      var what =
          switch (random.nextInt(8)) {
            case 0, 1 -> "cut: home-far%d, for: %.1f s".formatted(c, lasts);
            case 2 -> "cut: far%d>home, for: %.1f s".formatted(c, lasts);
            case 3 ->
                "set: home-far%d, change: \"loss=%d%%,latency=%dms\", for: %.1f s"
                    .formatted(c, 2 + random.nextInt(10), 20 + random.nextInt(300), lasts);
            case 4 -> "kill: gateway.far" + c;
            case 5 -> "kill: f%d-1".formatted(c);
            case 6 ->
                "freeze: %s, for: %.1f s"
                    .formatted(
                        random.nextBoolean() ? "gateway.far" + c : "f%d-1".formatted(c), lasts);
            default -> "partition: \"home\", for: %.1f s".formatted(lasts);
          };
      text.append("  - {at: %.1f s, %s}%n".formatted(at, what));
    }
    return text.toString();
  }
}

package io.strait.bench.stencil;

import io.strait.apps.Heat;
import io.strait.bench.Stopwatch;
import io.strait.bench.TextTable;
import io.strait.model.Element;
import io.strait.stencil.run.Vectors;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * The heat kernel, plain, time-skewed and as the diagonals of a band, beside C programs on the same
 * core. {@code ./bench stencil NAME...} measures only the parts that are named; with {@code
 * --short-vectors} kernels of one core have 128 bits at most, on both sides.
 */
public final class StencilBench {
  private static final int[] SIZES = {300, 2000, 8000};

  /** Iterations of one sweep; which is best depends on the cache. */
  private static final int[] DEPTHS = {8, 16, 32};

  private final TextTable table =
      new TextTable(
          "case", "ours Gcell/s", "spread", "peer Gcell/s", "spread", "ours GB/s", "peer GB/s");

  private final List<String> lines = new ArrayList<>();

  private StencilBench() {}

  /** A part of the benchmark, by its name on the command line. */
  private record Part(String name, Runnable measure) {}

  public static void main(String[] args) {
    var names = new ArrayList<>(List.of(args));
    if (names.remove("--short-vectors")) {
      CPeer.onlyShortVectors();
    }
    new StencilBench().run(names);
  }

  private void run(List<String> names) {
    if (!Vectors.ARE_THERE) {
      System.err.println("stencil: this JVM was started without vectors, see class Vectors");
    }
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    for (var part :
        List.of(
            new Part("kernel", this::kernels),
            new Part("skew", this::skew),
            new Part("run", this::runs),
            new Part("band", this::band),
            new Part("exchange", () -> lines.addAll(ExchangeBench.run())))) {
      if (names.isEmpty() || names.contains(part.name)) {
        System.err.printf("stencil: %s ...%n", part.name);
        int before = lines.size();
        part.measure.run();
        lines.subList(before, lines.size()).forEach(System.err::println);
      }
    }
    System.out.printf(
        Locale.ROOT,
        """
        One core (for exchanges two, for runs all) for ours and for the C programs, which take turns; load of the machine before: %.1f
        best of all turns by CPU time, for runs and the band by the clock, ours in a fresh JVM each; spread: by how much the median turn is worse
        GB/s: what is read and written of a cell once per iteration, 16 bytes a cell for double, 8 for float
        """,
        load);
    System.out.println(table);
    lines.forEach(System.out::println);
  }

  private void kernels() {
    for (var type : List.of(Element.DOUBLE, Element.FLOAT)) {
      var word = type.name().toLowerCase(Locale.ROOT);
      var peer = CPeer.compile("jacobi", "-DREAL=" + word);
      for (int size : SIZES) {
        if (peer == null) {
          skipped("kernel-" + word);
          break;
        }
        if (size == SIZES[0]) {
          verify(type, peer);
        }
        if (size == SIZES[0]) {
          lines.add("stencil form of %s: %s".formatted(word, OurTurn.form(type)));
        }
        var turns =
            Turns.take(
                () -> OurTurn.PLAIN.start(type, size, size, iterations(size)),
                () -> gigacells(peer.run(size, 1, "plain")));
        add("kernel-%s-%d".formatted(word, size), turns, 2 * type.bytes(), "0.95");
      }
    }
    cellByCell();
  }

  /** As many iterations between two looks at the clock as in the C program. */
  private static int iterations(int size) {
    int iterations = Math.clamp((int) (3e7 / ((double) size * size)), 2, 2000);
    return iterations + (iterations & 1);
  }

  /** Lets both compute the same and compares. */
  private static void verify(Element type, CPeer peer) {
    int size = SIZES[0];
    var text = peer.run(size, 1, "plain");
    double expected = CPeer.number(text, "chk ([0-9.]+)");
    int iterations = (int) CPeer.number(text, "([0-9]+) iters");
    int repetitions = (int) CPeer.number(text, "([0-9]+) reps");
    try (var field = OurField.heat(type, size, size)) {
      field.plain(iterations * repetitions);
      if (!"%.6f".formatted(field.check()).equals("%.6f".formatted(expected))) {
        throw new IllegalStateException(
            "ours has a sum of %.6f after %d iterations, the peer %.6f"
                .formatted(field.check(), iterations * repetitions, expected));
      }
    }
  }

  /** What a program costs that is written cell by cell, as most users will. */
  private void cellByCell() {
    int size = SIZES[1];
    var turns =
        Turns.take(
            () -> OurTurn.SIMPLE.start(Element.DOUBLE, size, size, iterations(size)),
            () -> OurTurn.PLAIN.start(Element.DOUBLE, size, size, iterations(size)));
    add("cell-by-cell-%d against vectors".formatted(size), turns, 16, "none");
  }

  private void skew() {
    var stream = CPeer.compile("stream");
    int size = SIZES[2];
    for (var type : List.of(Element.DOUBLE, Element.FLOAT)) {
      var word = type.name().toLowerCase(Locale.ROOT);
      var peer = CPeer.compile("jacobi", "-DREAL=" + word);
      if (stream == null || peer == null) {
        skipped("skew-" + word);
        continue;
      }
      var ours = new Deepening(depth -> OurTurn.SKEWED.start(type, size, size, depth));
      var theirs = new Deepening(depth -> gigacells(peer.run(size, 1, "skew", depth)));
      var turns = Turns.take(ours::rate, theirs::rate);
      add("skew-%s-%d".formatted(word, size), turns, 2 * type.bytes(), "0.95");
      if (type == Element.DOUBLE) {
        copy(16 * turns.ours()[0], stream);
      }
    }
  }

  /** Whole runs on all cores beside OpenMP, by the clock. */
  private void runs() {
    for (var type : List.of(Element.DOUBLE, Element.FLOAT)) {
      var word = type.name().toLowerCase(Locale.ROOT);
      var peer = CPeer.compile("jacobi", "-DREAL=" + word);
      if (peer == null) {
        skipped("run-" + word);
        continue;
      }
      for (int size : new int[] {SIZES[1], SIZES[2]}) {
        run("run-" + word, new WholeRun(type, size, Heat.class), peer);
      }
      if (type == Element.DOUBLE) {
        run("run-cell-by-cell", new WholeRun(type, SIZES[2], UserHeat.class), peer);
      }
    }
  }

  private void run(String name, WholeRun run, CPeer peer) {
    var turns = Turns.take(run::gigacells, () -> WholeRun.peer(peer, run.size()));
    add(name + "-" + run.size(), turns, 2 * run.type().bytes(), "1.5 where memory binds");
  }

  /** The rate with the depth that was the best one when all were tried. */
  private static final class Deepening {
    private final IntToDoubleFunction rates;
    private int depth;

    Deepening(IntToDoubleFunction rates) {
      this.rates = rates;
    }

    double rate() {
      if (depth > 0) {
        return rates.applyAsDouble(depth);
      }
      double best = 0;
      for (int each : DEPTHS) {
        double rate = rates.applyAsDouble(each);
        if (rate > best) {
          best = rate;
          depth = each;
        }
      }
      return best;
    }
  }

  /** Beside the copying of memory, which bounds everything that does not stay in the cache. */
  private void copy(double ours, CPeer stream) {
    double[] best = new double[2];
    for (int i = 0; i < 3; i++) {
      var dram =
          stream.run(1).lines().filter(line -> line.startsWith("DRAM")).findFirst().orElse("");
      best[0] = Math.max(best[0], CPeer.number(dram, "copy ([0-9.]+)"));
      if (dram.contains("copyNT")) {
        best[1] = Math.max(best[1], CPeer.number(dram, "copyNT ([0-9.]+)"));
      }
    }
    for (int i = 0; i < 2; i++) {
      if (best[i] == 0) {
        continue; // the program knows no stores past the cache for this processor
      }
      lines.add(
          "stencil skew-against-stream-copy%s: ours %s GB/s, peer %s GB/s, ratio %s (goal %s)"
              .formatted(
                  i == 0 ? "" : "-past-the-cache",
                  Stopwatch.digits(ours),
                  Stopwatch.digits(best[i]),
                  Stopwatch.digits(ours / best[i]),
                  i == 0 ? "1.3" : "none"));
    }
  }

  private void band() {
    var peer = CPeer.compile("band");
    if (peer == null) {
      skipped("band");
      return;
    }
    for (int[] shape : new int[][] {{300, 20}, {2000, 50}}) {
      int rows = shape[0];
      int columns = shape[1];
      var turns =
          Turns.take(
              () -> OurTurn.DIAGONALS.start(Element.DOUBLE, columns, rows, 10),
              () -> gigacells(peer.run(rows, columns)));
      add("band-%dx%d".formatted(columns, rows), turns, 16, "0.95");
    }
  }

  private static double gigacells(String text) {
    return CPeer.number(text, "([0-9.]+) Gcell/s");
  }

  private void add(String name, Turns turns, int bytes, String goal) {
    table.add(
        name,
        Stopwatch.digits(turns.ours()[0]),
        percent(turns.ours()),
        Stopwatch.digits(turns.peer()[0]),
        percent(turns.peer()),
        Stopwatch.digits(bytes * turns.ours()[0]),
        Stopwatch.digits(bytes * turns.peer()[0]));
    lines.add(
        "stencil %s: ours %s Gcell/s, peer %s Gcell/s, ratio %s (goal %s)"
            .formatted(
                name,
                Stopwatch.digits(turns.ours()[0]),
                Stopwatch.digits(turns.peer()[0]),
                Stopwatch.digits(turns.ratio()),
                goal));
  }

  private static String percent(double[] rates) {
    return "%.0f %%".formatted(100 * Turns.spread(rates));
  }

  private static void skipped(String name) {
    System.err.printf("stencil: %s is skipped, its C program cannot be compiled here%n", name);
  }
}

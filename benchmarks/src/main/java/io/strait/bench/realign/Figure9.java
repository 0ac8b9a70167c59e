package io.strait.bench.realign;

import io.strait.bench.TextTable;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignApp.Data;
import io.strait.realign.file.RealignApp.Phase;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.Renumber;
import io.strait.realign.plan.Ranks;
import io.strait.realign.plan.RealignPlanner;
import io.strait.realign.run.Buffers;
import io.strait.realign.run.EmulatedNetwork;
import io.strait.realign.run.Moves;
import io.strait.realign.run.PartFiles;
import io.strait.realign.run.RealignOutcome;
import io.strait.realign.run.RealignRun;
import io.strait.realign.run.WarmUp;
import io.strait.realign.timing.RealignTiming;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Figure 9 of paper <em>realign</em> in emulation: three clusters of three hosts, K = 3, 1 MB in
 * memory and 10 MB through files, in natural order and renumbered. The paper does not say what its
 * networks were; these are a LAN of 100 Mbit/s and gaps of 16 Mbit/s and 10 ms. Moving is emulated
 * slower than life; files take this machine's time.
 */
public final class Figure9 {
  private static final int TURNS = 5;

  /** Seconds that a turn takes here, whatever it takes in life: milliseconds would measure us. */
  private static final double TURN = 1;

  private static final String GRID =
      """
      grid: three-clusters
      clusters:
        one: {lan: {bandwidth: 12.5 MB/s, latency: 0.1 ms}, hosts: [{name: a, count: 3}]}
        two: {lan: {bandwidth: 12.5 MB/s, latency: 0.1 ms}, hosts: [{name: b, count: 3}]}
        three: {lan: {bandwidth: 12.5 MB/s, latency: 0.1 ms}, hosts: [{name: c, count: 3}]}
      links:
        - {between: [one, two], bandwidth: 2 MB/s, latency: 10 ms}
        - {between: [two, three], bandwidth: 2 MB/s, latency: 10 ms}
        - {between: [one, three], bandwidth: 2 MB/s, latency: 10 ms}
      """;

  /** Seconds of moving and of files, each the median of several turns, and the spread. */
  private record Times(double move, double files, double spread) {}

  private Figure9() {}

  public static void main(String[] args) {
    run().forEach(System.out::println);
  }

  /** Measures, prints a table, and gives the last lines. */
  public static List<String> run() {
    WarmUp.run();
    var grid = GridFile.read(Document.parse("figure 9", GRID));
    var table =
        new TextTable(
            "data",
            "numbering",
            "predicted",
            "simulated",
            "measured",
            "spread",
            "files",
            "precision");
    var lines = new ArrayList<String>();
    lines.add(row(grid, "1 MB in memory", 27 * 4630, new Data.Memory(), table));
    lines.add(row(grid, "10 MB through files", 27 * 46_297, new Data.Scratch(), table));
    System.out.println(table);
    return lines;
  }

  private static String row(Grid grid, String name, long elements, Data data, TextTable table) {
    var app =
        new RealignApp(
            "figure9",
            List.of(elements),
            8,
            List.of(
                new Phase(List.of(AxisSpread.BLOCK), List.of()),
                new Phase(List.of(AxisSpread.partition(3)), List.of())),
            Renumber.SOURCE,
            1,
            null,
            data);
    var plan = plan(grid, app);
    var natural = measure(grid, app, RealignTiming.natural(grid, app), plan.before());
    var renumbered = measure(grid, app, plan.numberings(), plan.after());
    double worst =
        Math.min(
            add(table, name, "natural", grid, app, RealignTiming.natural(grid, app), natural),
            add(table, name, "renumbered", grid, app, plan.numberings(), renumbered));
    return String.format(
        Locale.ROOT,
        "realign figure9 %s: natural %.4f s, renumbered %.4f s, ratio %.2f; with files %.4f s and"
            + " %.4f s, ratio %.2f; precision of the prediction at least %.1f %%",
        name,
        natural.move,
        renumbered.move,
        natural.move / renumbered.move,
        natural.move + natural.files,
        renumbered.move + renumbered.files,
        (natural.move + natural.files) / (renumbered.move + renumbered.files),
        100 * worst);
  }

  private static RealignPlan plan(Grid grid, RealignApp app) {
    return RealignTiming.timed(
        grid, app, RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT));
  }

  private static double add(
      TextTable table,
      String data,
      String name,
      Grid grid,
      RealignApp app,
      List<Permutation> numberings,
      Times times) {
    var timing = RealignTiming.of(grid, app, numberings);
    double simulated = timing.simulate().stream().mapToDouble(step -> step.seconds()).sum();
    double precision =
        Math.min(times.move, timing.promisedSeconds())
            / Math.max(times.move, timing.promisedSeconds());
    table.add(
        data,
        name,
        seconds(timing.promisedSeconds()),
        seconds(simulated),
        seconds(times.move),
        String.format(Locale.ROOT, "%.1f %%", 100 * times.spread),
        seconds(times.files),
        String.format(Locale.ROOT, "%.1f %%", 100 * precision));
    return precision;
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.4f s", seconds);
  }

  private static Times measure(
      Grid grid, RealignApp app, List<Permutation> numberings, RealignPlan.Side side) {
    var ranks = Ranks.of(grid);
    var moves = new Moves(ranks, app, numberings);
    double scale = side.seconds() / TURN;
    var channels = RealignTiming.of(grid, app, numberings).channels();
    var emulation = new EmulatedNetwork(grid, ranks, channels, scale);
    boolean memory = app.data() instanceof Data.Memory;
    var buffers =
        Buffers.of(
            moves,
            memory,
            OptionalLong.empty(),
            new EmulatedNetwork(grid, ranks, channels, 1).pipe());
    var move = new double[TURNS];
    var files = new double[TURNS];
    for (int i = 0; i < TURNS; i++) {
      var outcome = memory ? once(moves, buffers, emulation) : onFiles(moves, buffers, emulation);
      if (!outcome.isVerified()) {
        throw new IllegalStateException("elements are not where they belong");
      }
      move[i] = outcome.moveSeconds() * scale;
      files[i] = outcome.fileSeconds();
    }
    Arrays.sort(move);
    Arrays.sort(files);
    return new Times(move[TURNS / 2], files[TURNS / 2], move[TURNS - 1] / move[0] - 1);
  }

  private static RealignOutcome once(Moves moves, Buffers buffers, EmulatedNetwork emulation) {
    return new RealignRun(moves, buffers, emulation, null).run();
  }

  private static RealignOutcome onFiles(Moves moves, Buffers buffers, EmulatedNetwork emulation) {
    try {
      var folder = Files.createTempDirectory("strait-figure9");
      var parts = new PartFiles(folder.resolve("parts"), new Data.Scratch());
      try {
        return new RealignRun(moves, buffers, emulation, parts).run();
      } finally {
        parts.forget();
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

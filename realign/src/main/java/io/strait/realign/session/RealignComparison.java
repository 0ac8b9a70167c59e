package io.strait.realign.session;

import io.strait.kind.rank.RankComparison;
import io.strait.kind.rank.RankStage;
import io.strait.kind.run.Workers;
import io.strait.model.Grid;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp;
import io.strait.realign.plan.Ranks;
import io.strait.realign.run.RankResult;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Predicted, simulated and measured, in natural order and renumbered. */
final class RealignComparison implements RankComparison {
  /**
   * @param compares whether what was promised can be compared with what was measured
   * @param predicted seconds of one repetition
   * @param simulated likewise
   */
  record Row(
      RankStage stage,
      boolean compares,
      double predicted,
      double simulated,
      RealignMeasured measured) {
    /** Whether the measured time is of the whole, so that it can be compared. */
    private boolean isPromise() {
      return compares && !measured.resumed() && predicted > 0;
    }
  }

  private final Grid grid;
  private final RealignApp app;
  private final Workers workers;
  private final List<Row> rows;

  RealignComparison(Grid grid, RealignApp app, Workers workers, List<Row> rows) {
    this.grid = grid;
    this.app = app;
    this.workers = workers;
    this.rows = List.copyOf(rows);
  }

  /**
   * How many times longer natural order took; not a number where only one of them was run, or gaps
   * cost nothing, since all ranks were on this machine and nothing was emulated.
   */
  double ratio() {
    if (rows.size() < 2 || isHere() || rows.stream().anyMatch(row -> row.measured.resumed())) {
      return Double.NaN;
    }
    return rows.getFirst().measured.seconds() / rows.getLast().measured.seconds();
  }

  private boolean isHere() {
    return workers != Workers.NONE && rows.stream().noneMatch(row -> row.stage.isEmulated());
  }

  @Override
  public boolean isGood() {
    return rows.stream().allMatch(row -> row.measured.isVerified());
  }

  /** Was the promise kept? */
  String verdict() {
    var row = rows.getLast();
    if (!isGood()) {
      return "Elements are not where they belong: the run is wrong.";
    }
    var text =
        new StringBuilder(
            "%s moved %s in %s"
                .formatted(
                    row.stage.name(),
                    Show.size(app.elementBytes() * elements()),
                    Show.seconds(row.measured.seconds())));
    if (row.measured.resumed()) {
      text.append(", the rest of it: an earlier attempt had moved a part");
    } else if (row.isPromise()) {
      text.append(
          ", where the plan promises %s (precision %s)"
              .formatted(
                  Show.seconds(row.predicted),
                  Numbers.percent(row.measured.precision(row.predicted))));
    }
    double ratio = ratio();
    if (Double.isFinite(ratio)) {
      text.append(
          String.format(
              Locale.ROOT,
              "; natural order took %s, %.2f times as long",
              Show.seconds(rows.getFirst().measured.seconds()),
              ratio));
    }
    if (isHere()) {
      text.append("; nothing was emulated, so that is this machine's time and not the grid's");
    }
    return text.append('.').toString();
  }

  private long elements() {
    return app.shape().stream().mapToLong(each -> each).reduce(1, (a, b) -> a * b);
  }

  @Override
  public String text(Style style) {
    boolean compares = rows.stream().anyMatch(Row::compares);
    boolean files = rows.stream().anyMatch(row -> row.measured.fileSeconds() > 0);
    var heads = new ArrayList<>(List.of("numbering", " interior", " external", " external bytes"));
    if (compares) {
      heads.addAll(List.of(" predicted", " simulated"));
    }
    heads.add(" measured");
    if (compares) {
      heads.add(" precision");
    }
    if (files) {
      heads.add(" files");
    }
    heads.addAll(List.of(" memory", "verified"));
    var table = new Table(heads.toArray(String[]::new));
    for (var row : rows) {
      var measured = row.measured;
      var cells =
          new ArrayList<>(
              List.of(
                  row.stage.name(),
                  Long.toString(measured.interior()),
                  Long.toString(measured.external()),
                  Show.size(measured.externalBytes())));
      if (compares) {
        cells.add(row.compares ? Show.seconds(row.predicted) : "–");
        cells.add(row.compares ? Show.seconds(row.simulated) : "–");
      }
      cells.add(Show.seconds(measured.seconds()));
      if (compares) {
        cells.add(
            row.isPromise() ? "%.1f %%".formatted(100 * measured.precision(row.predicted)) : "–");
      }
      if (files) {
        cells.add(Show.seconds(measured.fileSeconds()));
      }
      cells.add(Show.size(measured.memory()));
      cells.add(verified(measured));
      table.row(cells.toArray(String[]::new));
    }
    return style.bold(verdict()) + "\n\n" + table.print(style);
  }

  private String verified(RealignMeasured measured) {
    return !isChecked() ? "–" : measured.isVerified() ? "yes" : "no";
  }

  /** Nobody knows what a user's own elements should be. */
  private boolean isChecked() {
    return !(app.data() instanceof RealignApp.Data.Files);
  }

  @Override
  public Tree json() {
    var last = rows.getLast();
    return new Tree()
        .put("kind", "realign")
        .put("app", app.name())
        .put("grid", grid.name())
        .put("workers", workers.word())
        .put("repetitions", app.repetitions())
        .put("measured_s", last.measured.seconds())
        .putIfPresent("precision", precision(last))
        .put("ratio", ratio())
        .put("verified", isChecked() ? isGood() : null)
        .put("verdict", verdict())
        .put("steps", rows.stream().map(this::tree).toList());
  }

  private static @Nullable Double precision(Row row) {
    return row.isPromise() ? Double.valueOf(row.measured.precision(row.predicted)) : null;
  }

  private Tree tree(Row row) {
    var measured = row.measured;
    var ranks = Ranks.of(grid);
    var hosts = ranks.hosts();
    var trees = new ArrayList<Tree>();
    for (var rank : measured.ranks()) {
      trees.add(
          rank(
              rank,
              hosts.get(rank.rank()),
              ranks.clusterName(ranks.clusterOf(rank.rank())),
              measured));
    }
    return new Tree()
        .put("name", row.stage.name())
        .put("time_scale", row.stage.scale())
        .put("predicted_s", row.compares ? row.predicted : Double.NaN)
        .put("simulated_s", row.compares ? row.simulated : Double.NaN)
        .put("measured_s", measured.seconds())
        .put("io_s", measured.fileSeconds())
        .putIfPresent("precision", precision(row))
        .put("resumed", measured.resumed())
        .put("interior", measured.interior())
        .put("external", measured.external())
        .put("interior_bytes", measured.interiorBytes())
        .put("external_bytes", measured.externalBytes())
        .put("verified", isChecked() ? measured.isVerified() : null)
        .put("ranks", trees);
  }

  private static Tree rank(RankResult rank, String host, String cluster, RealignMeasured measured) {
    double clock = measured.clock();
    int repetitions = measured.repetitions();
    return new Tree()
        .put("rank", rank.rank())
        .put("host", host)
        .put("cluster", cluster)
        .put("pack_s", rank.packSeconds() * clock)
        .put("wait_s", rank.waitSeconds() * clock)
        .put("unpack_s", rank.unpackSeconds() * clock)
        .put("io_s", rank.fileSeconds() / repetitions)
        .put("sent_bytes", rank.sentBytes() / repetitions)
        .put("received_bytes", rank.receivedBytes() / repetitions)
        .put("forwarded_bytes", rank.forwardedBytes() / repetitions)
        .put("memory_bytes", rank.memoryBytes());
  }
}

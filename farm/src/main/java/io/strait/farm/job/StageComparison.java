package io.strait.farm.job;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.law.Tuning;
import io.strait.farm.rehearsal.SimulatedPhase;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates, simulation and measurement of the phases that were run, side by side. */
public final class StageComparison {
  private static final int MOST_ROWS = 24;

  /** A phase that was run; nothing was measured where a former life did part of it. */
  public record Row(FarmStage stage, SimulatedPhase simulated, @Nullable MeasuredPhase measured) {}

  private final FarmPlan plan;
  private final List<Row> rows;
  private final boolean references;

  public StageComparison(FarmPlan plan, List<Row> rows) {
    this.plan = plan;
    this.rows = rows;
    this.references = rows.stream().anyMatch(r -> r.stage.reference() > 0);
  }

  private Row last() {
    return rows.getLast();
  }

  /** Was the promise kept? */
  String verdict() {
    var measured = last().measured;
    if (measured == null) {
      return "The run was interrupted and resumed: nothing was measured.";
    }
    double promised = last().stage.phase().total().timeSeconds();
    double speedup = measured.speedup(measured.rate());
    double more = measured.seconds() / promised - 1;
    return "The run took %s, %s the plan promises (precision %s)%s."
        .formatted(
            Durations.rounded(measured.seconds()),
            Math.abs(more) < 0.005
                ? "as"
                : "%.1f %% %s than".formatted(100 * Math.abs(more), more > 0 ? "more" : "less"),
            Numbers.percent(measured.precision()),
            Double.isFinite(speedup)
                ? ": %.1f times %s %s alone"
                    .formatted(
                        speedup, speedup >= 1.05 ? "faster than" : "the speed of", plan.home())
                : "");
  }

  String text(Style style) {
    var head =
        new ArrayList<>(
            List.of("phase", "cluster", " workers", " speedup", " simulated", " measured"));
    if (references) {
      head.add(" published");
    }
    head.addAll(List.of(" efficiency", " measured", " precision", " time", " measured"));
    var table = new Table(head.toArray(String[]::new));
    for (var row : rows) {
      add(table, row);
      if (!row.equals(last())) {
        table.gap();
      }
    }
    return style.bold(verdict()) + "\n\n" + table.print(style);
  }

  private void add(Table table, Row row) {
    var phase = row.stage.phase();
    var measured = row.measured;
    var name = row.stage.name();
    var clusters = phase.clusters();
    for (var cluster : clusters.size() > MOST_ROWS ? clusters.subList(0, MOST_ROWS) : clusters) {
      if (clusters.size() == 1) {
        break; // the total says it all
      }
      double rate = measured == null ? Double.NaN : measured.rate(cluster.name());
      row(
          table,
          name,
          cluster.name(),
          cluster.workers().size(),
          cluster.speedup(),
          row.simulated.speedup(cluster.name()),
          measured == null ? Double.NaN : measured.speedup(rate),
          0,
          cluster.efficiency(),
          rate / cluster.availableRate(),
          Tuning.precision(cluster.estimatedRate(), rate),
          "",
          "");
      name = "";
    }
    var total = phase.total();
    double rate = measured == null ? Double.NaN : measured.rate();
    row(
        table,
        name,
        clusters.size() == 1 ? clusters.getFirst().name() : "total",
        total.workers(),
        total.speedup(),
        row.simulated.speedup().mean(),
        measured == null ? Double.NaN : measured.speedup(rate),
        row.stage.reference(),
        total.efficiency(),
        rate / total.availableRate(),
        Tuning.precision(total.estimatedRate(), rate),
        Durations.rounded(total.timeSeconds()),
        measured == null ? "-" : Durations.rounded(measured.seconds()));
  }

  private void row(
      Table table,
      String phase,
      String cluster,
      int workers,
      double speedup,
      double simulated,
      double measured,
      double reference,
      double efficiency,
      double measuredEfficiency,
      double precision,
      String time,
      String measuredTime) {
    var cells =
        new ArrayList<>(
            List.of(
                phase,
                cluster,
                Integer.toString(workers),
                Numbers.speedup(speedup),
                Numbers.speedup(simulated),
                Double.isNaN(measured) ? "-" : Numbers.speedup(measured)));
    if (references) {
      cells.add(reference > 0 ? Numbers.speedup(reference) : "");
    }
    cells.addAll(
        List.of(
            Numbers.percent(efficiency),
            Double.isNaN(measuredEfficiency) ? "-" : Numbers.percent(measuredEfficiency),
            Double.isNaN(precision) ? "-" : Numbers.percent(precision),
            time,
            measuredTime));
    table.row(cells.toArray(String[]::new));
  }

  /** Adds what is compared to the summary of a run. */
  Tree addTo(Tree tree) {
    var row = last();
    var measured = row.measured;
    return tree.put("master", plan.master())
        .put("time_s", row.stage.phase().total().timeSeconds())
        .put("simulated_time_s", row.simulated.makespan().mean())
        .putIfPresent("measured_time_s", measured == null ? null : measured.seconds())
        .put("time_scale", row.stage.clock())
        .putIfPresent("precision", measured == null ? null : measured.precision())
        .put("clusters", clusters(row))
        .put("total", total(row))
        .put("steps", rows.stream().map(this::step).toList())
        .put("verdict", verdict());
  }

  private Tree step(Row row) {
    return new Tree()
        .put("phase", row.stage.name())
        .put("time_scale", row.stage.clock())
        .put("total", total(row))
        .put("clusters", clusters(row));
  }

  private Tree total(Row row) {
    var total = row.stage.phase().total();
    var measured = row.measured;
    double simulated = plan.tasks() / row.simulated.makespan().mean();
    var tree =
        FarmPlanTree.total(total)
            .put("simulated_rate", simulated)
            .put("simulated_speedup", row.simulated.speedup().mean())
            .put("simulated_efficiency", simulated / total.availableRate())
            .put("simulated_time_s", row.simulated.makespan().mean());
    if (measured != null) {
      tree.put("measured_rate", measured.rate())
          .put("measured_speedup", measured.speedup(measured.rate()))
          .put("measured_efficiency", measured.rate() / total.availableRate())
          .put("measured_time_s", measured.seconds())
          .put("precision", measured.precision());
    }
    return tree.putIfPresent(
        "reference_speedup", row.stage.reference() > 0 ? row.stage.reference() : null);
  }

  private static List<Tree> clusters(Row row) {
    var trees = new ArrayList<Tree>();
    for (var cluster : row.stage.phase().clusters()) {
      double simulated = row.simulated.rate(cluster.name());
      var tree =
          FarmPlanTree.cluster(cluster)
              .put("simulated_rate", simulated)
              .put("simulated_speedup", row.simulated.speedup(cluster.name()))
              .put("simulated_efficiency", simulated / cluster.availableRate());
      var measured = row.measured;
      if (measured != null) {
        double rate = measured.rate(cluster.name());
        tree.put("measured_rate", rate)
            .put("measured_speedup", measured.speedup(rate))
            .put("measured_efficiency", rate / cluster.availableRate())
            .put("precision", Tuning.precision(cluster.estimatedRate(), rate));
      }
      trees.add(tree);
    }
    return trees;
  }
}

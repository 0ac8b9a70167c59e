package io.strait.farm.rehearsal;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanTree;
import io.strait.farm.law.Tuning;
import io.strait.farm.outcome.PhaseFigures;
import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.simulate.Sample;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A simulated plan for people and as JSON: estimates and simulation side by side. */
public final class SimulationText implements Answer {
  private static final int MOST_ROWS = 24;

  private final Inputs<FarmApp> inputs;
  private final FarmPlan plan;
  private final List<SimulatedPhase> steps;
  private final @Nullable CutCost cuts;
  private final boolean several;

  /**
   * @param cuts what cuts of gaps cost; null if there are none
   */
  public SimulationText(
      Inputs<FarmApp> inputs, FarmPlan plan, List<SimulatedPhase> steps, @Nullable CutCost cuts) {
    this.cuts = cuts;
    this.inputs = inputs;
    this.plan = plan;
    this.steps = steps;
    this.several = steps.getLast().runs().size() > 1;
  }

  @Override
  public String text(Style style) {
    var last = steps.getLast();
    var text = new StringBuilder();
    text.append(style.bold(verdict())).append(cuts == null ? "" : "\n" + cuts.text());
    text.append("\n\n");
    text.append(plan.title(inputs.grid().name(), inputs.app().name()))
        .append(
            several ? ", mean of %d runs with 95 %% interval".formatted(last.runs().size()) : "")
        .append("\n\n");
    text.append(phases(style));
    text.append(
        "\nPrecision: of the time, start and end included; of a cluster, its share of it.\n\n");
    text.append(resources(last, style)).append('\n');
    text.append(idle(last, style));
    return text.toString();
  }

  private String verdict() {
    return PromiseText.verdict(
        "The rehearsal takes",
        last().promise(),
        last().precision(),
        last().speedup().mean(),
        plan.home());
  }

  private String phases(Style style) {
    var table =
        new Table(
            "phase",
            "cluster",
            " workers",
            " speedup",
            " simulated",
            " efficiency",
            " simulated",
            " precision",
            " time",
            " simulated");
    for (var step : steps) {
      var figures = step.figures();
      var rows = figures.rows(MOST_ROWS);
      for (var row : rows) {
        boolean total = row.equals(rows.getLast());
        table.row(
            row.equals(rows.getFirst()) ? figures.phase() : "",
            row.name(),
            Integer.toString(row.workers()),
            Numbers.speedup(row.predicted().speedup()),
            total ? shown(step.speedup()) : Numbers.speedup(row.simulated().speedup()),
            Numbers.percent(row.predicted().efficiency()),
            Numbers.percent(row.simulated().efficiency()),
            Numbers.percent(total ? step.precision() : precision(step, row)),
            total ? step.phase().total().promised().text(Durations::rounded) : "",
            total ? Durations.rounded(figures.time().simulated()) : "");
      }
      if (!step.equals(last())) {
        table.gap();
      }
    }
    return table.print(style);
  }

  /** Rates are those of the middle of a run; what is simulated has its start and end in it. */
  private static double precision(SimulatedPhase step, PhaseFigures.Row row) {
    var total = step.phase().total();
    double whole = total.timeSeconds() / total.promisedSeconds();
    return Tuning.precision(whole * row.predicted().rate(), row.simulated().rate());
  }

  private SimulatedPhase last() {
    return steps.getLast();
  }

  private String shown(Sample sample) {
    return several
        ? "%s ± %.3f".formatted(Numbers.speedup(sample.mean()), sample.halfWidth())
        : Numbers.speedup(sample.mean());
  }

  private static String resources(SimulatedPhase step, Style style) {
    var table = new Table("resource", " used", " messages", " mean wait", " mean queue");
    step.resources().stream()
        .sorted(Comparator.comparingDouble(SimulatedPhase.Resource::utilisation).reversed())
        .limit(MOST_ROWS)
        .forEach(
            r ->
                table.row(
                    r.name(),
                    Numbers.percent(r.utilisation()),
                    "%.0f".formatted(r.messages()),
                    Durations.rounded(r.meanWait()),
                    "%.3f".formatted(r.meanQueue())));
    return table.print(style);
  }

  /** How idle the workers of every cluster are, and which is most idle. */
  private static String idle(SimulatedPhase step, Style style) {
    var table = new Table("workers of", " idle", " least", " most", "most idle");
    for (int c = 0; c < step.rehearsal().clusters().size() && c < MOST_ROWS; c++) {
      double sum = 0;
      double least = 1;
      double most = -1;
      var who = "";
      int count = 0;
      for (int w = 0; w < step.rehearsal().workers().size(); w++) {
        if (step.rehearsal().clusterOf(w) == c) {
          double idle = step.idle(w);
          sum += idle;
          count++;
          least = Math.min(least, idle);
          if (idle > most) {
            most = idle;
            who = step.rehearsal().workers().get(w);
          }
        }
      }
      if (count > 0) {
        table.row(
            step.rehearsal().clusters().get(c),
            Numbers.percent(sum / count),
            Numbers.percent(least),
            Numbers.percent(most),
            who);
      }
    }
    return table.print(style);
  }

  @Override
  public Tree json() {
    var last = last();
    var tree = FarmPlanTree.head(plan);
    tree.put("time_s", last.phase().total().timeSeconds())
        .put("simulated_time_s", last.seconds())
        .put("precision", last.precision())
        .put("runs", last.runs().size())
        .put("clusters", clusters(last))
        .put("total", total(last))
        .put("steps", steps.stream().map(SimulationText::step).toList())
        .put("resources", resources(last))
        .put("workers", workers(last))
        .put("verdict", verdict());
    if (cuts != null) {
      cuts.addTo(tree);
    }
    return tree;
  }

  private static Tree step(SimulatedPhase step) {
    return new Tree()
        .put("phase", step.phase().phase().word())
        .put("total", total(step))
        .put("clusters", clusters(step));
  }

  private static Tree total(SimulatedPhase step) {
    var total = step.figures().total().simulated();
    return FarmPlanTree.total(step.phase().total())
        .put("simulated_rate", total.rate())
        .put("simulated_speedup", total.speedup())
        .put("simulated_speedup_ci95", step.speedup().halfWidth())
        .put("simulated_efficiency", total.efficiency())
        .put("simulated_time_s", step.seconds())
        .put("simulated_time_s_ci95", step.makespan().halfWidth())
        .put("precision", step.precision());
  }

  private static List<Tree> clusters(SimulatedPhase step) {
    var trees = new ArrayList<Tree>();
    var rows = step.figures().clusters();
    for (int i = 0; i < rows.size(); i++) {
      var tree = FarmPlanTree.cluster(step.phase().clusters().get(i));
      var row = rows.get(i);
      trees.add(row.simulated().addTo(tree, "simulated").put("precision", precision(step, row)));
    }
    return trees;
  }

  private static List<Tree> resources(SimulatedPhase step) {
    return step.resources().stream()
        .map(
            r ->
                new Tree()
                    .put("name", r.name())
                    .put("utilisation", r.utilisation())
                    .put("messages", r.messages())
                    .put("mean_wait_s", r.meanWait())
                    .put("mean_queue", r.meanQueue()))
        .toList();
  }

  private static List<Tree> workers(SimulatedPhase step) {
    var trees = new ArrayList<Tree>();
    for (int w = 0; w < step.rehearsal().workers().size(); w++) {
      int worker = w;
      trees.add(
          new Tree()
              .put("name", step.rehearsal().workers().get(w))
              .put("cluster", step.rehearsal().clusters().get(step.rehearsal().clusterOf(w)))
              .put("tasks", step.sample(r -> r.outcome().tasksOf()[worker]).mean())
              .put("busy_s", step.sample(r -> r.outcome().busyOf()[worker]).mean())
              .put("idle", step.idle(w)));
    }
    return trees;
  }
}

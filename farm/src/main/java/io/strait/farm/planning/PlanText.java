package io.strait.farm.planning;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** A plan for people: the verdict, then the papers' tables in one view. */
public final class PlanText {
  private static final int MOST_ROWS = 24;
  private static final int MOST_GROUPS = 12;
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d+)");

  private final Inputs<FarmApp> inputs;
  private final FarmPlan plan;
  private final String verdict;
  private final Style style;

  private PlanText(Inputs<FarmApp> inputs, FarmPlan plan, String verdict, Style style) {
    this.inputs = inputs;
    this.plan = plan;
    this.verdict = verdict;
    this.style = style;
  }

  static String of(Inputs<FarmApp> inputs, FarmPlan plan, String verdict, Style style) {
    return new PlanText(inputs, plan, verdict, style).text();
  }

  private String text() {
    var text = new StringBuilder();
    text.append(style.bold(verdict)).append("\n\n");
    text.append(plan.title(inputs.grid().name(), inputs.app().name()))
        .append(
            plan.objective() == Objective.EFFICIENT
                ? ", target efficiency " + Numbers.percent(plan.efficiency())
                : ", objective " + plan.objective())
        .append("\n\n");
    text.append(phases()).append('\n').append(summary()).append('\n').append(workers());
    for (var note : plan.notes()) {
      text.append("\nNote: ").append(note).append('\n');
    }
    return text.toString();
  }

  /** Tables 1 to 4 of tuning: every phase with its clusters. */
  private String phases() {
    double scale = Numbers.scaleFor(plan.result().total().estimatedRate());
    var unit = Numbers.scaleName(scale) + "tasks/s";
    var table =
        new Table(
            "phase",
            "cluster",
            " workers",
            " available",
            " estimated",
            " speedup",
            " efficiency",
            " combine",
            "bound by");
    for (var step : plan.steps()) {
      var name = step.phase().word();
      for (var cluster : shown(step)) {
        table.row(
            name,
            cluster.name(),
            Integer.toString(cluster.workers().size()),
            Numbers.scaled(cluster.availableRate(), scale),
            Numbers.scaled(cluster.estimatedRate(), scale),
            Numbers.speedup(cluster.speedup()),
            Numbers.percent(cluster.efficiency()),
            cluster.aggregate() > 1 ? Integer.toString(cluster.aggregate()) : "",
            cluster.boundBy());
        name = "";
      }
      int hidden = step.clusters().size() - shown(step).size();
      if (hidden > 0) {
        table.row("", "… %d more".formatted(hidden), "", "", "", "", "", "", "");
      }
      if (step.clusters().size() > 1) {
        var total = step.total();
        table.row(
            name,
            "total",
            Integer.toString(total.workers()),
            Numbers.scaled(total.availableRate(), scale),
            Numbers.scaled(total.estimatedRate(), scale),
            Numbers.speedup(total.speedup()),
            Numbers.percent(total.efficiency()),
            "",
            "");
      }
      if (step.phase() != plan.result().phase()) {
        table.gap();
      }
    }
    return "Rates in "
        + unit
        + "; combine: results that a gateway adds up before they cross the gap\n\n"
        + table.print(style);
  }

  /** All clusters of a phase, or those that bring most where there are too many to read. */
  private static List<ClusterPlan> shown(PhasePlan step) {
    if (step.clusters().size() <= MOST_ROWS) {
      return step.clusters();
    }
    return step.clusters().stream()
        .sorted(Comparator.comparingDouble(ClusterPlan::estimatedRate).reversed())
        .limit(MOST_ROWS - 4)
        .toList();
  }

  /** Table 5 of tuning: one line per phase. */
  private String summary() {
    boolean priced = plan.steps().stream().anyMatch(s -> s.total().cost() > 0);
    var titles =
        new ArrayList<>(List.of("phase", "what it means", " speedup", " efficiency", " time"));
    if (priced) {
      titles.add(" cost");
    }
    var table = new Table(titles.toArray(String[]::new));
    for (var step : plan.steps()) {
      var cells =
          new ArrayList<>(
              List.of(
                  step.phase().word(),
                  meaning(step),
                  Numbers.speedup(step.total().speedup()),
                  Numbers.percent(step.total().efficiency()),
                  step.total().promised().text(Durations::rounded)));
      if (priced) {
        cells.add("%.2f".formatted(step.total().cost()));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table.print(style);
  }

  private String meaning(PhasePlan step) {
    var chosen =
        switch (plan.objective()) {
          case EFFICIENT -> "workers that keep " + Numbers.percent(plan.efficiency());
          case FEWEST -> "the fewest workers";
          case CHEAPEST -> "the cheapest workers";
          case FASTEST -> "the fastest workers";
        };
    return switch (step.phase()) {
      case LOCAL -> plan.masterCluster() + " alone";
      case MULTI -> "all clusters, all workers";
      case SELECTED -> step.cut().isEmpty() ? "the greedy's choice" : chosen;
      case TUNED -> "results combined at gateways, " + chosen;
    };
  }

  private String workers() {
    var text = new StringBuilder("Workers: ");
    int groups = 0;
    for (var cluster : shown(plan.result())) {
      if (cluster.workers().isEmpty()) {
        continue;
      }
      if (groups == MOST_GROUPS) {
        text.append("; … (--format json names all)");
        break;
      }
      text.append(groups++ == 0 ? "" : "; ").append(cluster.name()).append(' ');
      text.append(ranges(cluster.workers()));
    }
    return text.append('\n').toString();
  }

  /** Host names with runs of numbers drawn together: {@code es1-5, fast1-3}. */
  public static String ranges(List<String> names) {
    var parts = new ArrayList<String>();
    int i = 0;
    while (i < names.size()) {
      var matcher = NUMBERED.matcher(names.get(i));
      int end = i + 1;
      if (matcher.matches() && matcher.group(2).length() < 9) {
        int number = Integer.parseInt(matcher.group(2));
        while (end < names.size() && names.get(end).equals(matcher.group(1) + (number + end - i))) {
          end++;
        }
        if (end - i > 1) {
          parts.add(names.get(i) + "-" + (number + end - i - 1));
          i = end;
          continue;
        }
      }
      parts.add(names.get(i));
      i++;
    }
    if (parts.size() > 8) {
      int hidden = names.size() - 8;
      return String.join(", ", parts.subList(0, 8)) + ", … %d in all".formatted(hidden + 8);
    }
    return String.join(", ", parts);
  }
}

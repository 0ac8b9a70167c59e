package io.strait.stencil.show;

import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.Strategy;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.util.List;
import java.util.Locale;

/** A stencil's plan for people: the verdict, then a row per strategy. */
public final class StencilText {
  private StencilText() {}

  static String plan(Inputs<StencilApp> inputs, StencilPlan plan, Style style) {
    var table =
        new Table(
            "strategy",
            " band",
            " iteration",
            " all",
            "bound by",
            " memory",
            " largest rank",
            " redundant");
    for (var each : plan.strategies()) {
      table.row(
          mark(plan, each.strategy()),
          band(each),
          Show.seconds(each.iterationSeconds()),
          Durations.rounded(each.timeSeconds()),
          each.boundBy(),
          Show.size(each.memoryBytes()),
          Show.size(each.rankMemoryBytes()),
          Numbers.percent(each.redundant()));
    }
    return head(inputs, plan, style)
        + "\n"
        + table.print(style)
        + "\nBand: columns that both sides of a gap compute; for deep-halo, iterations between"
        + " exchanges. Redundant: cells\ncomputed more than once, as a share of the domain.\n"
        + notes(plan);
  }

  static String head(Inputs<StencilApp> inputs, StencilPlan plan, Style style) {
    var app = inputs.app();
    return "%s\n\n%s: %s, %s%s cells of %s, %s, %d iterations on %d x %d ranks\n"
        .formatted(
            style.bold(StencilVerdict.of(plan)),
            inputs.grid().name(),
            app.name(),
            app.columns(),
            app.rows() == 1 ? "" : " x " + app.rows(),
            app.type().name().toLowerCase(Locale.ROOT),
            app.corners() ? "9-point" : "5-point",
            plan.iterations(),
            plan.processorRows(),
            plan.processorColumns());
  }

  static String notes(StencilPlan plan) {
    var text = new StringBuilder();
    for (var note : plan.notes()) {
      text.append("\nNote: ").append(note).append('\n');
    }
    return text.toString();
  }

  /** Two plans side by side: as it is, and what if. */
  static String comparison(StencilPlan old, StencilPlan now, Style style) {
    var table =
        new Table("strategy", " band", " what if", " iteration", " what if", "bound by", "what if");
    for (var strategy : Strategy.values()) {
      var one = find(old, strategy);
      var other = find(now, strategy);
      if (!one.isEmpty() || !other.isEmpty()) {
        table.row(
            strategy.word(),
            one.isEmpty() ? "–" : band(one.getFirst()),
            other.isEmpty() ? "–" : band(other.getFirst()),
            one.isEmpty() ? "–" : Show.seconds(one.getFirst().iterationSeconds()),
            other.isEmpty() ? "–" : Show.seconds(other.getFirst().iterationSeconds()),
            one.isEmpty() ? "–" : one.getFirst().boundBy(),
            other.isEmpty() ? "–" : other.getFirst().boundBy());
      }
    }
    return table.print(style);
  }

  private static List<StrategyPlan> find(StencilPlan plan, Strategy strategy) {
    return plan.strategies().stream().filter(each -> each.strategy() == strategy).toList();
  }

  public static String mark(StencilPlan plan, Strategy strategy) {
    return strategy.word() + (strategy == plan.best() ? " *" : "");
  }

  public static String band(StrategyPlan plan) {
    return plan.band() == 0 ? "–" : Integer.toString(plan.band());
  }
}

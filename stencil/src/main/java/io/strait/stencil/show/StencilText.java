package io.strait.stencil.show;

import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.Strategy;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A stencil's plan for people: the verdict, then a row per strategy. */
public final class StencilText {
  private StencilText() {}

  static String plan(Inputs<StencilApp> inputs, StencilPlan plan, Style style) {
    var table =
        new DataTable<StrategyPlan>("strategy", each -> mark(plan, each.strategy()))
            .number("band", StencilText::band)
            .number("iteration", StencilText::iteration)
            .number("all", each -> each.all().text(Durations::rounded))
            .words("bound by", StrategyPlan::boundBy)
            .number("memory", each -> Show.size(each.memoryBytes()))
            .number("largest rank", each -> Show.size(each.rankMemoryBytes()))
            .number("redundant", each -> Numbers.percent(each.redundant()))
            .text(plan.strategies());
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
    return plan.notes().stream().map("\nNote: %s\n"::formatted).collect(Collectors.joining());
  }

  /** Two plans side by side: as it is, and what if. */
  static String comparison(StencilPlan old, StencilPlan now, Style style) {
    return new DataTable<>("strategy", Strategy::word)
        .number("band", cell(old, StencilText::band))
        .number("what if", cell(now, StencilText::band))
        .number("iteration", cell(old, StencilText::iteration))
        .number("what if", cell(now, StencilText::iteration))
        .words("bound by", cell(old, StrategyPlan::boundBy))
        .words("what if", cell(now, StrategyPlan::boundBy))
        .text(
            Arrays.stream(Strategy.values())
                .filter(each -> old.find(each).or(() -> now.find(each)).isPresent())
                .toList())
        .print(style);
  }

  private static Function<Strategy, String> cell(
      StencilPlan plan, Function<StrategyPlan, String> text) {
    return strategy -> plan.find(strategy).map(text).orElse(Show.NOTHING);
  }

  public static String mark(StencilPlan plan, Strategy strategy) {
    return strategy.word() + (strategy == plan.best() ? " *" : "");
  }

  /** The promised time of an iteration: one figure, or two where small differences decide. */
  public static String iteration(StrategyPlan plan) {
    return plan.span().text(Show::seconds);
  }

  public static String band(StrategyPlan plan) {
    return plan.band() == 0 ? "–" : Integer.toString(plan.band());
  }
}

package io.strait.stencil.report;

import io.strait.kind.report.Outcome;
import io.strait.model.quantity.Durations;
import io.strait.stencil.outcome.RankTimes.Kind;
import io.strait.stencil.outcome.StrategyOutcome;
import io.strait.stencil.plan.Decomposition.Block;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import java.util.List;
import java.util.function.Function;

/** Tables of strategies and ranks. */
public final class StencilTables {
  private static final int MOST_RANKS = 32;

  private StencilTables() {}

  /** Adds the band, and predicted, simulated, measured. */
  static <T> DataTable<T> promise(DataTable<T> table, Function<T, StrategyOutcome> of) {
    return Outcome.columns(table.number("band", row -> band(of.apply(row))), of);
  }

  /** The band, or the depth of a deep halo; a dash for none. */
  static String band(StrategyOutcome of) {
    return of.plan().band() == 0 ? Show.NOTHING : Show.count(of.plan().band());
  }

  /** Adds where the ranks' time went. */
  public static <T> DataTable<T> shares(DataTable<T> table, Function<T, StrategyOutcome> of) {
    return table
        .number("computing", row -> Numbers.percent(of.apply(row).measured().shares().computing()))
        .number(
            "waiting, LAN", row -> Numbers.percent(of.apply(row).measured().shares().waitingLan()))
        .number(
            "waiting, gap", row -> Numbers.percent(of.apply(row).measured().shares().waitingGap()));
  }

  /** Strategies for a terminal, the plan's with a star. */
  static Table strategies(StencilReport run) {
    var table =
        new DataTable<StrategyOutcome>(
            "strategy", each -> each.name() + (each.equals(run.result()) ? " *" : ""));
    promise(table, each -> each)
        .number("all", each -> Durations.rounded(each.measured().seconds()));
    return shares(table, each -> each).text(run.outcomes());
  }

  /** Strategies for a page. */
  static void strategies(Html html, StencilReport run) {
    var table =
        new DataTable<StrategyOutcome>("strategy", StrategyOutcome::name)
            .strong(each -> each.name().equals(run.result().name()));
    promise(table, each -> each)
        .number("all iterations", each -> Durations.rounded(each.measured().seconds()));
    shares(table, each -> each)
        .number("memory", each -> Show.size(each.measured().memory()))
        .number("redundant", each -> Numbers.percent(each.plan().redundant()))
        .words("bound by", each -> each.plan().boundBy())
        .write(html, run.outcomes());
  }

  /** What every rank computes and waited for, with the plan's strategy. */
  static void ranks(Html html, StencilReport run) {
    var ranks = run.ranks.getLast();
    var clusters = run.grid().clusters();
    var table =
        new DataTable<Block>(
                "rank",
                block ->
                    "%d %s, %s"
                        .formatted(
                            block.rank().rank(),
                            block.rank().host(),
                            clusters.get(block.rank().cluster()).name()))
            .number(
                "columns",
                block ->
                    MatrixChart.range(
                        block.computes().x0(), block.computes().x1(), run.app().columns()))
            .number(
                "rows",
                block ->
                    MatrixChart.range(
                        block.computes().y0(), block.computes().y1(), run.app().rows()))
            .number("cells", block -> Show.count(block.computes().cells()))
            .number("of these in a band", block -> Show.count(inBand(block)))
            .number("computing", share(ranks, Kind.COMPUTE))
            .number("waiting, LAN", share(ranks, Kind.LAN))
            .number("waiting, gap", share(ranks, Kind.GAP));
    table.write(html, ranks.decomposition().blocks(), MOST_RANKS);
  }

  private static Function<Block, String> share(StrategyRanks ranks, Kind kind) {
    double seconds = ranks.outcome().measured().seconds();
    return block ->
        Numbers.percent(ranks.times().share(List.of(block.rank().rank()), kind, seconds));
  }

  private static long inBand(Block block) {
    var computes = block.computes();
    long own =
        (long) Math.max(0, computes.width() - block.left() - block.right())
            * Math.max(0, computes.height() - block.top() - block.bottom());
    return computes.cells() - own;
  }
}

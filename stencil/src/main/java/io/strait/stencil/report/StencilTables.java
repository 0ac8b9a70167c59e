package io.strait.stencil.report;

import io.strait.model.quantity.Durations;
import io.strait.stencil.report.RankTimes.Kind;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import java.util.List;

/** The tables of a stencil's page. */
public final class StencilTables {
  private static final int MOST_RANKS = 32;

  private StencilTables() {}

  /** Predicted, simulated, measured by strategy. */
  static void strategies(Html html, StencilReport run) {
    DataTable.begin(
        html,
        "strategy",
        List.of(
            "band",
            "predicted",
            "simulated",
            "measured",
            "precision",
            "all iterations",
            "computing",
            "waiting, LAN",
            "waiting, gap",
            "memory",
            "redundant",
            "bound by"),
        true);
    for (var each : run.strategies()) {
      boolean result = each.name().equals(run.result().name());
      html.open("tr");
      html.element("th", each.name(), "scope", "row", "class", result ? "strong" : "");
      DataTable.cells(
          html,
          List.of(
              each.band(),
              Show.seconds(each.predicted()),
              Show.seconds(each.simulated()),
              Show.seconds(each.measured()),
              Show.precision(each.precision()),
              Durations.rounded(each.seconds()),
              Show.percent(each.computing()),
              Show.percent(each.waitingLan()),
              Show.percent(each.waitingGap()),
              Show.size(each.memory()),
              Show.percent(each.plan().redundant())));
      html.element("td", each.plan().boundBy());
      html.close();
    }
    DataTable.end(html);
  }

  /** What every rank computes and waited for, with the plan's strategy. */
  static void ranks(Html html, StencilReport run) {
    var ranks = run.ranks.getLast();
    double seconds = ranks.figures().seconds();
    DataTable.begin(
        html,
        "rank",
        List.of(
            "columns",
            "rows",
            "cells",
            "of these in a band",
            "computing",
            "waiting, LAN",
            "waiting, gap"));
    var blocks = ranks.decomposition().blocks();
    for (var block : blocks.subList(0, Math.min(MOST_RANKS, blocks.size()))) {
      var rank = block.rank();
      var computes = block.computes();
      var alone = List.of(rank.rank());
      long own =
          (long) Math.max(0, computes.width() - block.left() - block.right())
              * Math.max(0, computes.height() - block.top() - block.bottom());
      html.open("tr");
      html.element(
          "th",
          "%d %s, %s"
              .formatted(
                  rank.rank(),
                  rank.host(),
                  run.inputs.grid().clusters().get(rank.cluster()).name()),
          "scope",
          "row");
      DataTable.cells(
          html,
          List.of(
              MatrixChart.range(computes.x0(), computes.x1(), run.app().columns()),
              MatrixChart.range(computes.y0(), computes.y1(), run.app().rows()),
              Show.count(computes.cells()),
              Show.count(computes.cells() - own),
              Show.percent(ranks.times().share(alone, Kind.COMPUTE, seconds)),
              Show.percent(ranks.times().share(alone, Kind.LAN, seconds)),
              Show.percent(ranks.times().share(alone, Kind.GAP, seconds))));
      html.close();
    }
    DataTable.end(html);
    if (blocks.size() > MOST_RANKS) {
      html.element("p", "… %d more".formatted(blocks.size() - MOST_RANKS), "class", "quiet");
    }
  }
}

package io.strait.cli.report;

import io.strait.cli.report.RankTimes.Kind;
import io.strait.model.quantity.Durations;
import java.util.List;

/** The tables of a stencil's page. */
final class StencilTables {
  private static final int MOST_RANKS = 32;

  private StencilTables() {}

  /** A table that is begun with its headings; the first column holds names, others numbers. */
  static void begin(Html html, String first, List<String> titles) {
    begin(html, first, titles, false);
  }

  /**
   * @param words whether the last column holds words
   */
  private static void begin(Html html, String first, List<String> titles, boolean words) {
    html.open("div", "class", "scroll").open("table").open("thead").open("tr");
    html.element("th", first);
    for (int i = 0; i < titles.size(); i++) {
      boolean text = words && i + 1 == titles.size();
      html.element("th", titles.get(i), "class", text ? "" : "number");
    }
    html.close().close().open("tbody");
  }

  static void end(Html html) {
    html.close().close().close();
  }

  static void cells(Html html, List<String> cells) {
    cells.forEach(cell -> html.element("td", cell, "class", "number"));
  }

  /** Predicted, simulated, measured by strategy. */
  static void strategies(Html html, StencilReport run) {
    begin(
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
      cells(
          html,
          List.of(
              each.band(),
              Show.seconds(each.predicted()),
              Show.seconds(each.simulated()),
              Show.seconds(each.measured()),
              precision(each.precision()),
              Durations.rounded(each.seconds()),
              Show.percent(each.computing()),
              Show.percent(each.waitingLan()),
              Show.percent(each.waitingGap()),
              Show.size(each.memory()),
              Show.percent(each.plan().redundant())));
      html.element("td", each.plan().boundBy());
      html.close();
    }
    end(html);
  }

  static String precision(double precision) {
    return Double.isFinite(precision) ? "%.1f %%".formatted(100 * precision) : Show.NOTHING;
  }

  /** What every rank computes and waited for, with the plan's strategy. */
  static void ranks(Html html, StencilReport run) {
    var ranks = run.ranks.getLast();
    double seconds = ranks.figures().seconds();
    begin(
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
      cells(
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
    end(html);
    if (blocks.size() > MOST_RANKS) {
      html.element("p", "… %d more".formatted(blocks.size() - MOST_RANKS), "class", "quiet");
    }
  }
}

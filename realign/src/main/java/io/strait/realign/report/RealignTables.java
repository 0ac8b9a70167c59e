package io.strait.realign.report;

import io.strait.kind.report.Outcome;
import io.strait.realign.file.ClusterTraffic;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.realign.outcome.NumberingOutcome.Rank;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import java.util.List;

/** The tables of a realignment's report. */
final class RealignTables {
  private static final int MOST_RANKS = 64;
  private static final int MOST_CLUSTERS = 24;

  private RealignTables() {}

  /** Numberings. */
  static void steps(Html html, RealignReport run) {
    var table =
        new DataTable<>("numbering", NumberingOutcome::name)
            .strong(each -> each.equals(run.result()));
    Outcome.columns(table, each -> each)
        .number("files", each -> Show.positive(each.files()))
        .number("interior", each -> Show.count(each.messages().interior()))
        .number("external", each -> Show.count(each.messages().external()))
        .number("interior bytes", each -> Show.size(each.messages().interiorBytes()))
        .number("external bytes", each -> Show.size(each.messages().externalBytes()))
        .number(
            "elements",
            each -> each.verified() == null ? "not checked" : each.isWrong() ? "wrong" : "verified")
        .write(html, run.outcomes());
  }

  /** What goes from cluster to cluster. */
  static void matrix(Html html, RealignReport run, String title, ClusterTraffic traffic) {
    int clusters = Math.min(run.ranks.clusters(), MOST_CLUSTERS);
    html.open("div").element("h3", title);
    html.open("div", "class", "scroll", "tabindex", "0").open("table").open("thead").open("tr");
    html.element("th", "from");
    for (int c = 0; c < clusters; c++) {
      html.element("th", "to " + run.ranks.clusterName(c), "class", "number");
    }
    html.close().close().open("tbody");
    for (int from = 0; from < clusters; from++) {
      html.open("tr").element("th", run.ranks.clusterName(from), "scope", "row");
      for (int to = 0; to < clusters; to++) {
        html.element(
            "td",
            traffic.messages(from, to) == 0
                ? Show.NOTHING
                : "%s, %s"
                    .formatted(
                        Show.count(traffic.messages(from, to)), Show.size(traffic.bytes(from, to))),
            "class",
            traffic.messages(from, to) == 0
                ? "number"
                : from == to ? "number inside" : "number outside");
      }
      html.close();
    }
    html.close().close().close();
    Page.more(html, run.ranks.clusters() - clusters, " clusters");
    html.close();
  }

  /** What every rank did, with the plan's numbering. */
  static void ranks(Html html, List<Rank> ranks) {
    new DataTable<>("rank", Rank::title)
        .number("packing", rank -> Show.seconds(rank.times().packing()))
        .number("waiting", rank -> Show.seconds(rank.times().waiting()))
        .number("unpacking", rank -> Show.seconds(rank.times().unpacking()))
        .number("files", rank -> Show.positive(rank.times().files()))
        .number("sent", rank -> Show.size(rank.volume().sent()))
        .number("received", rank -> Show.size(rank.volume().received()))
        .number("memory", rank -> Show.size(rank.volume().memory()))
        .write(html, ranks, MOST_RANKS);
  }
}

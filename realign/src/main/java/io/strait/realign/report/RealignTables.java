package io.strait.realign.report;

import io.strait.realign.file.ClusterTraffic;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;

/** The tables of a realignment's page. */
final class RealignTables {
  private static final int MOST_RANKS = 64;
  private static final int MOST_CLUSTERS = 24;

  private RealignTables() {}

  /** Predicted, simulated, measured by numbering. */
  static void steps(Html html, RealignReport run) {
    DataTable.begin(
        html,
        "numbering",
        List.of(
            "predicted",
            "simulated",
            "measured",
            "precision",
            "files",
            "interior",
            "external",
            "interior bytes",
            "external bytes",
            "elements"));
    for (var each : run.steps()) {
      html.open("tr");
      html.element(
          "th", each.name(), "scope", "row", "class", each.equals(run.result()) ? "strong" : "");
      DataTable.cells(
          html,
          List.of(
              promised(each.predicted()),
              promised(each.simulated()),
              Show.seconds(each.measured()),
              each.isPromised() ? Show.precision(each.precision()) : Show.NOTHING,
              promised(each.files()),
              Show.count(each.interior()),
              Show.count(each.external()),
              Show.size(each.interiorBytes()),
              Show.size(each.externalBytes()),
              !each.checked() ? "not checked" : each.verified() ? "verified" : "wrong"));
      html.close();
    }
    DataTable.end(html);
  }

  /** Seconds of a repetition; a dash for none. */
  static String promised(double seconds) {
    return seconds > 0 ? Show.seconds(seconds) : Show.NOTHING;
  }

  /** What goes from cluster to cluster. */
  static void matrix(Html html, RealignReport run, String title, ClusterTraffic traffic) {
    int clusters = Math.min(run.ranks.clusters(), MOST_CLUSTERS);
    var titles = new ArrayList<String>();
    for (int c = 0; c < clusters; c++) {
      titles.add("to " + run.ranks.clusterName(c));
    }
    html.open("div").element("h3", title);
    DataTable.begin(html, "from", titles);
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
    DataTable.end(html);
    if (run.ranks.clusters() > clusters) {
      html.element(
          "p", "… %d more clusters".formatted(run.ranks.clusters() - clusters), "class", "quiet");
    }
    html.close();
  }

  /** What every rank did, with the plan's numbering. */
  static void ranks(Html html, List<RealignFigures.Rank> ranks) {
    DataTable.begin(
        html,
        "rank",
        List.of("packing", "waiting", "unpacking", "files", "sent", "received", "memory"));
    for (var rank : ranks.subList(0, Math.min(MOST_RANKS, ranks.size()))) {
      html.open("tr");
      html.element(
          "th", "%d %s, %s".formatted(rank.rank(), rank.host(), rank.cluster()), "scope", "row");
      DataTable.cells(
          html,
          List.of(
              Show.seconds(rank.pack()),
              Show.seconds(rank.waiting()),
              Show.seconds(rank.unpack()),
              promised(rank.io()),
              Show.size(rank.sent()),
              Show.size(rank.received()),
              Show.size(rank.memory())));
      html.close();
    }
    DataTable.end(html);
    if (ranks.size() > MOST_RANKS) {
      html.element("p", "… %d more".formatted(ranks.size() - MOST_RANKS), "class", "quiet");
    }
  }
}

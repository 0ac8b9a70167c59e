package io.strait.farm.report;

import io.strait.farm.report.EventBins.Cut;
import io.strait.model.quantity.Durations;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;

/** What happened beside the work, in the order of time: starts of the master, cuts, losses. */
final class EventTable {
  private static final int MOST = 60;
  private static final int MOST_FAILURES = 50;

  private record Row(long time, String kind, String what) {}

  private EventTable() {}

  static void write(Html html, FarmReport run) {
    var rows = new ArrayList<Row>();
    run.index.marks.forEach(m -> rows.add(new Row(m.time(), "mark", m.text())));
    run.bins.cuts.forEach(c -> rows.add(new Row(c.from(), "cut", cut(c))));
    rows.sort(Comparator.comparingLong(Row::time));
    if (rows.isEmpty()) {
      Page.quiet(html, "No cuts, no losses, and the master was started once.");
    } else {
      html.open("div", "class", "scroll", "tabindex", "0")
          .open("table", "class", "events")
          .open("tbody");
      for (var row : rows.subList(0, Math.min(MOST, rows.size()))) {
        html.open("tr");
        html.element("td", Show.time(row.time), "class", "number");
        html.open("td").element("i", "", "class", "key " + row.kind).text(row.what).close();
        html.close();
      }
      html.close().close().close();
      long more = Math.max(0, rows.size() - MOST) + run.bins.cutsLeftOut + run.index.marksLeftOut;
      if (more > 0) {
        Page.quiet(html, "and %s more, see events.tsv".formatted(Show.count(more)));
      }
    }
    failures(html, run);
  }

  /** A cut in words. */
  static String cut(Cut cut) {
    var role = cut.node().role().name().toLowerCase(Locale.ROOT);
    var who =
        cut.node().name().equals(cut.cluster())
            ? "%s %s".formatted(role, cut.node().name())
            : "%s %s (%s)".formatted(role, cut.node().name(), cut.cluster());
    var away =
        cut.to() < 0
            ? "gone for good"
            : cut.to() == cut.from()
                ? "back at once"
                : "away for " + Durations.rounded((cut.to() - cut.from()) / 1e3);
    return "%s %s%s".formatted(who, away, cut.why().isEmpty() ? "" : ": " + cut.why());
  }

  private static void failures(Html html, FarmReport run) {
    var failures = run.summary.standing().failures().stream().limit(MOST_FAILURES).toList();
    long attempts = 0;
    for (var tally : run.bins.tallies) {
      attempts += tally.failed;
    }
    if (attempts > 0) {
      html.element(
          "p",
          "%s %s; %s."
              .formatted(
                  Show.count(attempts),
                  attempts == 1 ? "attempt at a task failed" : "attempts at tasks failed",
                  run.failed() == 0
                      ? "every task was done in the end"
                      : run.failed() == 1
                          ? "1 task failed for good"
                          : Show.count(run.failed()) + " tasks failed for good"));
    }
    if (failures.isEmpty()) {
      return;
    }
    html.open("div", "class", "scroll", "tabindex", "0")
        .open("table", "class", "events")
        .open("tbody");
    for (var failure : failures) {
      html.open("tr").element("td", "task " + failure.task(), "class", "number");
      html.open("td").element("pre", failure.why()).close().close();
    }
    html.close().close().close();
    if (run.failed() > failures.size()) {
      Page.quiet(
          html,
          "and %s more, see summary.json".formatted(Show.count(run.failed() - failures.size())));
    }
  }
}

package io.strait.stencil.report;

import io.strait.kind.report.Advice;
import io.strait.kind.report.RunPage;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.outcome.RankTimes;
import io.strait.view.Numbers;
import io.strait.view.page.Fact;
import io.strait.view.page.Html;
import io.strait.view.page.InlinePicture;
import io.strait.view.page.Page;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** One run of a stencil as a page. */
final class StencilPage implements RunPage {
  private static final int MOST_BARS = 24;

  private final StencilReport run;

  StencilPage(StencilReport run) {
    this.run = run;
  }

  @Override
  public boolean hasPictures() {
    return true;
  }

  @Override
  public List<Tile> tiles() {
    var result = run.result();
    var shares = result.measured().shares();
    return List.of(
        RunPage.promised(
            "iteration",
            Show.seconds(result.time().measured()),
            result.time().promised().text(Show::seconds)),
        new Tile(
            "strategy",
            result.name(),
            result.plan().band() == 0
                ? "no band"
                : (result.plan().strategy() == Strategy.DEEP_HALO ? "of depth " : "with a band of ")
                    + StencilTables.band(result)),
        new Tile(
            "all iterations",
            Durations.rounded(result.measured().seconds()),
            "%s of them".formatted(Show.count(result.measured().iterations()))),
        new Tile(
            "computing",
            Numbers.percent(shares.computing()),
            "waiting %s for the LAN, %s for the gap"
                .formatted(
                    Numbers.percent(shares.waitingLan()), Numbers.percent(shares.waitingGap()))),
        RunPage.precision(result.precision(), result.time()));
  }

  @Override
  public List<Section> sections(Advice advice) {
    return List.of(
        RunPage.figures(
            run,
            "Time of one iteration once the run had settled; waiting as a share of all ranks'"
                + " time.",
            html -> StencilTables.strategies(html, run),
            html -> {
              html.element("h3", "Time per iteration");
              PromiseBars.write(html, bars());
            }),
        new Section(
            "Waiting",
            "What every rank did while the run went on. A rank that waits for a neighbour in its"
                + " cluster, which itself waits for the gap, waits for the LAN.",
            this::timelines),
        RunPage.bound(
            "Measured with %s: where the ranks' time went, cluster by cluster."
                .formatted(run.result().name()),
            this::bound,
            advice),
        new Section(
            "Who computes what",
            "The domain of %s columns and %s rows on %s, numbered cluster by cluster; columns count from 0."
                .formatted(
                    Show.count(run.app().columns()),
                    Show.count(run.app().rows()),
                    WaitingChart.ranks(run.matrix.ranks().size())),
            this::matrix),
        new Section("Result", this::picture));
  }

  /** Every strategy of the plan, also those that were not run. */
  private List<PromiseBars.Bar> bars() {
    var bars = new ArrayList<PromiseBars.Bar>();
    for (var planned : run.plan().strategies()) {
      var ran =
          run.outcomes().stream()
              .filter(each -> each.plan().strategy() == planned.strategy())
              .findFirst();
      boolean strong = planned.strategy() == run.plan().best();
      if (ran.isPresent()) {
        bars.add(ran.get().bar(planned.strategy().word(), strong));
      } else if (run.result().isPromised()) {
        bars.add(
            new PromiseBars.Bar(
                planned.strategy().word(), Double.NaN, planned.iterationSeconds(), strong));
      }
    }
    return bars;
  }

  private void timelines(Html html) {
    WaitingChart.legend(html);
    var chart = new WaitingChart(run.grid(), run.matrix);
    for (var each : run.ranks.reversed()) {
      html.open("div", "class", "strategy");
      html.open("h3", "class", "over-chart").text(each.outcome().name()).open("small");
      html.text(
          "%s for an iteration, %s for all"
              .formatted(
                  Show.seconds(each.outcome().time().measured()),
                  Durations.rounded(each.outcome().measured().seconds())));
      html.close().close();
      chart.write(html, each);
      html.close();
    }
  }

  private void bound(Html html) {
    var result = run.ranks.getLast();
    double seconds = result.outcome().measured().seconds();
    WaitingChart.legend(html);
    html.open("ul", "class", "bars");
    var clusters = run.grid().clusters();
    int shown = 0;
    for (int c = 0; c < clusters.size() && shown < MOST_BARS; c++) {
      var members = run.matrix.ranks(c);
      if (members.isEmpty()) {
        continue;
      }
      shown++;
      var parts =
          RankTimes.ALL.stream()
              .map(k -> new Page.Part(k.word, result.times().share(members, k, seconds), ""))
              .toList();
      var shares = parts.stream().map(part -> Numbers.percent(part.share())).toList();
      Page.bar(html, clusters.get(c).name(), String.join(" · ", shares), parts);
    }
    html.close();
    Page.quiet(
        html,
        "By the plan, an iteration with %s cannot be faster than the %s allows."
            .formatted(result.outcome().name(), result.outcome().plan().boundBy()));
  }

  private void matrix(Html html) {
    var alike = new LinkedHashMap<String, List<StrategyRanks>>();
    for (var each : run.ranks.reversed()) {
      var shares = each.decomposition().blocks().toString();
      alike.computeIfAbsent(shares, s -> new ArrayList<>()).add(each);
    }
    for (var same : alike.values()) {
      var decomposition = same.getFirst().decomposition();
      var names = String.join(", ", same.stream().map(s -> s.outcome().name()).toList());
      html.open("h3").text(names).open("small");
      html.text(
          decomposition.band() > 0
              ? "a band of %s columns at every gap".formatted(Show.count(decomposition.band()))
              : "no band");
      for (var each : same) {
        if (each.outcome().plan().strategy() == Strategy.DEEP_HALO) {
          html.text(
              "; with deep-halo every rank also computes up to %s cells around its block"
                  .formatted(
                      Show.count((long) (each.outcome().plan().band() - 1) * run.app().radius())));
        }
      }
      html.close().close();
      var chart = new MatrixChart(run.grid(), decomposition);
      chart.legend(html);
      chart.write(html, names);
    }
    html.element("h3", "Ranks with " + run.result().name());
    StencilTables.ranks(html, run);
  }

  private void picture(Html html) throws IOException {
    var file = run.folder().resolve("result.png");
    if (!InlinePicture.write(html, file, "the domain after the last iteration")) {
      Page.quiet(html, "There is no picture result.png to show.");
    }
  }

  @Override
  public List<Fact> facts() {
    var app = run.app();
    return List.of(
        new Fact("began", run.began()),
        new Fact(
            "domain",
            "%s × %s cells of %s, radius %d%s"
                .formatted(
                    Show.count(app.columns()),
                    Show.count(app.rows()),
                    app.type().name().toLowerCase(Locale.ROOT),
                    app.radius(),
                    app.corners() ? ", diagonal neighbours too" : "")),
        new Fact(
            "processors",
            "%d × %d, %s"
                .formatted(
                    run.matrix.rows(),
                    run.matrix.columns(),
                    WaitingChart.ranks(run.matrix.ranks().size()))),
        new Fact(
            "time scale",
            run.result().isEmulated()
                ? "%s emulated seconds in every second of the run"
                    .formatted(Show.number(run.result().scale()))
                : "nothing was emulated"));
  }
}

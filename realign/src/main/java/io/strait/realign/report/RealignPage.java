package io.strait.realign.report;

import io.strait.kind.report.Advice;
import io.strait.kind.report.Outcome;
import io.strait.kind.report.RunPage;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.realign.outcome.NumberingOutcome.Rank;
import io.strait.realign.outcome.RankResult.Times;
import io.strait.view.page.Fact;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** One run of a realignment as a page. */
final class RealignPage implements RunPage {
  private static final int MOST_BARS = 48;

  /** What a rank's time consists of, in the order of bars. */
  private record Part(String word, String colour, ToDoubleFunction<Times> seconds) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("packing", "part0", Times::packing),
          new Part("waiting", "part1", Times::waiting),
          new Part("unpacking", "part2", Times::unpacking),
          new Part("files", "part3", Times::files));

  private final RealignReport run;

  RealignPage(RealignReport run) {
    this.run = run;
  }

  @Override
  public List<Tile> tiles() {
    var result = run.result();
    double measured = result.time().measured();
    var before = run.plan().before().traffic();
    var tiles = new ArrayList<Tile>();
    tiles.add(
        new Tile(
            "repetition",
            Show.seconds(measured),
            result.isPromised() ? "promised " + Outcome.promised(result) : "nothing was promised"));
    @Nullable NumberingOutcome other = run.summary.other();
    if (other != null) {
      tiles.add(
          new Tile(
              "times faster",
              Show.number(other.time().measured() / measured),
              "%s in natural order".formatted(Show.seconds(other.time().measured()))));
    }
    tiles.add(
        new Tile(
            "across gaps",
            Show.size(result.messages().externalBytes()),
            "instead of %s".formatted(Show.size(before.externalBytes()))));
    tiles.add(
        new Tile(
            "messages across gaps",
            Show.count(result.messages().external()),
            "instead of %s".formatted(Show.count(before.external()))));
    tiles.add(RunPage.precision(result.precision(), result.time()));
    return tiles;
  }

  @Override
  public List<Section> sections(Advice advice) {
    return List.of(
        RunPage.figures(
            run, "Times of one repetition.", html -> RealignTables.steps(html, run), this::bars),
        new TrafficPicture(run.grid(), run.app(), run.plan()).section(),
        new Section(
            "From cluster to cluster", "Messages and bytes of one repetition.", this::matrices),
        new Section(
            "Where ranks' time went",
            "Of one repetition, each numbering in its own scale; packing includes what is kept,"
                + " waiting what an emulated port takes to send.",
            this::times),
        RunPage.bound("", this::bound, advice));
  }

  private void bars(Html html) {
    html.element("h3", "Time per repetition");
    PromiseBars.write(
        html,
        run.outcomes().stream()
            .map(each -> each.bar(each.name(), each.equals(run.result())))
            .toList());
    Page.quiet(html, proof());
  }

  private String proof() {
    var plan = run.plan();
    return "By the plan the numbering costs %s instead of %s, and no numbering less than %s%s."
        .formatted(
            cost(plan.after().cost()),
            cost(plan.before().cost()),
            cost(plan.lowerBound()),
            plan.isOptimal() ? ": it is proved best" : "");
  }

  private String cost(double cost) {
    if (run.plan().unit() == RealignPlan.Unit.SECONDS) {
      return Show.seconds(cost);
    }
    boolean whole = Math.abs(cost - Math.rint(cost)) <= 1e-9 * cost;
    return whole ? Show.count(Math.round(cost)) : Show.number(cost);
  }

  private void matrices(Html html) {
    html.open("div", "class", "pair");
    RealignTables.matrix(html, run, "natural order", run.plan().before().traffic());
    RealignTables.matrix(html, run, "renumbered", run.plan().after().traffic());
    html.close();
  }

  private void times(Html html) {
    html.open("p", "class", "legend");
    for (var part : PARTS) {
      Page.key(html, part.colour, part.word);
    }
    html.close();
    for (var step : run.outcomes().reversed()) {
      if (step.ranks().isEmpty()) {
        Page.quiet(html, "%s: the summary says nothing of ranks.".formatted(step.name()));
        continue;
      }
      html.open("h3").text(step.name()).open("small");
      html.text(Show.seconds(step.time().measured()) + " for a repetition").close().close();
      html.open("ul", "class", "bars");
      double most = step.ranks().stream().mapToDouble(rank -> rank.times().sum()).max().orElse(0);
      for (var bar : bars(step.ranks()).entrySet()) {
        bar(html, bar.getKey(), bar.getValue(), most);
      }
      html.close();
    }
    var ranks = run.result().ranks();
    if (!ranks.isEmpty()) {
      html.element("h3", "Ranks, " + run.result().name());
      RealignTables.ranks(html, ranks);
    }
  }

  /** Every rank, or where there are too many, every cluster's mean. */
  private static Map<String, List<Rank>> bars(List<Rank> ranks) {
    var bars = new LinkedHashMap<String, List<Rank>>();
    for (var rank : ranks) {
      var name = ranks.size() <= MOST_BARS ? rank.title() : "mean of " + rank.cluster();
      bars.computeIfAbsent(name, n -> new ArrayList<>()).add(rank);
    }
    return bars;
  }

  private static void bar(Html html, String name, List<Rank> ranks, double most) {
    double all = 0;
    var parts = new ArrayList<Page.Part>();
    for (var part : PARTS) {
      double seconds =
          ranks.stream().map(Rank::times).mapToDouble(part.seconds).average().orElse(0);
      all += seconds;
      parts.add(
          new Page.Part(
              part.colour,
              most > 0 ? seconds / most : 0,
              "%s %s".formatted(part.word, Show.seconds(seconds))));
    }
    Page.bar(html, name, Show.seconds(all), parts);
  }

  private void bound(Html html) {
    html.element(
        "p",
        run.plan().after().seconds() > 0
            ? "By the plan, a repetition cannot be faster than the %s allows; in natural order it was the %s."
                .formatted(run.plan().after().boundBy(), run.plan().before().boundBy())
            : "The grid says nothing about its networks, so the plan says nothing about time.");
  }

  @Override
  public List<Fact> facts() {
    var app = run.app();
    return List.of(
        new Fact("began", run.began()),
        new Fact(
            "array",
            "%s elements of %d B"
                .formatted(
                    String.join(" × ", app.shape().stream().map(Show::count).toList()),
                    app.elementBytes())),
        new Fact(
            "distributions",
            String.join(
                " → ",
                app.phases().stream()
                    .map(
                        phase ->
                            String.join(", ", phase.spreads().stream().map(s -> s.text()).toList()))
                    .toList())),
        new Fact("renumbered", app.renumber().name().toLowerCase(Locale.ROOT)),
        new Fact("found by", run.plan().method()));
  }
}

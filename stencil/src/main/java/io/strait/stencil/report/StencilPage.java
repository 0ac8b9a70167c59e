package io.strait.stencil.report;

import io.strait.kind.report.StepFolder;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.report.RankTimes.Kind;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import io.strait.view.page.StrategyBars;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** One run of a stencil as a page. */
public final class StencilPage {
  private static final int MOST_IDEAS = 12;
  private static final int MOST_BARS = 24;
  private static final long LARGEST_PICTURE = 8 << 20;
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private final StencilReport run;
  private final StencilAdvice advice;
  private final String version;
  private final Html html;

  private StencilPage(StencilReport run, StencilAdvice advice, String version) {
    this.run = run;
    this.advice = advice;
    this.version = version;
    this.html = Page.beginWithPictures("%s · strait report".formatted(run.name()));
  }

  /** The page as text. */
  public static String of(StencilReport run, StencilAdvice advice, String version)
      throws IOException {
    return new StencilPage(run, advice, version).page();
  }

  private String page() throws IOException {
    head();
    figures();
    timelines();
    bound();
    ideas();
    matrix();
    picture();
    settings();
    html.element("footer", "Made by " + version);
    return html.page();
  }

  private void head() {
    var result = run.result();
    html.open("header");
    html.element(
        "p", "%s on %s · %s".formatted(run.app().name(), run.grid(), run.name()), "class", "over");
    html.element("h1", run.verdict());
    html.open("div", "class", "tiles");
    Page.tile(
        html,
        "iteration",
        Show.seconds(result.measured()),
        "promised " + Show.seconds(result.predicted()));
    Page.tile(
        html,
        "strategy",
        result.name(),
        result.plan().band() == 0
            ? "no band"
            : (result.plan().strategy() == Strategy.DEEP_HALO ? "of depth " : "with a band of ")
                + result.band());
    Page.tile(
        html,
        "all iterations",
        Durations.rounded(result.seconds()),
        "%s of them".formatted(Show.count(result.iterations())));
    Page.tile(
        html,
        "computing",
        Show.percent(result.computing()),
        "waiting %s for the LAN, %s for the gap"
            .formatted(Show.percent(result.waitingLan()), Show.percent(result.waitingGap())));
    Page.tile(
        html,
        "precision",
        Show.percent(result.precision()),
        "the smaller of promised and measured over the larger");
    html.close().close();
  }

  private void figures() {
    Page.section(
        html,
        "Predicted, simulated, measured",
        "Time of one iteration once the run had settled; waiting as a share of all ranks' time.");
    StencilTables.strategies(html, run);
    run.warnings().forEach(warning -> html.element("p", warning, "class", "quiet"));
    html.element("h3", "Time per iteration");
    StrategyBars.write(html, bars());
    html.close();
  }

  /** Every strategy of the plan, also those that were not run. */
  private List<StrategyBars.Bar> bars() {
    var bars = new ArrayList<StrategyBars.Bar>();
    for (var planned : run.plan.strategies()) {
      var ran =
          run.strategies().stream()
              .filter(each -> each.plan().strategy() == planned.strategy())
              .findFirst();
      boolean strong = planned.strategy() == run.plan.best();
      if (ran.isPresent()) {
        bars.add(
            new StrategyBars.Bar(
                planned.strategy().word(), ran.get().measured(), ran.get().predicted(), strong));
      } else if (run.result().isEmulated()) {
        bars.add(
            new StrategyBars.Bar(
                planned.strategy().word(), Double.NaN, planned.iterationSeconds(), strong));
      }
    }
    return bars;
  }

  private void timelines() {
    Page.section(
        html,
        "Waiting",
        "What every rank did while the run went on. Who waits for a neighbour in the cluster that"
            + " itself waits for the gap, waits for the LAN.");
    WaitingChart.legend(html);
    var chart = new WaitingChart(run.inputs.grid(), run.matrix);
    for (var each : run.ranks.reversed()) {
      html.open("div", "class", "strategy");
      html.open("h3", "class", "over-chart").text(each.figures().name()).open("small");
      html.text(
          "%s for an iteration, %s for all"
              .formatted(
                  Show.seconds(each.figures().measured()),
                  Durations.rounded(each.figures().seconds())));
      html.close().close();
      chart.write(html, each);
      html.close();
    }
    html.close();
  }

  private void bound() {
    var result = run.ranks.getLast();
    double seconds = result.figures().seconds();
    Page.section(
        html,
        "What bound it, what would help",
        "Measured with %s: where the ranks' time went, cluster by cluster."
            .formatted(result.figures().name()));
    WaitingChart.legend(html);
    html.open("ul", "class", "bars");
    var clusters = run.inputs.grid().clusters();
    int shown = 0;
    for (int c = 0; c < clusters.size(); c++) {
      int cluster = c;
      var members =
          run.matrix.ranks().stream()
              .filter(rank -> rank.cluster() == cluster)
              .map(RankMatrix.Rank::rank)
              .toList();
      if (members.isEmpty() || shown++ >= MOST_BARS) {
        continue;
      }
      html.open("li").element("span", clusters.get(c).name(), "class", "what");
      html.open("span", "class", "track parts");
      for (var kind : Kind.values()) {
        html.element(
            "i",
            "",
            "class",
            "bar " + kind.word,
            "style",
            "width:%s%%"
                .formatted(
                    Show.tenth(
                        100 * Math.clamp(result.times().share(members, kind, seconds), 0, 1))));
      }
      html.close();
      html.element(
          "span",
          String.join(
              " · ",
              Arrays.stream(Kind.values())
                  .map(k -> Show.percent(result.times().share(members, k, seconds)))
                  .toList()),
          "class",
          "value");
      html.close();
    }
    html.close();
    html.element(
        "p",
        "By the plan, an iteration with %s cannot be faster than the %s allows."
            .formatted(result.figures().name(), result.figures().plan().boundBy()),
        "class",
        "quiet");
  }

  private void ideas() {
    var helps = advice.ideas().stream().filter(StencilAdvice.Idea::helps).toList();
    html.element(
        "p",
        helps.isEmpty()
            ? "Planned again with one thing improved at a time: nothing alone makes it faster."
            : "Planned again with one thing improved at a time, strategy and band chosen anew: the"
                + " gain over %s for an iteration."
                    .formatted(Show.seconds(advice.iterationSeconds())),
        "class",
        "quiet");
    html.open("ul", "class", "bars ideas");
    for (var idea : helps.stream().limit(MOST_IDEAS).toList()) {
      Page.bar(
          html,
          idea.what(),
          "+%s, %s with %s"
              .formatted(
                  Show.gain(idea.gain()), Show.seconds(idea.iterationSeconds()), idea.strategy()),
          idea.gain() / helps.getFirst().gain(),
          "c2");
    }
    html.close();
    var useless =
        advice.ideas().stream()
            .filter(i -> !i.helps())
            .map(StencilAdvice.Idea::what)
            .limit(8)
            .toList();
    if (!helps.isEmpty() && !useless.isEmpty()) {
      html.element(
          "p", "Would bring nothing: %s.".formatted(String.join("; ", useless)), "class", "quiet");
    }
    if (advice.leftOut() > 0) {
      html.element("p", "… %d more not tried".formatted(advice.leftOut()), "class", "quiet");
    }
    html.close();
  }

  private void matrix() {
    Page.section(
        html,
        "Who computes what",
        "The domain of %s columns and %s rows on %s, numbered cluster by cluster; columns count from 0."
            .formatted(
                Show.count(run.app().columns()),
                Show.count(run.app().rows()),
                WaitingChart.ranks(run.matrix.ranks().size())));
    var alike = new LinkedHashMap<String, List<StrategyFigures.Ranks>>();
    for (var each : run.ranks.reversed()) {
      var shares = each.decomposition().blocks().toString();
      alike.computeIfAbsent(shares, s -> new ArrayList<>()).add(each);
    }
    for (var same : alike.values()) {
      var decomposition = same.getFirst().decomposition();
      var names = String.join(", ", same.stream().map(s -> s.figures().name()).toList());
      html.open("h3").text(names).open("small");
      html.text(
          decomposition.band() > 0
              ? "a band of %s columns at every gap".formatted(Show.count(decomposition.band()))
              : "no band");
      for (var each : same) {
        if (each.figures().plan().strategy() == Strategy.DEEP_HALO) {
          html.text(
              "; with deep-halo every rank computes up to %s cells around its block, too"
                  .formatted(
                      Show.count((long) (each.figures().plan().band() - 1) * run.app().radius())));
        }
      }
      html.close().close();
      var chart = new MatrixChart(run.inputs.grid(), decomposition);
      chart.legend(html);
      chart.write(html, names);
    }
    html.element("h3", "Ranks with " + run.result().name());
    StencilTables.ranks(html, run);
    html.close();
  }

  private void picture() throws IOException {
    Page.section(html, "Result", "");
    var file = run.folder().resolve("result.png");
    var bytes =
        Files.isRegularFile(file) && Files.size(file) <= LARGEST_PICTURE
            ? Files.readAllBytes(file)
            : new byte[0];
    if (bytes.length > PNG.length && Arrays.equals(PNG, 0, PNG.length, bytes, 0, PNG.length)) {
      html.empty(
          "img",
          "class",
          "picture",
          "alt",
          "the domain after the last iteration",
          "src",
          "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes));
    } else {
      html.element("p", "There is no picture result.png to show.", "class", "quiet");
    }
    html.close();
  }

  private void settings() throws IOException {
    Page.section(html, "Settings", "");
    var result = run.result();
    var app = run.app();
    var facts = new ArrayList<String[]>();
    facts.add(new String[] {"run", run.name()});
    facts.add(new String[] {"began", run.began});
    facts.add(
        new String[] {
          "domain",
          "%s × %s cells of %s, radius %d%s"
              .formatted(
                  Show.count(app.columns()),
                  Show.count(app.rows()),
                  app.type().name().toLowerCase(Locale.ROOT),
                  app.radius(),
                  app.corners() ? ", diagonal neighbours too" : "")
        });
    facts.add(
        new String[] {
          "processors",
          "%d × %d, %s"
              .formatted(
                  run.matrix.rows(),
                  run.matrix.columns(),
                  WaitingChart.ranks(run.matrix.ranks().size()))
        });
    facts.add(
        new String[] {
          "time scale",
          result.isEmulated()
              ? "%s: the grid was emulated, and a second stood for so many"
                  .formatted(Show.number(result.scale()))
              : "nothing was emulated"
        });
    facts.add(new String[] {"files", StepFolder.files(run.folder())});
    Page.facts(html, facts);
    if (!run.plan.notes().isEmpty()) {
      html.open("ul");
      run.plan.notes().forEach(note -> html.element("li", note));
      html.close();
    }
    html.close();
  }
}

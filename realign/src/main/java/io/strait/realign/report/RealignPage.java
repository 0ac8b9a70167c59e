package io.strait.realign.report;

import io.strait.kind.report.StepFolder;
import io.strait.model.PlanException;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.plan.RealignTiming;
import io.strait.realign.report.RealignFigures.Rank;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import io.strait.view.page.StrategyBars;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of a realignment as a page. */
public final class RealignPage {
  private static final int MOST_IDEAS = 12;
  private static final int MOST_BARS = 48;
  private static final int MOST_STEPS = 6;

  /** What a rank's time consists of, in the order of bars. */
  private enum Part {
    PACK("packing", "part0"),
    WAIT("waiting", "part1"),
    UNPACK("unpacking", "part2"),
    IO("files", "part3");

    final String word;
    final String colour;

    Part(String word, String colour) {
      this.word = word;
      this.colour = colour;
    }

    double seconds(Rank rank) {
      return switch (this) {
        case PACK -> rank.pack();
        case WAIT -> rank.waiting();
        case UNPACK -> rank.unpack();
        case IO -> rank.io();
      };
    }
  }

  private final RealignReport run;
  private final RealignAdvice advice;
  private final String version;
  private final Html html;

  private RealignPage(RealignReport run, RealignAdvice advice, String version) {
    this.run = run;
    this.advice = advice;
    this.version = version;
    this.html = Page.begin("%s · strait report".formatted(run.name()));
  }

  /** The page as text. */
  public static String of(RealignReport run, RealignAdvice advice, String version)
      throws IOException {
    return new RealignPage(run, advice, version).page();
  }

  private String page() throws IOException {
    head();
    figures();
    tables();
    matrices();
    times();
    bound();
    settings();
    html.element("footer", "Made by " + version);
    return html.page();
  }

  private void head() {
    var result = run.result();
    @Nullable RealignFigures other = run.other();
    html.open("header");
    html.element(
        "p", "%s on %s · %s".formatted(run.app().name(), run.grid(), run.name()), "class", "over");
    html.element("h1", run.verdict());
    html.open("div", "class", "tiles");
    Page.tile(
        html,
        "repetition",
        Show.seconds(result.measured()),
        result.isPromised()
            ? "promised " + Show.seconds(result.predicted())
            : "nothing was promised");
    if (other != null) {
      Page.tile(
          html,
          "times faster",
          Show.number(other.measured() / result.measured()),
          "%s in natural order".formatted(Show.seconds(other.measured())));
    }
    Page.tile(
        html,
        "across gaps",
        Show.size(result.externalBytes()),
        "instead of %s".formatted(Show.size(run.plan.before().traffic().externalBytes())));
    Page.tile(
        html,
        "messages across gaps",
        Show.count(result.external()),
        "instead of %s".formatted(Show.count(run.plan.before().traffic().external())));
    Page.tile(
        html,
        "precision",
        result.isPromised() ? Show.percent(result.precision()) : Show.NOTHING,
        "the smaller of promised and measured over the larger");
    html.close().close();
  }

  private void figures() {
    Page.section(html, "Predicted, simulated, measured", "Times of one repetition.");
    RealignTables.steps(html, run);
    run.warnings().forEach(warning -> html.element("p", warning, "class", "quiet"));
    html.element("h3", "Time per repetition");
    StrategyBars.write(
        html,
        run.steps().stream()
            .map(
                each ->
                    new StrategyBars.Bar(
                        each.name(),
                        each.measured(),
                        each.isPromised() ? each.predicted() : Double.NaN,
                        each.equals(run.result())))
            .toList());
    html.element("p", proof(), "class", "quiet");
    html.close();
  }

  private String proof() {
    var plan = run.plan;
    return "By the plan the numbering costs %s instead of %s, and no numbering less than %s%s."
        .formatted(
            cost(plan.after().cost()),
            cost(plan.before().cost()),
            cost(plan.lowerBound()),
            plan.isOptimal() ? ": it is proved best" : "");
  }

  private String cost(double cost) {
    if (run.plan.unit() == RealignPlan.Unit.SECONDS) {
      return Show.seconds(cost);
    }
    boolean whole = Math.abs(cost - Math.rint(cost)) <= 1e-9 * cost;
    return whole ? Show.count(Math.round(cost)) : Show.number(cost);
  }

  private void tables() {
    int steps = run.app().phases().size() - 1;
    Page.section(
        html,
        "Who sends to whom",
        "Rows send, columns receive, cluster by cluster; the stronger the colour, the more bytes.");
    CommunicationChart.legend(html);
    var natural = RealignTiming.natural(run.inputs.grid(), run.app());
    try {
      for (int step = 0; step < Math.min(steps, MOST_STEPS); step++) {
        if (steps > 1) {
          html.element("h3", "Step %d".formatted(step + 1));
        }
        html.open("div", "class", "pair");
        chart(natural, step).write(html, "natural order");
        chart(run.plan.numberings(), step).write(html, "renumbered");
        html.close();
      }
    } catch (PlanException e) {
      html.element("p", "Not drawn: %s.".formatted(e.getMessage()), "class", "quiet");
    }
    if (steps > MOST_STEPS) {
      html.element("p", "… %d more steps".formatted(steps - MOST_STEPS), "class", "quiet");
    }
    html.close();
  }

  private CommunicationChart chart(List<io.strait.realign.file.Permutation> numberings, int step) {
    return new CommunicationChart(
        new CommunicationTable(
            run.inputs.grid(), run.app(), numberings, step, CommunicationChart.MOST_CELLS));
  }

  private void matrices() {
    Page.section(html, "From cluster to cluster", "Messages and bytes of one repetition.");
    html.open("div", "class", "pair");
    RealignTables.matrix(html, run, "natural order", run.plan.before().traffic());
    RealignTables.matrix(html, run, "renumbered", run.plan.after().traffic());
    html.close().close();
  }

  private void times() {
    Page.section(
        html,
        "Where ranks' time went",
        "Of one repetition, each numbering in its own scale; packing includes what is kept,"
            + " waiting what an emulated port takes to send.");
    html.open("p", "class", "legend");
    for (var part : Part.values()) {
      Page.key(html, part.colour, part.word);
    }
    html.close();
    for (var step : run.steps().reversed()) {
      if (step.ranks().isEmpty()) {
        html.element("p", "%s: no rank told.".formatted(step.name()), "class", "quiet");
        continue;
      }
      html.open("h3").text(step.name()).open("small");
      html.text(Show.seconds(step.measured()) + " for a repetition").close().close();
      html.open("ul", "class", "bars");
      double most = step.ranks().stream().mapToDouble(Rank::seconds).max().orElse(0);
      for (var bar : bars(step.ranks()).entrySet()) {
        bar(bar.getKey(), bar.getValue(), most);
      }
      html.close();
    }
    var ranks = run.result().ranks();
    if (!ranks.isEmpty()) {
      html.element("h3", "Ranks, " + run.result().name());
      RealignTables.ranks(html, ranks);
    }
    html.close();
  }

  /** Every rank, or where there are too many, every cluster's mean. */
  private static Map<String, List<Rank>> bars(List<Rank> ranks) {
    var bars = new LinkedHashMap<String, List<Rank>>();
    for (var rank : ranks) {
      var name =
          ranks.size() <= MOST_BARS
              ? "%d %s, %s".formatted(rank.rank(), rank.host(), rank.cluster())
              : "mean of " + rank.cluster();
      bars.computeIfAbsent(name, n -> new ArrayList<>()).add(rank);
    }
    return bars;
  }

  private void bar(String name, List<Rank> ranks, double most) {
    html.open("li").element("span", name, "class", "what");
    html.open("span", "class", "track parts");
    double all = 0;
    for (var part : Part.values()) {
      double seconds = ranks.stream().mapToDouble(part::seconds).average().orElse(0);
      all += seconds;
      html.element(
          "i",
          "",
          "class",
          "bar " + part.colour,
          "style",
          "width:%s%%".formatted(Show.tenth(most > 0 ? 100 * seconds / most : 0)),
          "title",
          "%s %s".formatted(part.word, Show.seconds(seconds)));
    }
    html.close().element("span", Show.seconds(all), "class", "value").close();
  }

  private void bound() {
    Page.section(html, "What bound it, what would help", "");
    html.element(
        "p",
        run.plan.after().seconds() > 0
            ? "By the plan, a repetition cannot be faster than the %s allows; in natural order it was the %s."
                .formatted(run.plan.after().boundBy(), run.plan.before().boundBy())
            : "The grid says nothing about its networks, so the plan says nothing about time.");
    ideas();
    html.close();
  }

  private void ideas() {
    if (!(advice.seconds() > 0)) {
      return;
    }
    var helps = advice.ideas().stream().filter(RealignAdvice.Idea::helps).toList();
    html.element(
        "p",
        helps.isEmpty()
            ? "Planned again with one thing improved at a time: nothing alone makes it faster."
            : "Planned again with one thing improved at a time: the gain over %s for a repetition."
                .formatted(Show.seconds(advice.seconds())),
        "class",
        "quiet");
    html.open("ul", "class", "bars ideas");
    for (var idea : helps.stream().limit(MOST_IDEAS).toList()) {
      double first = helps.getFirst().gain();
      Page.bar(
          html,
          idea.what(),
          Double.isFinite(idea.gain())
              ? "+%s, %s".formatted(Show.gain(idea.gain()), Show.seconds(idea.seconds()))
              : "takes no time",
          Double.isFinite(first) ? idea.gain() / first : 1,
          "c2");
    }
    html.close();
    var useless =
        advice.ideas().stream()
            .filter(i -> !i.helps())
            .map(RealignAdvice.Idea::what)
            .limit(8)
            .toList();
    if (!helps.isEmpty() && !useless.isEmpty()) {
      html.element(
          "p", "Would bring nothing: %s.".formatted(String.join("; ", useless)), "class", "quiet");
    }
    if (advice.leftOut() > 0) {
      html.element("p", "… %d more not tried".formatted(advice.leftOut()), "class", "quiet");
    }
  }

  private void settings() throws IOException {
    Page.section(html, "Settings", "");
    var app = run.app();
    var facts = new ArrayList<String[]>();
    facts.add(new String[] {"run", run.name()});
    facts.add(new String[] {"began", run.began});
    facts.add(
        new String[] {
          "array",
          "%s elements of %d B"
              .formatted(
                  String.join(" × ", app.shape().stream().map(Show::count).toList()),
                  app.elementBytes())
        });
    facts.add(
        new String[] {
          "distributions",
          String.join(
              " → ",
              app.phases().stream()
                  .map(
                      phase ->
                          String.join(", ", phase.spreads().stream().map(s -> s.text()).toList()))
                  .toList())
        });
    facts.add(
        new String[] {"renumbered", app.renumber().name().toLowerCase(java.util.Locale.ROOT)});
    facts.add(new String[] {"found by", run.plan.method()});
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

package io.strait.farm.report;

import io.strait.farm.report.EventIndex.Role;
import io.strait.farm.report.Networks.Use;
import io.strait.kind.report.StepFolder;
import io.strait.model.quantity.Durations;
import io.strait.view.page.CurveChart;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;

/** One run as a page. */
public final class RunPage {
  private static final int MOST_NETWORKS = 24;
  private static final int MOST_IDEAS = 12;
  private static final int NETWORK_BINS = 120;

  /** A network that never carries more of what it could is not drawn. */
  private static final double SLIGHT = 0.05;

  private final RunReport run;
  private final Advice advice;
  private final String version;
  private final Show.RateUnit unit;
  private final Html html;

  private RunPage(RunReport run, Advice advice, String version) {
    this.run = run;
    this.advice = advice;
    this.version = version;
    this.unit = Show.RateUnit.of(run.result().total().rate().predicted());
    this.html = Page.begin("%s · strait report".formatted(run.name()));
  }

  /** The page as text. */
  public static String of(RunReport run, Advice advice, String version) throws IOException {
    return new RunPage(run, advice, version).page();
  }

  private String page() throws IOException {
    head();
    figures();
    timeline();
    throughput();
    networks();
    advice();
    Page.section(html, "What happened", "");
    EventTable.write(html, run);
    html.close();
    settings();
    html.element("footer", "Made by " + version);
    return html.page();
  }

  private void head() {
    html.open("header");
    html.open("p", "class", "over").text(run.app().name() + " on " + run.inputs.grid().name());
    html.text(" · " + run.name()).close();
    html.element("h1", run.verdict());
    var total = run.result().total();
    html.open("div", "class", "tiles");
    boolean all = run.finished() >= run.tasks();
    Page.tile(
        html,
        all ? "time" : "tasks done",
        all ? Durations.rounded(run.seconds()) : Show.count(run.finished()),
        all
            ? "promised " + Durations.rounded(run.promisedSeconds())
            : "of %s, in %s".formatted(Show.count(run.tasks()), Durations.rounded(run.seconds())));
    Page.tile(
        html,
        "rate, " + unit.label,
        unit.show(total.rate().measured()),
        "promised " + unit.show(total.rate().predicted()));
    Page.tile(
        html,
        "speedup over " + run.plan.home(),
        "%s".formatted(Show.number(total.speedup().measured())),
        "promised " + Show.number(total.speedup().predicted()));
    Page.tile(
        html,
        "efficiency",
        Show.percent(total.efficiency().measured()),
        "promised " + Show.percent(total.efficiency().predicted()));
    Page.tile(
        html,
        "precision",
        Show.percent(total.precision()),
        "the smaller of promised and measured over the larger");
    html.close().close();
  }

  private void figures() {
    Page.section(html, "Predicted, simulated, measured", "");
    run.phases().forEach(phase -> PhaseTable.write(html, phase, unit));
    run.warnings().forEach(warning -> html.element("p", warning, "class", "quiet"));
    html.close();
  }

  private void timeline() {
    Page.section(html, "Workers", "");
    html.open("p", "class", "legend");
    Page.key(
        html,
        "busy",
        run.bins.hasSingleTasks()
            ? "computing a task"
            : "computing (the stronger the colour, the more of the time)");
    Page.key(html, "up", "idle");
    Page.key(html, "bad", "a task failed");
    Page.key(html, "away", "not connected");
    if (run.bins.cuts.stream().anyMatch(c -> c.node().role() == Role.GATEWAY)) {
      Page.key(html, "cut", "the cluster is cut off from the master");
    }
    if (!run.index.shownMarks().isEmpty()) {
      Page.key(html, "mark", "see “What happened”");
    }
    html.close();
    WorkerTimeline.write(html, run.bins);
    html.close();
  }

  private void throughput() {
    double promised = run.result().total().rate().predicted();
    Page.section(
        html, "Throughput", "Results at the master over time, in %s.".formatted(unit.label));
    double span = run.index.end / 1e3;
    var rates = run.bins.throughput().perSecond(bins(run));
    var chart =
        new CurveChart(span, unit.scale())
            .curve(new CurveChart.Curve("measured", rates, span, "c0"))
            .level("promised " + unit.show(promised), promised);
    run.index.shownMarks().forEach(m -> chart.mark(m.time() / 1e3));
    for (var cut : run.bins.cuts) {
      if (cut.node().role() == Role.GATEWAY) {
        band(chart, cut);
      }
    }
    chart.write(html, "tall", "tasks per second over time");
    html.close();
  }

  /** Enough bins to see what goes on, with enough tasks in each to mean something. */
  static int bins(RunReport run) {
    return Math.clamp(run.finished() / 6, 12, 180);
  }

  private void networks() {
    Page.section(html, "Gaps and LANs", "");
    double seconds = Math.max(1e-3, run.index.seconds());
    var uses =
        run.bins.networks.uses().stream()
            .sorted(Comparator.comparingDouble((Use u) -> -u.mean(seconds) / u.capacity()))
            .toList();
    var shown = uses.stream().filter(u -> peak(u) >= SLIGHT * u.capacity()).toList();
    shown = shown.subList(0, Math.min(MOST_NETWORKS, shown.size()));
    html.element(
        "p",
        uses.isEmpty()
            ? "The events tell nothing about bytes."
            : shown.isEmpty()
                ? ""
                : "Bytes per second over time; the dashed line is what the grid says it can carry.",
        "class",
        "quiet");
    html.open("div", "class", "grid2");
    shown.forEach(use -> network(use, seconds));
    html.close();
    var quiet = uses.stream().filter(u -> peak(u) < SLIGHT * u.capacity()).toList();
    if (!quiet.isEmpty()) {
      html.element(
          "p",
          "Never above %s: %s."
              .formatted(
                  Show.percent(SLIGHT),
                  String.join(
                      "; ",
                      quiet.stream().limit(MOST_NETWORKS).map(u -> quiet(u, seconds)).toList())),
          "class",
          "quiet");
    }
    int hidden = uses.size() - shown.size() - Math.min(MOST_NETWORKS, quiet.size());
    if (hidden > 0) {
      html.element("p", "… %d more".formatted(hidden), "class", "quiet");
    }
    html.close();
  }

  private static String quiet(Use use, double seconds) {
    return "%s (%s of %s)"
        .formatted(use.name(), Show.bandwidth(use.mean(seconds)), Show.bandwidth(use.capacity()));
  }

  private static double peak(Use use) {
    double peak = 0;
    for (double rate : use.perSecond(NETWORK_BINS)) {
      peak = Math.max(peak, rate);
    }
    return peak;
  }

  private void network(Use use, double seconds) {
    double span = run.index.end / 1e3;
    double capacity = use.capacity();
    var scale = Show.bandwidths(capacity);
    html.open("div").open("h3").text(use.name()).open("small");
    html.text(
        "%s full on average, %s at most; in %s"
            .formatted(
                share(use.mean(seconds) / capacity), share(peak(use) / capacity), scale.unit()));
    html.close().close();
    var chart =
        new CurveChart(span, scale)
            .curve(new CurveChart.Curve(use.name(), use.perSecond(NETWORK_BINS), span, "c1"))
            .level(Show.bandwidth(capacity), capacity);
    for (var cut : run.bins.cuts) {
      if (cut.node().role() == Role.GATEWAY
          && use.name().startsWith("gap ")
          && use.clusters().contains(cut.cluster())) {
        band(chart, cut);
      }
    }
    chart.write(html, "low", "bytes per second of the %s over time".formatted(use.name()));
    html.close();
  }

  private void band(CurveChart chart, EventBins.Cut cut) {
    chart.band(cut.from() / 1e3, (cut.to() < 0 ? run.index.end : cut.to()) / 1e3);
  }

  private static String share(double share) {
    return share > 0 && share < 0.005 ? "%.1f %%".formatted(100 * share) : Show.percent(share);
  }

  private void advice() {
    Page.section(
        html,
        "What bound it, what would help",
        "Measured: how full everything was on average while the run lasted.");
    html.open("ul", "class", "bars");
    for (var bound : Bound.all(run).stream().limit(MOST_IDEAS).toList()) {
      Page.bar(
          html,
          bound.name(),
          Show.percent(bound.share()),
          bound.share(),
          bound.cpu() ? "c0" : "c1");
    }
    html.close();
    var helps = advice.ideas().stream().filter(Advice.Idea::helps).toList();
    html.element(
        "p",
        helps.isEmpty()
            ? "Planned again with one thing improved at a time: nothing alone makes it faster."
            : "Planned again with one thing improved at a time: the gain over a speedup of %s."
                .formatted(Show.number(advice.speedup())),
        "class",
        "quiet");
    double most = helps.isEmpty() ? 1 : helps.getFirst().gain();
    html.open("ul", "class", "bars");
    for (var idea : helps.stream().limit(MOST_IDEAS).toList()) {
      Page.bar(
          html,
          idea.what(),
          "+%s, speedup %s".formatted(Show.gain(idea.gain()), Show.number(idea.speedup())),
          idea.gain() / most,
          "c2");
    }
    html.close();
    var useless =
        advice.ideas().stream().filter(i -> !i.helps()).map(Advice.Idea::what).limit(8).toList();
    if (!helps.isEmpty() && !useless.isEmpty()) {
      html.element(
          "p", "Would bring nothing: %s.".formatted(String.join("; ", useless)), "class", "quiet");
    }
    html.close();
  }

  private void settings() throws IOException {
    Page.section(html, "Settings", "");
    var facts = new ArrayList<String[]>();
    facts.add(new String[] {"run", run.name()});
    facts.add(new String[] {"state", run.isGoing() ? "going on, or killed" : run.state()});
    facts.add(new String[] {"trouble", run.summary.trouble()});
    facts.add(new String[] {"began", run.index.began});
    facts.add(
        new String[] {"master", "%s in %s".formatted(run.plan.master(), run.plan.masterCluster())});
    facts.add(
        new String[] {
          "plan",
          "%s, objective %s, target efficiency %s"
              .formatted(
                  run.result().phase(), run.plan.objective(), Show.percent(run.plan.efficiency()))
        });
    facts.add(
        new String[] {
          "time scale",
          run.index.scale == 1
              ? "1: a second was a second"
              : "%s: the grid was emulated, and a second stood for so many"
                  .formatted(Show.number(run.index.scale))
        });
    facts.add(
        new String[] {
          "tasks",
          "%s, %s in, %s out each, reduce %s"
              .formatted(
                  Show.count(run.tasks()),
                  Show.bytes(run.app().input().count()),
                  Show.bytes(run.app().output().count()),
                  run.app().reduce().name().toLowerCase(Locale.ROOT))
        });
    facts.add(new String[] {"events", Show.count(run.index.lines) + " lines"});
    facts.add(new String[] {"ran with", run.summary.version()});
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

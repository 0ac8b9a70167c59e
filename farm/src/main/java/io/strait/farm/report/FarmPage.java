package io.strait.farm.report;

import io.strait.farm.outcome.RateUnit;
import io.strait.farm.report.EventIndex.Role;
import io.strait.farm.report.NetworkLoad.Use;
import io.strait.kind.report.Advice;
import io.strait.kind.report.RunPage;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.page.CurveChart;
import io.strait.view.page.Fact;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** One run of a farm as a page. */
final class FarmPage implements RunPage {
  private static final int MOST_NETWORKS = 24;
  private static final int MOST_BOUNDS = 12;
  private static final int NETWORK_BINS = 120;

  /** A network that never carries more than this share of its bandwidth is not drawn. */
  private static final double SLIGHT = 0.05;

  private final FarmReport run;
  private final RateUnit unit;

  FarmPage(FarmReport run) {
    this.run = run;
    this.unit = RateUnit.of(run.result().total().rate().predicted());
  }

  @Override
  public List<Tile> tiles() {
    var total = run.result().total();
    var took = Durations.rounded(run.seconds());
    return List.of(
        run.finished() >= run.tasks()
            ? RunPage.promised("time", took, Durations.rounded(run.promisedSeconds()))
            : new Tile(
                "tasks done",
                Show.count(run.finished()),
                "of %s, in %s".formatted(Show.count(run.tasks()), took)),
        RunPage.promised(
            "rate, " + unit.label,
            unit.show(total.rate().measured()),
            unit.show(total.rate().predicted())),
        RunPage.promised(
            "speedup over " + run.plan().home(),
            Show.number(total.speedup().measured()),
            Show.number(total.speedup().predicted())),
        RunPage.promised(
            "efficiency",
            Numbers.percent(total.efficiency().measured()),
            Numbers.percent(total.efficiency().predicted())),
        RunPage.precision(total.precision(), run.result().time()));
  }

  @Override
  public List<Section> sections(Advice advice) {
    return List.of(
        RunPage.figures(
            run,
            "",
            html -> run.phases().forEach(phase -> PhaseTable.write(html, phase, unit)),
            html -> {}),
        new Section("Workers", this::timeline),
        new Section(
            "Throughput",
            "Results at the master over time, in %s.".formatted(unit.label),
            this::throughput),
        new Section("Gaps and LANs", this::networks),
        RunPage.bound(
            "Measured: how full everything was on average while the run lasted.",
            this::bound,
            advice),
        new Section("What happened", html -> EventTable.write(html, run)));
  }

  @Override
  public boolean tellsIncidents() {
    return true;
  }

  private void timeline(Html html) {
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
  }

  private void throughput(Html html) {
    double promised = run.result().total().rate().predicted();
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
  }

  /** Enough bins to see changes, with enough tasks in each to mean something. */
  static int bins(FarmReport run) {
    return Math.clamp(run.finished() / 6, 12, 180);
  }

  private void networks(Html html) {
    double seconds = Math.max(1e-3, run.index.seconds());
    var uses =
        run.bins.networks.uses().stream()
            .sorted(Comparator.comparingDouble((Use u) -> -u.mean(seconds) / u.capacity()))
            .toList();
    var shown = uses.stream().filter(u -> peak(u) >= SLIGHT * u.capacity()).toList();
    shown = shown.subList(0, Math.min(MOST_NETWORKS, shown.size()));
    Page.quiet(
        html,
        uses.isEmpty()
            ? "The events tell nothing about bytes."
            : shown.isEmpty()
                ? ""
                : "Bytes per second over time; the dashed line is what the grid says it can"
                    + " carry.");
    html.open("div", "class", "grid2");
    shown.forEach(use -> network(html, use, seconds));
    html.close();
    var quiet = uses.stream().filter(u -> peak(u) < SLIGHT * u.capacity()).toList();
    if (!quiet.isEmpty()) {
      Page.quiet(
          html,
          "Never above %s: %s."
              .formatted(
                  Numbers.percent(SLIGHT),
                  String.join(
                      "; ",
                      quiet.stream().limit(MOST_NETWORKS).map(u -> quiet(u, seconds)).toList())));
    }
    Page.more(html, uses.size() - shown.size() - Math.min(MOST_NETWORKS, quiet.size()), "");
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

  private void network(Html html, Use use, double seconds) {
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
    shade(chart, use);
    chart.write(html, "low", "bytes per second of the %s over time".formatted(use.name()));
    html.close();
  }

  /** Cuts of a gap as a lab made them; others as long as gateways beyond it were away. */
  private void shade(CurveChart chart, Use use) {
    var gap = use.gap();
    if (gap == null) {
      return;
    }
    var outages =
        run.index.outages.stream().filter(o -> o.span().isCutOf(gap.from(), gap.to())).toList();
    outages.forEach(outage -> chart.band(outage.from() / 1e3, outage.to() / 1e3));
    for (var cut : run.bins.cuts) {
      long to = cut.to() < 0 ? run.index.end : cut.to();
      if (cut.node().role() == Role.GATEWAY
          && use.clusters().contains(cut.cluster())
          && outages.stream().noneMatch(o -> o.from() <= to && cut.from() <= o.to())) {
        band(chart, cut);
      }
    }
  }

  private void band(CurveChart chart, EventBins.Cut cut) {
    chart.band(cut.from() / 1e3, (cut.to() < 0 ? run.index.end : cut.to()) / 1e3);
  }

  private static String share(double share) {
    return share > 0 && share < 0.005 ? "%.1f %%".formatted(100 * share) : Numbers.percent(share);
  }

  private void bound(Html html) {
    html.open("ul", "class", "bars");
    for (var bound : Bottleneck.all(run).stream().limit(MOST_BOUNDS).toList()) {
      Page.bar(
          html,
          bound.name(),
          Numbers.percent(bound.share()),
          bound.share(),
          bound.cpu() ? "c0" : "c1");
    }
    html.close();
    new LossWords(run).write(html);
  }

  @Override
  public List<Fact> facts() {
    var plan = run.plan();
    return List.of(
        new Fact("state", run.isGoing() ? "going on, or killed" : run.state()),
        new Fact("trouble", run.summary.trouble()),
        new Fact("began", run.index.began),
        new Fact("master", "%s in %s".formatted(plan.master(), plan.masterCluster())),
        new Fact(
            "plan",
            "%s, objective %s, target efficiency %s"
                .formatted(
                    run.result().phase(), plan.objective(), Numbers.percent(plan.efficiency()))),
        new Fact(
            "time scale",
            run.index.scale == 1
                ? "1: a second was a second"
                : "%s emulated seconds in every second of the run"
                    .formatted(Show.number(run.index.scale))),
        new Fact(
            "tasks",
            "%s, %s in, %s out each, reduce %s"
                .formatted(
                    Show.count(run.tasks()),
                    Show.bytes(run.app().input().count()),
                    Show.bytes(run.app().output().count()),
                    run.app().reduce().name().toLowerCase(Locale.ROOT))),
        new Fact("events", Show.count(run.index.lines) + " lines"),
        new Fact("ran with", run.summary.version()));
  }
}

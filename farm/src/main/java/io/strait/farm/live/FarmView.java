package io.strait.farm.live;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.live.LiveNodes.LiveCluster;
import io.strait.farm.outcome.RateUnit;
import io.strait.kind.file.PlanFile;
import io.strait.kind.live.LiveView;
import io.strait.kind.live.Pace;
import io.strait.model.Link;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.page.CurveChart;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.NetworkMap;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a farm stands at a moment, for a page and for programs. */
final class FarmView {
  /** Seconds of real time over which "now" is taken. */
  private static final double NOW = 4;

  private static final double HANDFUL = 8;

  /** Seconds of real time without a result that are worth telling. */
  private static final double QUIET = 20;

  private static final int MOST_CLUSTERS = 60;
  private static final int MOST_BOUNDS = 10;
  private static final double ON_TIME = 0.95;

  private final PlanFile<FarmApp, FarmPlan> plan;
  private final PhasePlan phase;
  private final LiveEvents events;
  private final Pace pace;
  private final @Nullable Rehearsed rehearsed;
  private final boolean isPromised;
  private final RateUnit unit;
  private final double memory;

  FarmView(
      PlanFile<FarmApp, FarmPlan> plan,
      PhasePlan phase,
      LiveEvents events,
      @Nullable Rehearsed rehearsed,
      boolean isPromised) {
    this.plan = plan;
    this.phase = phase;
    this.events = events;
    this.pace = events.pace;
    this.rehearsed = rehearsed;
    this.isPromised = isPromised;
    this.unit = RateUnit.of(isPromised ? promisedRate() : pace.perSecond());
    // Where results come one by one, a handful of them makes a rate.
    this.memory = 1e3 * Math.max(NOW * events.scale, HANDFUL / Math.max(1e-12, pace.perSecond()));
  }

  /** A run of which nothing can be seen yet. */
  static LiveView waiting(PlanFile<FarmApp, FarmPlan> plan, boolean isOver) {
    return new LiveView(
        "The run has not begun.",
        0,
        isOver,
        List.of(new Tile("tasks", Show.count(plan.plan().tasks()), "none done yet")),
        List.of(),
        null,
        new Tree().put("state", "waiting").put("tasks", plan.plan().tasks()));
  }

  LiveView view(boolean isOver) {
    var left = pace.left((double) events.todo());
    return new LiveView(
        headline(isOver, left),
        events.tasks == 0 ? 1 : (double) events.finished / events.tasks,
        isOver,
        tiles(left),
        parts(),
        new CrewMap(events),
        json(isOver, left));
  }

  private double promisedRate() {
    return phase.total().estimatedRate();
  }

  private double promisedSeconds() {
    return phase.total().promisedSeconds();
  }

  /** Seconds since work began. */
  private double elapsed() {
    return Double.isNaN(events.workBegan) ? 0 : Math.max(0, events.end - events.workBegan) / 1e3;
  }

  private String headline(boolean isOver, Pace.Span left) {
    var done =
        "%s of %s tasks are done".formatted(Show.count(events.finished), Show.count(events.tasks));
    if (events.todo() == 0) {
      return "All %s tasks are done after %s%s."
          .formatted(
              Show.count(events.tasks),
              time(elapsed()),
              isPromised ? "; promised were " + time(promisedSeconds()) : "");
    }
    if (isOver) {
      return "%s; nobody goes on with the run.".formatted(done);
    }
    if (Double.isNaN(events.workBegan)) {
      return "Nothing is done yet: workers are awaited or at their first tasks.";
    }
    if (!Double.isFinite(left.usual()) || pace.quiet() > QUIET * events.scale) {
      return "%s; nothing has come for %s.".formatted(done, time(pace.quiet()));
    }
    var end = "%s, %s left%s".formatted(done, time(left.usual()), interval(left));
    if (!isPromised) {
      return end + ".";
    }
    double total = elapsed() + left.usual();
    double share = promisedSeconds() / total;
    return "%s: %s in all, %s were promised: %s."
        .formatted(
            end,
            time(total),
            time(promisedSeconds()),
            share >= ON_TIME ? "on time" : "%s late".formatted(time(total - promisedSeconds())));
  }

  private static String interval(Pace.Span span) {
    return Double.isFinite(span.most()) && span.most() > 1.03 * span.least()
        ? " (%s to %s)".formatted(time(span.least()), time(span.most()))
        : "";
  }

  private static String time(double seconds) {
    return Pace.time(seconds);
  }

  private List<Tile> tiles(Pace.Span left) {
    var tiles = new ArrayList<Tile>();
    tiles.add(
        new Tile(
            "tasks done",
            Show.count(events.finished),
            "of %s".formatted(Show.count(events.tasks))));
    tiles.add(left.tile());
    tiles.add(
        new Tile(
            "rate, " + unit.label,
            unit.show(pace.perSecond()),
            isPromised ? "promised " + unit.show(promisedRate()) : "nothing was promised"));
    int here = events.nodes().clusters.values().stream().mapToInt(c -> c.connected).sum();
    int planned = events.nodes().clusters.values().stream().mapToInt(c -> c.planned).sum();
    tiles.add(new Tile("workers", Show.count(here), "of %s".formatted(Show.count(planned))));
    tiles.add(
        new Tile(
            "so far", time(elapsed()), isPromised ? "of promised " + time(promisedSeconds()) : ""));
    return tiles;
  }

  private List<LiveView.Part> parts() {
    var parts = new ArrayList<>(usualParts());
    if (!events.failures.isEmpty()) {
      parts.add(
          new LiveView.Part(
              "failures",
              new Section(
                  "Failures",
                  "What the latest tasks that failed have said. Tasks are tried again as often as"
                      + " the app says.",
                  this::failures)));
    }
    return parts;
  }

  private List<LiveView.Part> usualParts() {
    return List.of(
        new LiveView.Part(
            "rate",
            new Section(
                "Rate",
                rehearsed == null
                    ? "Results at the master over time, in %s.".formatted(unit.label)
                    : "Results at the master over time, in %s, beside what rehearsals had: their least, usual and most."
                        .formatted(unit.label),
                this::rate)),
        new LiveView.Part("clusters", new Section("Clusters", this::clusters)),
        new LiveView.Part(
            "grid",
            new Section(
                "The grid",
                "Lines are as thick as they are wide; green ones carry something, red ones are"
                    + " full.",
                this::map)),
        new LiveView.Part(
            "bound",
            new Section(
                "What is full now",
                "How much of what they can do clusters compute and networks carry.",
                this::full)),
        new LiveView.Part("news", new Section("What happened", this::news)));
  }

  private void rate(Html html) {
    double until = events.end;
    var bins = events.finishedOverTime;
    double measured = bins.seconds(until);
    var usual = rehearsed;
    double offset = Double.isNaN(events.workBegan) ? 0 : events.workBegan / 1e3;
    double span =
        Math.max(measured, isPromised ? offset + Math.min(promisedSeconds(), 20 * measured) : 0);
    var chart = new CurveChart(span, unit.scale());
    chart.curve(new CurveChart.Curve("measured", bins.perSecond(until), measured, "c0"));
    if (usual != null) {
      chart.curve(shifted("rehearsed", usual.usual(), usual.seconds(), offset, "c2", span));
      chart.curve(shifted("least", usual.least(), usual.seconds(), offset, "c2 faint", span));
      chart.curve(shifted("most", usual.most(), usual.seconds(), offset, "c2 faint", span));
    }
    if (isPromised) {
      chart.level("promised " + unit.show(promisedRate()), promisedRate());
    }
    html.open("p", "class", "legend");
    Page.key(html, "c0", "measured");
    if (usual != null) {
      Page.key(html, "c2", "rehearsed");
    }
    html.close();
    chart.write(html, "tall", "tasks per second over time");
  }

  /** A curve that begins when work began, as far as the chart reaches. */
  private static CurveChart.Curve shifted(
      String name, double[] rates, double seconds, double offset, String kind, double span) {
    double width = seconds / rates.length;
    int before = (int) Math.round(offset / width);
    int count =
        (int) Math.min((double) before + rates.length, Math.max(1, Math.floor(span / width)));
    var all = new double[count];
    for (int i = before; i < count; i++) {
      all[i] = rates[i - before];
    }
    return new CurveChart.Curve(name, all, count * width, kind);
  }

  private void clusters(Html html) {
    var rows = List.copyOf(events.nodes().clusters.values());
    new DataTable<LiveCluster>("cluster", c -> c.name)
        .number("workers", c -> Show.count(c.connected) + (c.planned > 0 ? " of " + c.planned : ""))
        .number("done", c -> Show.count(c.finished))
        .number(unit.label, c -> unit.show(rate(c)))
        .number("promised", c -> isPromised && c.estimated > 0 ? unit.show(c.estimated) : "")
        .number(
            "of it",
            c -> isPromised && c.estimated > 0 ? Numbers.percent(rate(c) / c.estimated) : "")
        .number("failures", c -> c.failures == 0 ? "" : Show.count(c.failures))
        .words("state", FarmView::state)
        .write(html, rows, MOST_CLUSTERS);
  }

  private static String state(LiveCluster cluster) {
    if (cluster.gateway < 0) {
      return "cut off";
    }
    if (cluster.wanted < cluster.size()) {
      return cluster.wanted == 0
          ? "drained"
          : "%s of them get tasks".formatted(Show.count(cluster.wanted));
    }
    if (cluster.connected == 0) {
      return cluster.finished == 0 ? "awaited" : "no worker is here";
    }
    return cluster.connected < cluster.planned ? "some are missing" : "";
  }

  private void map(Html html) {
    var places = new ArrayList<NetworkMap.Place>();
    for (var cluster : plan.inputs().grid().clusters()) {
      @Nullable LiveCluster live = events.nodes().clusters.get(cluster.name());
      places.add(
          new NetworkMap.Place(
              cluster.name(),
              live == null
                  ? "not used"
                  : "%s of %d, %s %s"
                      .formatted(
                          live.connected,
                          Math.max(live.planned, live.connected),
                          unit.show(rate(live)),
                          unit.label),
              live != null && live.connected > 0));
    }
    var lines = new ArrayList<NetworkMap.Line>();
    for (var link : plan.inputs().grid().links()) {
      for (var gap : link.gaps()) {
        lines.add(line(gap));
      }
    }
    new NetworkMap(plan.plan().masterCluster(), places, lines)
        .write(html, "clusters and the gaps between them");
  }

  private NetworkMap.Line line(Link.Gap gap) {
    var name = "gap " + gap.name();
    double width = gap.network().bandwidth().bytesPerSecond();
    for (var use : events.traffic.values()) {
      if (use.carrier.name().equals(name)) {
        double now = use.perSecond(events.end, memory);
        return new NetworkMap.Line(
            gap.from(),
            gap.to(),
            "%s of %s".formatted(Show.bandwidth(now), Show.bandwidth(use.carrier.capacity())),
            width,
            now / use.carrier.capacity());
      }
    }
    return new NetworkMap.Line(gap.from(), gap.to(), Show.bandwidth(width), width, Double.NaN);
  }

  /** Tasks per second of a cluster lately; where they come one by one, a handful makes a rate. */
  private double rate(LiveCluster cluster) {
    double pace = cluster.finished / Math.max(1e-9, elapsed());
    return cluster.rate(events.end, Math.max(memory, 1e3 * HANDFUL / Math.max(1e-12, pace)));
  }

  /** A resource and how much of it is used. */
  private record Full(String name, double share, boolean cpu, String value) {}

  private List<Full> fullest() {
    var found = new ArrayList<Full>();
    for (var use : events.traffic.values()) {
      double capacity = use.carrier.capacity();
      double now = use.perSecond(events.end, memory);
      if (Double.isFinite(capacity)) {
        found.add(
            new Full(
                use.carrier.name(),
                now / capacity,
                false,
                "%s of %s".formatted(Show.bandwidth(now), Show.bandwidth(capacity))));
      }
    }
    for (var cluster : events.nodes().clusters.values()) {
      double busy = 0;
      for (int i = 0; i < cluster.size(); i++) {
        int number = cluster.number(i);
        busy +=
            number >= 0 && events.nodes().isConnected(number)
                ? events.nodes().load(number, events.end)
                : 0;
      }
      if (cluster.connected > 0) {
        double share = busy / cluster.connected;
        found.add(
            new Full("workers of " + cluster.name, share, true, Numbers.percent(share) + " busy"));
      }
    }
    found.sort(Comparator.comparingDouble(Full::share).reversed());
    return found;
  }

  private void full(Html html) {
    var all = fullest();
    if (all.isEmpty()) {
      Page.quiet(html, "Nothing is known yet.");
      return;
    }
    html.open("ul", "class", "bars");
    for (var each : all.subList(0, Math.min(MOST_BOUNDS, all.size()))) {
      Page.bar(html, each.name, each.value, each.share, each.cpu ? "c0" : "c1");
    }
    html.close();
  }

  private void news(Html html) {
    if (events.news.isEmpty()) {
      Page.quiet(html, "Nothing but work.");
      return;
    }
    html.open("div", "class", "scroll", "tabindex", "0")
        .open("table", "class", "events")
        .open("tbody");
    for (var each : events.news) {
      html.open("tr").element("td", Show.time(each.time()), "class", "number");
      html.open("td").element("i", "", "class", "key " + each.kind()).text(each.what()).close();
      html.close();
    }
    html.close().close().close();
    Page.more(html, (int) Math.min(Integer.MAX_VALUE, events.newsLeftOut()), ", see events.tsv");
  }

  private void failures(Html html) {
    for (var each : events.failures) {
      var title = "task %s, after %s".formatted(each.task(), Show.time(each.time()));
      html.element("h3", title);
      html.element("pre", each.output(), "class", "output", "tabindex", "0", "aria-label", title);
    }
  }

  private Tree json(boolean isOver, Pace.Span left) {
    return new Tree()
        .put("state", isOver ? "over" : "running")
        .put("phase", phase.phase().word())
        .put("tasks", events.tasks)
        .put("finished", events.finished)
        .put("time_s", promisedSeconds())
        .put("elapsed_s", elapsed())
        .put("left_s", left.usual())
        .put("least_left_s", left.least())
        .put("most_left_s", left.most())
        .put("rate", pace.perSecond())
        .putIfPresent("estimated_rate", isPromised ? promisedRate() : null)
        .put(
            "clusters",
            events.nodes().clusters.values().stream()
                .map(
                    c ->
                        new Tree()
                            .put("name", c.name)
                            .put("workers", c.connected)
                            .put("planned_workers", c.planned)
                            .putIfPresent("wanted_workers", c.wanted < c.size() ? c.wanted : null)
                            .put("finished", c.finished)
                            .put("failures", c.failures)
                            .put("rate", rate(c))
                            .putIfPresent("estimated_rate", isPromised ? c.estimated : null))
                .toList())
        .put(
            "full",
            fullest().stream()
                .map(f -> new Tree().put("name", f.name).put("share", f.share))
                .toList());
  }
}

package io.strait.serve.run;

import io.strait.kind.Kind;
import io.strait.kind.live.LiveView;
import io.strait.kind.live.WorkerMap;
import io.strait.kind.report.Report;
import io.strait.kind.report.StepFolder;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.serve.http.Call;
import io.strait.serve.http.WebServer.Route;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Pages and answers about runs: all of them, one that goes on, one that has ended, several. */
public final class RunPages implements AutoCloseable {
  private static final int MOST_COMPARED = 20;
  private static final int MOST_WATCHED = 16;

  /** How often to look for what is known of a run that nobody has watched before. */
  private static final int MOST_LOOKS = 400;

  /** How long a run takes to begin, at most. */
  private static final Duration STARTING = Duration.ofMinutes(2);

  private static final long LARGEST_PICTURE = 32 << 20;
  private static final Pattern PICTURE = Pattern.compile("[A-Za-z0-9._-]{1,100}\\.png");

  private final RunShelf shelf;
  private final Served served;
  private final boolean isControlled;
  private final Map<String, WatchedRun> watched = new HashMap<>();

  /**
   * @param isControlled whether pages may change runs
   */
  public RunPages(RunShelf shelf, Served served, boolean isControlled) {
    this.shelf = shelf;
    this.served = served;
    this.isControlled = isControlled;
  }

  public List<Route> routes() {
    var routes = new ArrayList<>(reading());
    if (isControlled) {
      routes.add(new Route("POST", "run", new RunControl(shelf, served)::change));
    }
    return routes;
  }

  private List<Route> reading() {
    return List.of(
        new Route("GET", "", this::list),
        new Route("GET", "run", this::run),
        new Route("GET", "compare", this::compare),
        new Route("GET", "api", this::api),
        new Route("GET", "metrics", this::metrics));
  }

  private void list(Call call) throws IOException {
    var only = shelf.only();
    if (only != null) {
      call.redirect(Served.address(only));
      return;
    }
    var runs = shelf.list();
    var html = served.begin("Runs");
    html.open("main").open("header").element("h1", "Runs").close();
    if (runs.isEmpty()) {
      Page.quiet(html, "There is none yet. “strait run” makes one; this page then shows it.");
    } else {
      html.open("form", "action", "/compare");
      html.open("div", "class", "scroll", "tabindex", "0").open("table").open("thead").open("tr");
      for (var title : List.of("run", "app", "began", "state", "compare")) {
        html.element("th", title, "scope", "col");
      }
      html.close().close().open("tbody");
      for (var run : runs) {
        html.open("tr").open("th", "scope", "row");
        html.element("a", run.name(), "href", Served.address(run.name())).close();
        html.element("td", run.app()).element("td", run.began().replace('T', ' '));
        html.element("td", run.isLive() ? "goes on" : run.isDone() ? "over" : "unfinished");
        html.open("td");
        html.empty(
            "input",
            "type",
            "checkbox",
            "name",
            "run",
            "value",
            run.name(),
            "aria-label",
            "compare " + run.name());
        html.close().close();
      }
      html.close().close().close();
      html.element("button", "Compare").close();
    }
    Served.end(html);
    call.html(html.text());
  }

  private void run(Call call) throws IOException {
    run(call, call.part(1), call.part(2));
  }

  private void run(Call call, String name, String what) throws IOException {
    @Nullable Path folder = shelf.find(name);
    if (folder == null) {
      call.notFound();
      return;
    }
    switch (what) {
      case "" -> page(call, name, folder);
      case "events" -> {
        @Nullable WatchedRun run = watch(name, folder);
        if (run == null) {
          call.plain(503, "too many runs are watched already");
        } else if (call.isHead()) {
          call.bytes("text/event-stream", new byte[0]);
        } else {
          run.serve(call.events());
        }
      }
      case "worker" -> worker(call, name, folder);
      case "frame" -> picture(call, folder.resolve("frames"), call.part(3));
      case "picture" -> picture(call, folder, call.part(3));
      default -> call.notFound();
    }
  }

  private void page(Call call, String name, Path folder) throws IOException {
    if (!shelf.isLive(folder)) {
      forget(name);
      ended(call, name, folder);
      return;
    }
    @Nullable WatchedRun run = watch(name, folder);
    if (run == null) {
      call.plain(503, "too many runs are watched already");
      return;
    }
    @Nullable LiveView view = first(run);
    if (view == null) {
      call.later("the run cannot be read yet, try again");
      return;
    }
    var over = "%s · %s".formatted(shelf.kind(folder).noun(), name);
    call.html(LivePage.page(served, name, over, view, isControlled));
  }

  /** How a run stands, which is known a moment after it is first watched. */
  private static @Nullable LiveView first(WatchedRun run) {
    try {
      for (int i = 0; run.view() == null && !run.isEnded() && i < MOST_LOOKS; i++) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return run.view();
  }

  /** A run that nobody works at: its report. */
  private void ended(Call call, String name, Path folder) throws IOException {
    Report report;
    try {
      report = read(name, folder);
    } catch (InputException e) {
      var html = served.begin(name);
      html.open("main").element("h1", name);
      html.element("p", "This run cannot be shown: " + shelf.relative(e.getMessage()));
      if (isYoung(folder)) {
        call.askAgain();
      }
      Served.end(html);
      call.html(html.text());
      return;
    }
    report(call, name, report);
  }

  /** The report of a run; of one that was stopped before its last step, that of the latest. */
  private Report read(String name, Path folder) throws IOException {
    var kind = shelf.kind(folder);
    try {
      return kind.report(List.of(folder), List.of(name));
    } catch (InputException e) {
      for (var step : shelf.steps(folder)) {
        @Nullable Report report = readStep(kind, step);
        if (report != null) {
          return report;
        }
      }
      throw e;
    }
  }

  /** The report of a step; null if there is not enough for one. */
  private static @Nullable Report readStep(Kind<?, ?> kind, Path step) throws IOException {
    try {
      return kind.report(List.of(step), List.of(StepFolder.name(step)));
    } catch (InputException e) {
      return null;
    }
  }

  /** Whether a run may just have begun, so that its files are not all there. */
  private static boolean isYoung(Path folder) throws IOException {
    return Files.getLastModifiedTime(folder).toInstant().isAfter(Instant.now().minus(STARTING));
  }

  private void report(Call call, String title, Report report) throws IOException {
    var html = served.begin(title);
    html.open("main");
    var head = report.head();
    html.open("header")
        .element("p", head.over(), "class", "over")
        .element("h1", Show.unbroken(head.verdict()));
    if (!head.tiles().isEmpty()) {
      Tile.write(html, head.tiles());
    }
    html.close();
    for (var section : report.sections()) {
      section.write(html);
    }
    Served.end(html);
    call.html(html.text());
  }

  private void worker(Call call, String name, Path folder) throws IOException {
    @Nullable WatchedRun run = watch(name, folder);
    @Nullable LiveView view = run == null ? null : first(run);
    @Nullable WorkerMap map = view == null ? null : view.workers();
    if (map == null) {
      call.notFound();
      return;
    }
    var index = call.part(3);
    var asked = call.parameter("name");
    int worker = index.matches("\\d{1,7}") ? Integer.parseInt(index) : LivePage.find(map, asked);
    if (worker < 0 || worker >= map.shades().length) {
      call.plain(404, "no worker has this name");
    } else if (index.isEmpty()) {
      call.html(LivePage.worker(served, name, map, worker));
    } else {
      call.html(LivePage.piece(map, worker));
    }
  }

  private static void picture(Call call, Path folder, String name) throws IOException {
    var file = folder.resolve(PICTURE.matcher(name).matches() ? name : ".none");
    if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_PICTURE) {
      call.notFound();
    } else {
      call.bytes("image/png", Files.readAllBytes(file));
    }
  }

  private void compare(Call call) throws IOException {
    var names = call.parameters("run").stream().distinct().toList();
    var known = new ArrayList<Path>();
    for (var name : names) {
      @Nullable Path folder = shelf.find(name);
      if (folder != null) {
        known.add(folder);
      }
    }
    if (names.size() < 2 || names.size() > MOST_COMPARED || known.size() < names.size()) {
      refuse(call, "Expected 2 to %d runs of this server to compare.".formatted(MOST_COMPARED));
      return;
    }
    var kinds = known.stream().map(shelf::kind).map(Kind::name).distinct().toList();
    if (kinds.size() > 1) {
      refuse(call, "Expected runs of one kind, not of %s.".formatted(String.join(" and ", kinds)));
      return;
    }
    try {
      report(
          call,
          "%d runs".formatted(names.size()),
          shelf.kind(known.getFirst()).report(known, StepFolder.names(known)));
    } catch (InputException e) {
      refuse(call, "These runs cannot be compared: " + shelf.relative(e.getMessage()));
    }
  }

  private void refuse(Call call, String why) throws IOException {
    var html = served.begin("Compare");
    html.open("main").element("h1", "Compare").element("p", why);
    Served.end(html);
    call.html(400, html.text());
  }

  private void api(Call call) throws IOException {
    if (call.part(1).equals("runs") && call.path().size() == 2) {
      var runs =
          shelf.list().stream()
              .map(
                  run ->
                      new Tree()
                          .put("name", run.name())
                          .put("app", run.app())
                          .put("began", run.began())
                          .put("live", run.isLive())
                          .put("done", run.isDone()))
              .toList();
      call.json(new Tree().put("runs", runs).json());
      return;
    }
    @Nullable Path folder =
        call.part(1).equals("runs") && call.path().size() == 3 ? shelf.find(call.part(2)) : null;
    if (folder == null) {
      call.notFound();
      return;
    }
    var summary = folder.resolve("summary.json");
    if (!shelf.isLive(folder) && Files.exists(summary)) {
      call.bytes("application/json", Files.readAllBytes(summary));
      return;
    }
    @Nullable WatchedRun run = watch(call.part(2), folder);
    @Nullable LiveView view = run == null ? null : first(run);
    if (view == null) {
      call.later("the run cannot be read yet, try again");
    } else {
      call.json(view.json().json());
    }
  }

  /** Figures of all runs that go on, in the text format of Prometheus. */
  private void metrics(Call call) throws IOException {
    var out = new StringBuilder("# HELP strait_run_done Share of a run that is done.\n");
    out.append("# TYPE strait_run_done gauge\n");
    for (var entry : shelf.list()) {
      @Nullable Path folder = entry.isLive() ? shelf.find(entry.name()) : null;
      @Nullable WatchedRun run = folder == null ? null : watch(entry.name(), folder);
      @Nullable LiveView view = run == null ? null : first(run);
      if (view != null) {
        out.append("strait_run_done{run=\"%s\"} %s\n".formatted(label(entry.name()), view.share()));
      }
    }
    out.append("# HELP strait_viewers Browsers that watch a run.\n");
    out.append("# TYPE strait_viewers gauge\nstrait_viewers %d\n".formatted(viewers()));
    call.bytes("text/plain; version=0.0.4", out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String label(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** The run, watched; null if too many are. */
  private @Nullable WatchedRun watch(String name, Path folder) throws IOException {
    synchronized (watched) {
      @Nullable WatchedRun run = watched.get(name);
      if (run != null && !(run.isEnded() && shelf.isLive(folder))) {
        return run;
      }
      watched.values().removeIf(each -> each.isEnded() && each.viewers() == 0);
      if (watched.size() >= MOST_WATCHED && !forgetOne()) {
        return null;
      }
      var kind = shelf.kind(folder);
      var live = kind.watch(folder);
      var fresh =
          new WatchedRun(
              live, new Presence(shelf, folder), step -> kind.report(List.of(step), List.of(name)));
      watched.put(name, fresh);
      return fresh;
    }
  }

  /** Makes room for another; false if somebody looks at all of them. */
  private boolean forgetOne() {
    for (var each : watched.entrySet()) {
      if (each.getValue().viewers() == 0) {
        each.getValue().leave();
        watched.remove(each.getKey());
        return true;
      }
    }
    return false;
  }

  private void forget(String name) {
    synchronized (watched) {
      @Nullable WatchedRun run = watched.get(name);
      if (run != null && run.isEnded() && run.viewers() == 0) {
        watched.remove(name);
      }
    }
  }

  /** How many watch. */
  public int viewers() {
    synchronized (watched) {
      return watched.values().stream().mapToInt(WatchedRun::viewers).sum();
    }
  }

  @Override
  public void close() {
    synchronized (watched) {
      watched.values().forEach(WatchedRun::leave);
    }
  }
}

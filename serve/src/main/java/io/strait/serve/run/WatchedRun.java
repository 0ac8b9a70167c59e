package io.strait.serve.run;

import io.strait.kind.live.LiveRun;
import io.strait.kind.live.LiveView;
import io.strait.kind.report.Report;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.serve.http.EventStream;
import io.strait.view.page.Html;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A run that somebody watches: one thread looks at it now and then and tells all viewers what has
 * changed. However many there are, the run is looked at once. The report, which takes longer to
 * make, is made again as often as a small part of the time allows.
 */
final class WatchedRun {
  private static final long TICK_MILLIS = 500;

  /** Looks in a row that may fail. */
  private static final int MOST_FAILED = 60;

  /** Looking takes so much of the time of a core, unless that would be too seldom. */
  private static final double SHARE = 0.05;

  private static final long LONGEST_TICK_MILLIS = 1_500;

  /** Making reports takes at most so much of the time. */
  private static final double REPORT_SHARE = 0.02;

  private static final long REPORT_NANOS = 5_000_000_000L;

  private static final long LONGEST_REPORT_NANOS = 30_000_000_000L;

  /** How long one goes on without viewers, so that who comes back finds its past. */
  private static final long LONELY_NANOS = 600_000_000_000L;

  /** An event that tells how many workers of every cluster get tasks. */
  private static final String WANTED = "wanted";

  /** Makes the report of a folder that is watched. */
  @FunctionalInterface
  interface Reporter {
    Report report(Path folder) throws IOException;
  }

  private final LiveRun run;
  private final Presence presence;
  private final Reporter reporter;
  private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();

  /** What every part of the page holds now. */
  private final Map<String, String> parts = new LinkedHashMap<>();

  private final Thread thread;
  private @Nullable LiveView view;
  private String layout = "";
  private volatile long nextReport;

  /** Sections that the report has had so far. */
  private int reported;

  private int failed;
  private volatile boolean isEnded;

  /** What viewers are told at the end. */
  private volatile String parting = "{}";

  WatchedRun(LiveRun run, Presence presence, Reporter reporter) {
    this.run = run;
    this.presence = presence;
    this.reporter = reporter;
    this.thread = Thread.ofPlatform().daemon().name("watch").start(this::watch);
  }

  private void watch() {
    long lonely = System.nanoTime();
    @Nullable Thread reporting = null;
    nextReport = System.nanoTime() + REPORT_NANOS / 2;
    try (run) {
      while (true) {
        long began = System.nanoTime();
        long before = cpu();
        boolean isOver = lookIfPossible();
        long took = (cpu() - before) / 1_000_000;
        if (isOver) {
          end(presence.isDone());
        }
        if (reporting != null && (isOver || !reporting.isAlive())) {
          reporting.join();
          reporting = null;
        }
        var folder = run.folder();
        if (isOver) {
          report(folder);
          return;
        }
        if (reporting == null && began >= nextReport) {
          // What goes on is shown while one is made.
          reporting = Thread.ofPlatform().daemon().name("report").start(() -> reportAside(folder));
        }
        lonely = viewers.isEmpty() ? lonely : System.nanoTime();
        if (System.nanoTime() - lonely > LONELY_NANOS) {
          return;
        }
        Thread.sleep(Math.clamp((long) (took / SHARE), TICK_MILLIS, LONGEST_TICK_MILLIS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      trouble(e);
    } finally {
      isEnded = true;
    }
  }

  /** Tells all viewers that nothing more will come; who comes from here on is told at once. */
  private void end(boolean isDone) {
    synchronized (this) {
      if (isEnded) {
        return;
      }
      parting =
          LivePage.line(
              isDone
                  ? new Tree().put("why", "The run is over").put("link", "show its report")
                  : new Tree().put("why", "Nobody goes on with the run").put("link", "look again"));
      isEnded = true;
    }
    tell("over", parting);
  }

  boolean isEnded() {
    return isEnded;
  }

  /** Looks at the run; what cannot be read now may be readable soon. */
  private boolean lookIfPossible() throws IOException {
    try {
      boolean isOver = look();
      failed = 0;
      return isOver;
    } catch (IOException | InputException e) {
      trouble(e);
      if (++failed > MOST_FAILED) {
        throw e;
      }
      return false;
    }
  }

  /** Looks at the run and tells what has changed. */
  private boolean look() throws IOException {
    var state = presence.look();
    var now = run.look(state.isOpen());
    var news = new LinkedHashMap<String, String>();
    var pieces = new LinkedHashMap<String, String>();
    LivePage.pieces(now, pieces);
    synchronized (this) {
      view = now;
      pieces.forEach((id, html) -> keep(news, id, html));
      var map = now.workers();
      if (map != null) {
        var groups = LivePage.groups(map);
        if (!groups.equals(layout)) {
          layout = groups;
          news.put("groups", groups);
        }
        var wanted = LivePage.wanted(map);
        if (!wanted.equals(parts.put(WANTED, wanted))) {
          news.put(WANTED, wanted);
        }
        var shades = "\"" + Base64.getEncoder().encodeToString(map.shades()) + "\"";
        if (!shades.equals(parts.put("shades", shades))) {
          news.put("shades", shades);
        }
      }
    }
    tell(news);
    // A master that has all results still writes them.
    return now.isOver() && state == Presence.State.GONE;
  }

  /** Keeps a piece of the page; it is news if it has changed. */
  private void keep(Map<String, String> news, String id, String html) {
    if (!html.equals(parts.put(id, html))) {
      news.put("part-" + id, LivePage.json(id, html));
    }
  }

  /** Nanoseconds that this thread has computed: a busy machine does not make it take longer. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void reportAside(Path folder) {
    long start = cpu();
    try {
      report(folder);
    } catch (IOException | RuntimeException e) {
      trouble(e);
    }
    long pause = (long) ((cpu() - start) / REPORT_SHARE);
    nextReport = System.nanoTime() + Math.clamp(pause, REPORT_NANOS, LONGEST_REPORT_NANOS);
  }

  private void trouble(Exception e) {
    tell("trouble", why(String.valueOf(e.getMessage())));
  }

  /** Makes the report of what is there; what is not enough for one makes none. */
  private void report(Path folder) throws IOException {
    if (viewers.isEmpty()) {
      return;
    }
    var sections = new ArrayList<String>();
    try {
      for (var section : reporter.report(folder).sections()) {
        var html = Html.piece();
        section.write(html);
        sections.add(html.text());
      }
    } catch (InputException e) {
      return; // too early for one
    }
    var news = new LinkedHashMap<String, String>();
    synchronized (this) {
      for (int i = 0; i < Math.max(sections.size(), reported); i++) {
        keep(news, "report-" + i, i < sections.size() ? sections.get(i) : "");
      }
      reported = Math.max(sections.size(), reported);
    }
    tell(news);
  }

  private static String why(String text) {
    return LivePage.line(new Tree().put("why", text));
  }

  private void tell(String event, String data) {
    tell(Map.of(event, data));
  }

  private void tell(Map<String, String> news) {
    if (!news.isEmpty() && !viewers.isEmpty()) {
      var events = events(news);
      viewers.forEach(viewer -> viewer.put(events));
    }
  }

  /** News as they are sent; parts of the page are events of one name. */
  private static Map<String, byte[]> events(Map<String, String> news) {
    var events = new LinkedHashMap<String, byte[]>();
    news.forEach(
        (id, data) ->
            events.put(id, EventStream.event(id.startsWith("part-") ? "part" : id, data)));
    return events;
  }

  /** How the run stands; null before it was looked at. */
  synchronized @Nullable LiveView view() {
    return view;
  }

  /** Shows everything to a viewer, and then what changes, until it leaves. */
  void serve(EventStream stream) throws IOException {
    var viewer = new Viewer(stream);
    var all = new LinkedHashMap<String, String>();
    synchronized (this) {
      if (!layout.isEmpty()) {
        all.put("groups", layout);
      }
      parts.forEach(
          (id, html) -> {
            if (id.equals("shades") || id.equals(WANTED)) {
              all.put(id, html);
            } else {
              all.put("part-" + id, LivePage.json(id, html));
            }
          });
      viewer.put(events(all));
      viewers.add(viewer); // before anything changes, so that nothing is missed
    }
    try {
      if (isEnded) {
        viewer.put(events(Map.of("over", parting)));
      }
      viewer.serve();
    } finally {
      viewers.remove(viewer);
    }
  }

  int viewers() {
    return viewers.size();
  }

  /** Takes leave of all viewers, whether the run goes on or not. */
  void leave() {
    thread.interrupt();
    tell("left", why("This page is not served any more; strait serve shows the run again."));
    viewers.forEach(Viewer::dismiss);
  }
}

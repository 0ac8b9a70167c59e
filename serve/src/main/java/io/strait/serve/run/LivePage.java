package io.strait.serve.run;

import io.strait.kind.live.LiveView;
import io.strait.kind.live.WorkerMap;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.page.Fact;
import io.strait.view.page.HeatMap;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** The page of a run that goes on. Every part of it can be replaced by its id. */
final class LivePage {
  private LivePage() {}

  /** What the parts of the page hold, by id. */
  static void pieces(LiveView view, Map<String, String> pieces) throws IOException {
    pieces.put("headline", Html.piece().text(Show.unbroken(view.headline())).text());
    var tiles = Html.piece();
    Tile.write(tiles, view.tiles());
    pieces.put("tiles", tiles.text());
    var bar = Html.piece();
    progress(bar, view.share());
    pieces.put("progress", bar.text());
    for (var part : view.parts()) {
      var html = Html.piece();
      part.section().write(html);
      pieces.put(part.id(), html.text());
    }
    var map = view.workers();
    if (map != null) {
      pieces.put("crew", Html.piece().text(summary(map)).text());
    }
  }

  private static void progress(Html html, double share) {
    var percent = Show.tenth(100 * Math.clamp(share, 0, 1));
    html.open("div", "class", "progress");
    html.element("i", "", "class", "bar c0", "style", "width:%s%%".formatted(percent));
    html.close().element("span", Numbers.percent(share) + " done", "class", "quiet");
  }

  /** Workers in one sentence, for those who do not see the map. */
  private static String summary(WorkerMap map) {
    int awaited = 0;
    int gone = 0;
    int failed = 0;
    double busy = 0;
    for (byte shade : map.shades()) {
      switch (shade) {
        case WorkerMap.AWAITED -> awaited++;
        case WorkerMap.GONE -> gone++;
        case WorkerMap.FAILED -> failed++;
        default -> busy += (double) (shade - WorkerMap.IDLE) / (WorkerMap.BUSY - WorkerMap.IDLE);
      }
    }
    int here = map.shades().length - awaited - gone;
    return "%s of %s workers are here, %s busy%s%s%s."
        .formatted(
            Show.count(here),
            Show.count(map.shades().length),
            Numbers.percent(here == 0 ? 0 : busy / here),
            gone == 0 ? "" : ", %s gone".formatted(Show.count(gone)),
            awaited == 0 ? "" : ", %s awaited".formatted(Show.count(awaited)),
            failed == 0 ? "" : ", the last task failed on %s".formatted(Show.count(failed)));
  }

  /** Which clusters the cells of the map belong to. */
  static String groups(WorkerMap map) {
    return line(
        new Tree()
            .put(
                "groups",
                map.groups().stream()
                    .map(group -> new Tree().put("name", group.name()).put("count", group.count()))
                    .toList()));
  }

  /** How many of its workers get tasks in every cluster. */
  static String wanted(WorkerMap map) {
    var wanted = new Tree();
    map.groups().forEach(group -> wanted.put(group.name(), wanted(group)));
    return line(wanted);
  }

  static int wanted(WorkerMap.Group group) {
    return Math.min(group.wanted(), group.count());
  }

  /** A piece of the page on its way to a browser. */
  static String json(String id, String html) {
    return line(new Tree().put("id", id).put("html", html));
  }

  /** Events have no line breaks; in texts they are escaped already. */
  static String line(Tree tree) {
    return tree.json().replace('\n', ' ');
  }

  /** The whole page, as it is now. */
  static String page(Served served, String name, String over, LiveView view, boolean isControlled)
      throws IOException {
    var html =
        served.begin(name, "data-stream", Served.address(name) + "/events", "data-run", name);
    html.open("main").open("header").element("p", over, "class", "over");
    html.element("h1", Show.unbroken(view.headline()), "id", "headline", "aria-live", "off");
    html.open("div", "id", "progress");
    progress(html, view.share());
    html.close().open("div", "id", "tiles");
    Tile.write(html, view.tiles());
    html.close().close();
    html.element("p", "", "id", "trouble", "role", "status");
    var map = view.workers();
    if (map != null) {
      workers(html, name, map);
    }
    if (isControlled) {
      RunControl.write(html, name, map);
    }
    for (var part : view.parts()) {
      html.open("div", "id", part.id());
      part.section().write(html);
      html.close();
    }
    html.open("div", "id", "report").close();
    Served.end(html);
    return html.text();
  }

  private static void workers(Html html, String name, WorkerMap map) {
    html.open("section", "id", "workers").element("h2", "Workers");
    html.element("p", summary(map), "id", "crew", "class", "quiet");
    html.open("p", "class", "legend");
    Page.key(html, "busy", "computing (the stronger, the more of the time)");
    Page.key(html, "up", "idle");
    Page.key(html, "bad", "its last task failed");
    Page.key(html, "cut", "gone");
    Page.key(html, "away", "awaited");
    html.close();
    html.open("div", "id", "map", "data-of", Served.address(name) + "/worker/").close();
    html.open("noscript");
    int at = 0;
    for (var group : map.groups()) {
      html.element("h3", group.name());
      new HeatMap(Arrays.copyOfRange(map.shades(), at, at + group.count()))
          .write(html, "workers of %s".formatted(group.name()));
      at += group.count();
    }
    html.close();
    html.open("form", "class", "ask", "action", Served.address(name) + "/worker");
    html.element("label", "Look at a worker: ", "for", "who");
    html.empty("input", "id", "who", "name", "name", "autocomplete", "off", "required", "required");
    html.element("button", "Show").close();
    html.open("dialog", "id", "one", "aria-label", "One worker").close();
    html.close();
  }

  /** The page of one worker, for browsers without scripts. */
  static String worker(Served served, String name, WorkerMap map, int worker) {
    var html = served.begin(map.name(worker));
    html.open("main").element("h1", map.name(worker));
    Fact.write(html, map.facts(worker));
    html.open("p").element("a", "Back to the run", "href", Served.address(name)).close();
    Served.end(html);
    return html.text();
  }

  /** One worker, to be put into the page. */
  static String piece(WorkerMap map, int worker) {
    var html = Html.piece();
    html.element("h2", map.name(worker));
    Fact.write(html, map.facts(worker));
    return html.text();
  }

  /** The worker of a name; -1 if there is none. */
  static int find(WorkerMap map, String name) {
    for (int i = 0; i < map.shades().length; i++) {
      if (map.name(i).equals(name)) {
        return i;
      }
    }
    return -1;
  }
}

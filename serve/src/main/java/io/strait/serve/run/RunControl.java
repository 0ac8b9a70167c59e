package io.strait.serve.run;

import io.strait.kind.live.WorkerMap;
import io.strait.kind.run.ControlClient;
import io.strait.kind.run.Lead;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.InputException;
import io.strait.serve.http.Call;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What pages can do to runs, if they may: everything is asked twice. */
final class RunControl {
  /** Clusters whose workers a page offers to change. */
  private static final int MOST_CLUSTERS = 60;

  private final RunShelf shelf;
  private final Served served;

  RunControl(RunShelf shelf, Served served) {
    this.shelf = shelf;
    this.served = served;
  }

  /** What the page of a run offers. */
  static void write(Html html, String run, @Nullable WorkerMap map) {
    html.open("section", "id", "control").element("h2", "Control");
    html.open("form", "class", "ask", "method", "post", "action", Served.address(run) + "/stop");
    html.element("button", "Stop the run …").close();
    int number = 0;
    for (var group : map == null ? List.<WorkerMap.Group>of() : map.groups()) {
      if (group.count() > 0 && number < MOST_CLUSTERS) {
        workers(html, run, group, "crew" + number++);
      }
    }
    html.close();
  }

  private static void workers(Html html, String run, WorkerMap.Group group, String id) {
    var address = Served.address(run) + "/workers";
    html.open("form", "class", "ask", "method", "post", "action", address);
    html.empty("input", "type", "hidden", "name", "cluster", "value", group.name());
    html.element("label", "Workers of %s that get tasks: ".formatted(group.name()), "for", id);
    var most = Integer.toString(group.count());
    html.empty(
        "input",
        "type",
        "number",
        "id",
        id,
        "name",
        "workers",
        "min",
        "0",
        "max",
        most,
        "value",
        Integer.toString(LivePage.wanted(group)),
        "required",
        "required");
    html.element("button", "Set …");
    html.element(
        "button", "Drain …", "name", "drain", "value", "yes", "formnovalidate", "formnovalidate");
    html.close();
  }

  void change(Call call) throws IOException {
    var name = call.part(1);
    @Nullable Path folder = shelf.find(name);
    if (folder == null) {
      call.notFound();
      return;
    }
    switch (call.part(2)) {
      case "stop" ->
          change(
              call,
              folder,
              new Order(
                  "Stop %s?".formatted(name),
                  "What is done stays; strait run --resume goes on with it.",
                  "Stop the run",
                  "stop"));
      case "workers" -> workers(call, folder);
      default -> call.notFound();
    }
  }

  /**
   * What somebody wants.
   *
   * @param what the master is asked
   */
  private record Order(String question, String consequence, String button, String what) {}

  private void workers(Call call, Path folder) throws IOException {
    var cluster = call.field("cluster");
    var count = call.field("drain").equals("yes") ? "0" : call.field("workers");
    if (cluster.isEmpty() || !count.matches("\\d{1,7}")) {
      call.plain(400, "expected a cluster, and how many of its workers get tasks");
      return;
    }
    boolean isDrain = Integer.parseInt(count) == 0;
    change(
        call,
        folder,
        new Order(
            isDrain
                ? "Drain %s?".formatted(cluster)
                : "Give tasks to %s of the workers of %s?".formatted(count, cluster),
            "The others finish what they have, and wait. No task is lost.",
            isDrain ? "Drain it" : "Do it",
            "workers?cluster=%s&workers=%s"
                .formatted(URLEncoder.encode(cluster, StandardCharsets.UTF_8), count)));
  }

  private void change(Call call, Path folder, Order order) throws IOException {
    var name = call.part(1);
    if (!call.field("sure").equals("yes")) {
      ask(call, name, order);
      return;
    }
    @Nullable Path led = Lead.of(folder);
    try {
      if (led == null || ControlClient.ask(RunFolder.open(led), order.what) == null) {
        call.plain(409, "nobody is at work on this run");
      } else {
        call.redirect(Served.address(name));
      }
    } catch (InputException e) {
      call.plain(400, String.valueOf(e.getMessage()));
    }
  }

  private void ask(Call call, String name, Order order) throws IOException {
    var html = served.begin(order.button);
    html.open("main").element("h1", order.question);
    Page.quiet(html, order.consequence);
    var action = Served.address(name) + "/" + call.part(2);
    html.open("form", "method", "post", "action", action);
    for (var field : List.of("cluster", "workers", "drain")) {
      if (!call.field(field).isEmpty()) {
        html.empty("input", "type", "hidden", "name", field, "value", call.field(field));
      }
    }
    html.empty("input", "type", "hidden", "name", "sure", "value", "yes");
    html.element("button", order.button).close();
    html.open("p").element("a", "No, go on", "href", Served.address(name)).close();
    Served.end(html);
    call.html(html.text());
  }
}

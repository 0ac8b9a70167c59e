package io.strait.serve.plan;

import io.strait.model.PlanException;
import io.strait.model.UsageException;
import io.strait.model.text.InputException;
import io.strait.serve.http.Call;
import io.strait.serve.http.WebServer.Route;
import io.strait.serve.plan.Planner.Answer;
import io.strait.serve.plan.Planner.Knob;
import io.strait.serve.run.Served;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A plan to play with: sliders for what the files say, and the plan that follows them. */
public final class PlanPages {
  /** The first part of their paths. */
  public static final String WORD = "plan";

  private static final int MOST_CHANGES = 100;

  /** Answers that are kept; plans of many hosts are large. */
  private static final int MOST_KEPT = 16;

  /** A third of what the page waits until it calls a slider at rest. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Planner planner;
  private final Ahead<List<String>, Answer> rehearsed;

  public PlanPages(Planner planner) {
    this.planner = planner;
    this.rehearsed = new Ahead<>(MOST_KEPT, PAUSE, changes -> planner.plan(changes, false));
    rehearsed.expect(List.of());
  }

  /** The plan with changes. After a sketch the plan itself will be asked for. */
  private Answer answer(List<String> changes, boolean isSketch) throws IOException {
    if (isSketch) {
      var sketch = planner.plan(changes, true);
      if (sketch.isSketch()) {
        rehearsed.expect(changes);
      }
      return sketch;
    }
    try {
      return rehearsed.get(changes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server ends");
    }
  }

  public List<Route> routes() {
    return List.of(new Route("GET", WORD, this::plan));
  }

  private void plan(Call call) throws IOException {
    var changes = call.parameters("change");
    if (changes.size() > MOST_CHANGES) {
      call.plain(400, "expected at most %d changes".formatted(MOST_CHANGES));
      return;
    }
    switch (call.part(1)) {
      case "" -> page(call, changes);
      case "answer" -> call.html(piece(changes, call.parameter("sketch").equals("yes")));
      case "file" -> file(call, changes, "text/yaml; charset=utf-8", true);
      case "picture" -> picture(call, changes);
      case "json" -> file(call, changes, "application/json", false);
      default -> call.notFound();
    }
  }

  private void file(Call call, List<String> changes, String type, boolean yaml) throws IOException {
    try {
      var answer = answer(changes, false);
      var text = yaml ? answer.file().get() : answer.json().get();
      if (yaml) {
        call.saveAs("plan.yaml");
      }
      call.bytes(type, text.getBytes(StandardCharsets.UTF_8));
    } catch (InputException | PlanException | UsageException e) {
      call.plain(400, String.valueOf(e.getMessage()));
    }
  }

  private void picture(Call call, List<String> changes) throws IOException {
    if (!planner.hasPicture()) {
      call.notFound();
      return;
    }
    try {
      call.bytes("image/svg+xml", planner.picture(changes));
    } catch (InputException | PlanException | UsageException e) {
      call.plain(400, String.valueOf(e.getMessage()));
    }
  }

  private String piece(List<String> changes, boolean isSketch) throws IOException {
    var html = Html.piece();
    try {
      write(html, changes, answer(changes, isSketch));
    } catch (InputException | PlanException | UsageException e) {
      html.element("p", String.valueOf(e.getMessage()), "class", "wrong", "role", "alert");
    }
    return html.text();
  }

  private void write(Html html, List<String> changes, Answer answer) {
    html.element("h2", Show.unbroken(answer.verdict()));
    if (!changes.isEmpty()) {
      Page.quiet(html, "As it is: " + answer.before());
    }
    if (answer.isSketch()) {
      html.element(
          "p",
          "Not rehearsed yet: without start and end of the run.",
          "class",
          "quiet",
          "data-sketch",
          "yes");
    }
    answer.map().write(html, "clusters of the plan and the gaps between them");
    if (planner.hasPicture()) {
      var query =
          changes.stream()
              .map(change -> "change=" + URLEncoder.encode(change, StandardCharsets.UTF_8))
              .collect(Collectors.joining("&"));
      html.empty("img", "alt", "the plan as a picture", "src", "/plan/picture?" + query);
    }
    html.element("pre", answer.text(), "tabindex", "0", "aria-label", "The plan");
    Page.quiet(html, "The same on the command line:");
    html.element("pre", answer.command(), "tabindex", "0", "aria-label", "The command");
  }

  private void page(Call call, List<String> changes) throws IOException {
    var html = new Served(true).begin("Plan");
    html.open("main").open("header");
    html.element("p", planner.title(), "class", "over").element("h1", "What if?").close();
    // Beside sliders that fill a narrow screen, the answer is out of sight.
    html.element("p", "", "id", "verdict", "aria-hidden", "true");
    html.open("div", "class", "play");
    html.open("form", "id", "knobs", "action", "/plan", "autocomplete", "off");
    int number = 0;
    var settings = planner.settings(changes);
    for (var knob : planner.knobs()) {
      write(html, knob, settings.getOrDefault(knob.path(), ""), "knob" + number++);
    }
    html.open("ul", "id", "others", "aria-label", "Other changes").close();
    html.element("button", "As it is", "type", "button", "id", "as-it-is");
    html.text(" ");
    html.element("button", "Save as a plan file", "type", "button", "id", "save-plan");
    html.close();
    html.open("div", "class", "answer", "id", "answer", "aria-live", "polite");
    try {
      write(html, changes, answer(changes, false));
    } catch (InputException | PlanException | UsageException e) {
      html.element("p", String.valueOf(e.getMessage()), "class", "wrong", "role", "alert");
    }
    html.close().close();
    Served.end(html);
    call.html(html.text());
  }

  /**
   * @param setting what it stands at if that is not how things are
   */
  private static void write(Html html, Knob knob, String setting, String id) {
    boolean slides = Double.isFinite(knob.value());
    html.open(
        "div",
        "class",
        "knob",
        "data-path",
        knob.path(),
        "data-unit",
        knob.unit(),
        "data-text",
        knob.text(),
        "data-log",
        knob.isLog() ? "1" : "",
        "data-whole",
        knob.isWhole() ? "1" : "");
    html.open("label", "for", id).element("span", knob.label());
    if (slides) {
      html.element("output", knob.text(), "for", id);
    }
    html.close();
    if (slides) {
      double set = setting.isEmpty() ? knob.value() : Double.parseDouble(setting);
      html.empty(
          "input",
          "type",
          "range",
          "id",
          id,
          "min",
          number(knob, Math.min(knob.least(), set)),
          "max",
          number(knob, Math.max(knob.most(), set)),
          "step",
          knob.isWhole() ? "1" : "any",
          "value",
          number(knob, set),
          "aria-valuetext",
          knob.text(),
          "data-start",
          number(knob, knob.value()));
    } else {
      html.empty("input", "type", "text", "id", id, "placeholder", knob.text(), "value", setting);
    }
    html.close();
  }

  private static String number(Knob knob, double value) {
    return knob.isWhole()
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, "%.6f", knob.isLog() ? Math.log(value) : value);
  }
}

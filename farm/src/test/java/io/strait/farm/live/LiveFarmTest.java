package io.strait.farm.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.kind.file.PlanFile;
import io.strait.kind.live.LiveView;
import io.strait.kind.live.WorkerMap;
import io.strait.model.text.Document;
import io.strait.view.page.Html;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's events as they are appended, and what is seen of them. */
class LiveFarmTest {
  private static final String GRID =
      """
      grid: two
      home: a
      clusters:
        a:
          lan: {bandwidth: 1 MB/s}
          hosts: [{name: m, role: master}, {name: x, count: 2, rate: 1/s}]
        b:
          lan: {bandwidth: 1 MB/s}
          hosts: [{name: y, count: 2, rate: 1/s}]
      links: [{between: [a, b], bandwidth: 100 kB/s, latency: 10 ms}]
      """;

  private static final String APP =
      "{app: t, kind: farm, tasks: 100, input: 10 B, output: 1 kB, run: {command: 'true'}}";

  @TempDir private Path run;
  private Path events;

  @BeforeEach
  void begin() throws IOException {
    var inputs = FarmFile.inputs(Document.parse("grid", GRID), Document.parse("app", APP));
    var plan = FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
    Files.writeString(
        run.resolve("plan.yaml"), new PlanFile<>(inputs, plan).tree(FarmPlanFile.FORMAT).yaml());
    Files.writeString(run.resolve("run.json"), "{\n  \"workers\": \"none\"\n}\n");
    events = run.resolve("events.tsv");
  }

  private void happens(String... lines) throws IOException {
    // A tilde is a blank in a text.
    var text = String.join("\n", lines).replace(' ', '\t').replace('~', ' ') + "\n";
    Files.writeString(events, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String html(LiveView view, String id) throws IOException {
    var html = Html.piece();
    for (var part : view.parts()) {
      if (part.id().equals(id)) {
        part.section().write(html);
      }
    }
    return html.text();
  }

  private static String shades(LiveView view) {
    var map = view.workers();
    assertThat(map).isNotNull();
    return new String(map.shades(), StandardCharsets.ISO_8859_1)
        .chars()
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
  }

  private void joinAll() throws IOException {
    happens(
        "strait-events 1 100 1 2026-01-01T00:00:00Z",
        "n 0 -1 master master",
        "n 1 0 worker x1",
        "n 2 0 worker x2",
        "n 3 0 gateway b",
        "n 4 3 worker y1",
        "+ 10 1",
        "+ 10 2",
        "+ 20 3",
        "+ 30 4");
  }

  @Test
  void aRunThatHasNotBegunIsAwaited() throws IOException {
    try (var live = new LiveFarm(run)) {
      assertThat(live.look(true).headline()).isEqualTo("The run has not begun.");
      assertThat(live.look(true).isOver()).isFalse();
      assertThat(live.look(false).isOver()).isTrue();
      Files.createFile(events); // its first line comes later
      assertThat(live.look(true).headline()).isEqualTo("The run has not begun.");
      joinAll();
      assertThat(live.look(true).headline()).startsWith("Nothing is done yet");
    }
  }

  @Test
  void whatIsAppendedIsSeenAndNothingIsReadTwice() throws IOException {
    joinAll();
    try (var live = new LiveFarm(run)) {
      var view = live.look(true);
      assertThat(view.share()).isZero();
      // y2 is in the plan and has not come.
      assertThat(shades(view)).isEqualTo("3 3 3 0");
      for (int second = 1; second <= 20; second++) {
        happens(
            "t %d 1 %d 1000 ok".formatted(1000 * second, 2 * second),
            "t %d 4 %d 1000 ok".formatted(1000 * second, 2 * second + 1),
            "l %d 3 50000 100".formatted(1000 * second),
            "f %d %d".formatted(1000 * second, 2 * second));
        view = live.look(true);
      }
      assertThat(view.share()).isEqualTo(0.4);
      assertThat(view.headline()).contains("40 of 100 tasks are done, 30.0 s left: 50.0 s in all");
      // x1 and y1 compute all the time, x2 does nothing.
      assertThat(shades(view)).isEqualTo("8 3 8 0");
      assertThat(html(view, "bound")).contains("gap a-b").contains("48.9 KiB/s of 97.7 KiB/s");
      assertThat(view.json().json()).contains("\"finished\" : 40");
    }
  }

  @Test
  void cutsFailuresAndTheEndAreTold() throws IOException {
    joinAll();
    happens("t 1000 1 0 900 failed", "- 1500 3 the~connection~is~lost", "- 1600 4 gone");
    try (var live = new LiveFarm(run)) {
      var view = live.look(true);
      assertThat(shades(view)).isEqualTo("2 3 1 0");
      assertThat(html(view, "news"))
          .contains("task 0 failed on x1 after 900 ms")
          .contains("gateway b is gone: the connection is lost");
      assertThat(html(view, "clusters")).contains("cut off");
      happens("+ 2000 3", "+ 2100 4", "f 3000 100");
      view = live.look(true);
      assertThat(html(view, "clusters")).doesNotContain("cut off");
      assertThat(view.isOver()).isTrue();
      assertThat(view.headline()).startsWith("All 100 tasks are done");
    }
  }

  @Test
  void ordersAndWhatFailedTasksSaidAreShown() throws IOException {
    joinAll();
    happens(
        "m 900 by~order,~1~of~the~workers~of~a~get~tasks",
        "m 950 by~order,~none~of~the~workers~of~b~get~tasks",
        "x 1000 7 line~one\\nC:\\\\temp~</pre><script>");
    try (var live = new LiveFarm(run)) {
      var view = live.look(true);
      assertThat(html(view, "clusters")).contains("1 of them get tasks").contains("drained");
      assertThat(view.json().json()).contains("\"wanted_workers\" : 0");
      assertThat(html(view, "failures"))
          .contains("task 7")
          .contains("line one\nC:\\temp &lt;/pre&gt;&lt;script&gt;")
          .doesNotContain("<script");
      happens("m 2000 by~order,~all~of~the~workers~of~b~get~tasks");
      assertThat(html(live.look(true), "clusters")).doesNotContain("drained");
    }
  }

  /** A torn line of a master that was killed is cut off by the next one. */
  @Test
  void aMasterThatBeganAnewIsFollowed() throws IOException {
    joinAll();
    Files.writeString(events, "t\t1000\t1\t0\t9", StandardOpenOption.APPEND);
    try (var live = new LiveFarm(run)) {
      assertThat(shades(live.look(true))).isEqualTo("3 3 3 0");
      var whole = Files.readString(events);
      Files.writeString(events, whole.substring(0, whole.lastIndexOf('\n') + 1));
      happens("m 5000 the~master~began~again", "+ 5100 1", "f 6000 7");
      live.look(true);
      var view = live.look(true);
      assertThat(view.share()).isEqualTo(0.07);
      assertThat(view.workers()).isNotNull();
      assertThat(view.workers().shades()[0]).isGreaterThanOrEqualTo(WorkerMap.IDLE);
    }
  }

  @Test
  void tenThousandWorkersAreACellEach() throws IOException {
    joinAll();
    var lines = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      int number = 10 + i;
      lines.append("n\t%d\t3\tworker\tz%d\n+\t40\t%d\n".formatted(number, i, number));
      lines.append("b\t2000\t%d\t10\t1000\t900\n".formatted(number));
    }
    Files.writeString(events, lines, StandardOpenOption.APPEND);
    try (var live = new LiveFarm(run)) {
      var map = live.look(true).workers();
      assertThat(map).isNotNull();
      assertThat(map.shades()).hasSize(10_004);
      assertThat(map.name(10_003)).isEqualTo("z9999");
      assertThat(map.facts(10_003)).anyMatch(fact -> fact.value().equals("10"));
    }
  }
}

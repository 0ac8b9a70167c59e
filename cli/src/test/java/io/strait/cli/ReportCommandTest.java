package io.strait.cli;

import static io.strait.cli.ReportPages.page;
import static io.strait.cli.ReportPages.parse;
import static io.strait.cli.ReportPages.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages made from folders of runs. */
@Tag("real")
class ReportCommandTest {
  private static final String GRID =
      """
      grid: two
      home: near
      clusters:
        near:
          lan: {bandwidth: 1 MiB/s}
          hosts: [{name: front, role: master}, {name: a, rate: 1/s}]
        far:
          lan: {bandwidth: 1 MiB/s}
          hosts: [{name: b, rate: 2/s}]
      links: [{between: [near, far], bandwidth: 2 KiB/s}]
      """;
  private static final String APP = "{app: tiny, kind: farm, tasks: 30, output: 1 KiB}";
  private static final String HEAD =
      """
      strait-events	1	30	60	2026-01-01T12:00:00Z
      n	0	-1	master	front
      n	1	0	gateway	far
      n	2	0	worker	a
      n	3	1	worker	b
      """;

  @TempDir private Path folder;

  /** A folder whose events are written by hand. */
  private Path run(String name, String events) throws IOException {
    return run(name, FarmPlan.USUAL_STOCK, events);
  }

  private Path run(String name, Duration stock, String events) throws IOException {
    var run = folder.resolve(name);
    new RunFolders(run, GRID, APP).stock(stock).withoutSummary().write();
    Files.writeString(run.resolve("events.tsv"), HEAD + events);
    return run;
  }

  /** Also where people gathered for seven seconds before the first task: time begins with work. */
  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void whatWasMeasuredFollowsFromTheEvents(int gathering) throws Exception {
    var events = new StringBuilder("+\t0\t1\n+\t0\t2\n+\t0\t3\n");
    for (int i = 1; i <= 10; i++) {
      int time = 1000 * (gathering + i);
      events.append("t\t%d\t2\t%d\t1000\tok\n".formatted(time, 3 * i));
      events.append("b\t%d\t3\t2\t1000\t900\n".formatted(time));
      events.append("l\t%d\t1\t2040\t8\n".formatted(time));
      events.append("f\t%d\t%d\n".formatted(time, 3 * i));
    }
    var run = run("hand", events.toString());
    var json = report(run, "--format", "json").json();
    assertThat(json.at("/runs/0/state").asString()).isEqualTo("done");
    assertThat(json.at("/runs/0/measured_time_s").asDouble()).isEqualTo(10);
    var total = json.at("/runs/0/total");
    assertThat(total.get("measured_rate").asDouble()).isEqualTo(3);
    assertThat(total.get("measured_speedup").asDouble()).isEqualTo(3);
    var far = json.at("/runs/0/clusters/1");
    assertThat(far.get("name").asString()).isEqualTo("far");
    assertThat(far.get("measured_rate").asDouble()).isEqualTo(2);
    assertThat(total.get("simulated_rate").isNull()).isTrue();
    assertThat(json.get("verdict").asString())
        .isEqualTo(
            "30 tasks took 10.0 s, 100 % of the promised rate: the promise was kept;"
                + " workers bound it (95 % busy).");
    // 2,048 B/s over a gap of 2 KiB/s; its workers are busy all the same.
    assertThat(page(run))
        .contains("gap near-far")
        .contains("100 % full on average, 100 % at most; in KiB/s")
        .contains("task 30, 1.0 s from 9.0 s");
  }

  /** Times of tasks are a little off; that does not make two cores of one. */
  @Test
  void aWorkerOfOneCoreHasOneLane() throws Exception {
    var lines = new StringBuilder("+\t0\t2\n");
    for (int i = 1; i <= 30; i++) {
      long time = 1000L * i - (i == 15 ? 700 : 200L * (i % 2));
      lines.append("t\t%d\t2\t%d\t1000\tok\n".formatted(time, i));
    }
    var one = run("one", lines + "f\t30000\t30\n");
    assertThat(heights(page(one))).hasSize(1);
    // Whoever computes two at a time has two, whatever the grid says.
    var two = run("two", lines + lines.toString().replace("+\t0\t2\n", "") + "f\t30000\t30\n");
    assertThat(heights(page(two)).getFirst()).isLessThan(heights(page(one)).getFirst() / 2);
  }

  private static List<Double> heights(String page) {
    return Pattern.compile("class=\"busy\" stroke-width=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .map(match -> Double.valueOf(match.group(1)))
        .distinct()
        .toList();
  }

  /** Threads and processes of one machine are not the hosts of the plan. */
  @Test
  void otherHostsThanThePlansKeepNoPromise() throws Exception {
    var run = run("here", "+\t0\t2\nt\t1000\t2\t1\t1000\tok\nf\t10000\t30\n");
    Files.writeString(
        run.resolve("events.tsv"),
        Files.readString(run.resolve("events.tsv")).replace("\t30\t60\t", "\t30\t1\t"));
    for (var workers : List.of("embedded", "processes", "none")) {
      Files.writeString(run.resolve("run.json"), "{\"workers\": \"%s\"}".formatted(workers));
      var json = report(run, "--format", "json").json();
      boolean elsewhere = workers.equals("none");
      assertThat(json.at("/runs/0/total/precision").isNumber()).isEqualTo(elsewhere);
      assertThat(json.at("/runs/0/total/measured_speedup").isNumber()).isEqualTo(elsewhere);
      assertThat(json.at("/runs/0/total/measured_rate").asDouble()).isEqualTo(3);
      assertThat(json.get("verdict").asString())
          .startsWith(
              elsewhere
                  ? "30 tasks took 10.0 s, 100 % of the promised rate: the promise was kept;"
                  : "30 tasks took 10.0 s without emulation, so the plan promises nothing;");
      parse(page(run));
    }
  }

  @Test
  void goldenNumbersOfThePaperAreOnThePage() throws Exception {
    var run = RunFolders.threeContinents(folder.resolve("run")).failing(60).write();
    var page = page(run);
    parse(page);
    for (var number : List.of("8.077", "7.836", "16.208", "13.437", "5.307", "21.0 KiB/s", "es5")) {
      assertThat(page).contains(number);
    }
    var summary = CommandLineRun.of("status", run.toString()).json();
    var measured = summary.at("/total/measured_speedup").asDouble();
    assertThat(page).contains(">%.3f<".formatted(measured));
    var json = report(run, "--format", "json").json();
    assertThat(json.at("/runs/0/total/measured_speedup").asDouble()).isEqualTo(measured);
    assertThat(json.at("/runs/0/steps")).hasSize(4);
  }

  @Test
  void adviceIsWhatAPlanWithTheChangeSays() throws Exception {
    var app = "{app: srmsd, kind: farm, tasks: 500, input: 4 B, output: 2310244 B}";
    var grid =
        Files.readString(CommandLineRun.root().resolve("examples/three-continents/grid.yaml"));
    var run = new RunFolders(folder.resolve("run"), grid, app).write();
    var advice = report(run, "--format", "json").json().get("advice");
    var plan =
        CommandLineRun.of(
                "plan",
                run.resolve("plan.yaml").toString(),
                "--what-if",
                "links[argentina-spain].bandwidth=42KiB/s",
                "--format",
                "json")
            .json();
    double expected = plan.at("/after/total/speedup").asDouble();
    double found = Double.NaN;
    for (var idea : advice) {
      if (idea.get("change").asString().equals("twice the bandwidth of the gap argentina-spain")) {
        found = idea.get("speedup").asDouble();
      }
    }
    assertThat(found).isCloseTo(expected, within(1e-9));
    for (int i = 1; i < advice.size(); i++) {
      assertThat(advice.get(i).get("gain").asDouble())
          .isLessThanOrEqualTo(advice.get(i - 1).get("gain").asDouble());
    }
  }

  /**
   * Ten seconds of twenty the gap was cut, and the far worker idle for eight of them: this is the
   * cause, not slow hosts. The chart of the gap is dark while it was cut, whoever noticed it when.
   */
  @Test
  void aCutIsWhatWasLostAndWhatAdviceIsAbout() throws Exception {
    var events = new StringBuilder("+\t0\t1\n+\t0\t2\n+\t0\t3\n");
    for (int i = 1; i <= 20; i++) {
      events.append("t\t%d\t2\t%d\t1000\tok\n".formatted(1000 * i, i));
      if (i <= 5 || i > 13) {
        events.append("b\t%d\t3\t2\t1000\t1000\n".formatted(1000 * i));
      }
      if (i <= 3 || i > 13) {
        events.append("l\t%d\t1\t500\t8\n".formatted(1000 * i));
      }
    }
    events.append("f\t20000\t30\n");
    // a minute passes in a second
    var incidents =
        "2026-01-01T12:00:00.050Z\t3.0\tcut\tnear-far\tcut near-far for 10 s\n"
            + "2026-01-01T12:00:00.150Z\t9.0\tset\tnear-far\tset near-far loss=2%%\n"
            + "2026-01-01T12:00:00.217Z\t13.0\tend\tnear-far\tcut near-far for 10 s\n";
    var stocked = run("stocked", Duration.ofSeconds(11), events.toString());
    Files.writeString(stocked.resolve("incidents.tsv"), incidents);
    assertThat(report(stocked).out())
        .as("what was done needs no advice")
        .contains("; the gap near-far was cut for 10.0 s: 100 % of what was lost")
        .doesNotContain("--stock");
    var run = run("cut", Duration.ZERO, events.toString());
    Files.writeString(run.resolve("incidents.tsv"), incidents);
    var told = report(run);
    assertThat(told.out())
        .contains("; the gap near-far was cut for 10.0 s: 100 % of what was lost (workers computed")
        .contains("--stock 20s would have kept far busy: 100 % of what was lost")
        .containsPattern("cuts +100 % +20 %  the gap near-far was cut for 10.0 s")
        .doesNotContain("hosts of")
        .doesNotContain("no link was full");
    var json = report(run, "--format", "json").json();
    var cause = json.at("/runs/0/losses/causes/0");
    assertThat(cause.get("cause").asString()).isEqualTo("cut");
    assertThat(cause.get("share").asDouble()).isCloseTo(1, within(0.01));
    assertThat(cause.get("lost_s").asDouble()).isCloseTo(8, within(0.05));
    assertThat(json.at("/runs/0/losses/capacity_s").asDouble()).isCloseTo(40, within(0.01));
    assertThat(json.at("/remedies/0/cause").asString()).isEqualTo("cut");
    json.get("advice")
        .forEach(idea -> assertThat(idea.get("change").asString()).doesNotContain("host"));
    var page = page(run);
    assertThat(page).contains("--stock 20s would have kept far busy").contains("What the rest was");
    var chart = page.substring(page.indexOf("of the gap near-far over time"));
    chart = chart.substring(0, chart.indexOf("</svg>"));
    var bands = Pattern.compile("class=\"cut\" x=\"([0-9.]+)\".*? width=\"([0-9.]+)\"");
    assertThat(bands.matcher(chart).results().map(m -> m.group(1) + " " + m.group(2)))
        .containsExactly("150 501");
  }

  @Test
  void aThousandWorkersMakeASmallPage() throws Exception {
    var run = RunFolders.large(folder.resolve("run")).write();
    var page = page(run);
    parse(page);
    assertThat(page.length()).isLessThan(3_000_000);
    assertThat(page)
        .contains("workers to a line")
        .contains("gateway c2 away for 12 min 0 s: no word for 30 s")
        .contains("worker h1-7 (c1) away for 13 min 20 s: connection reset")
        .contains("attempts at tasks failed");
  }

  @Test
  void aRunThatWasKilledIsShownAsFarAsItCame() throws Exception {
    var run = run("killed", "+\t0\t2\nt\t900\t2\t1\t900\tok\nf\t1000\t1\nt\t1900\t2\t2\t9");
    Files.writeString(run.resolve("control.json"), "{}");
    assertThat(report(run).out())
        .startsWith("1 of 30 tasks were done after 1.0 s, when this page was made, 33 % of");
    assertThat(parse(page(run)).getDocumentElement().getTagName()).isEqualTo("html");
  }

  /** Who was connected when the master was killed is not connected until it comes again. */
  @Test
  void nobodyIsConnectedWhileThereIsNoMaster() throws Exception {
    var lines = new StringBuilder("+\t0\t2\n");
    for (int i = 1; i <= 10; i++) {
      lines.append("t\t%d\t2\t%d\t1000\tok\nf\t%d\t%d\n".formatted(1000 * i, i, 1000 * i, i));
    }
    lines.append("m\t500000\tthe master began again\n+\t500000\t2\n");
    for (int i = 11; i <= 30; i++) {
      long time = 490_000 + 1000L * i;
      lines.append("t\t%d\t2\t%d\t1000\tok\nf\t%d\t%d\n".formatted(time, i, time, i));
    }
    var killed = run("again", lines.toString());
    assertThat(report(killed).out()).contains("workers bound it (100 % busy)");
    var before = report(killed, "--format", "json").json();
    // That a run is asked to go on which is complete changes nothing.
    Files.writeString(
        killed.resolve("events.tsv"),
        HEAD + lines + "m\t9000000\tthe master began again\n+\t9000000\t2\nf\t9000000\t30\n");
    assertThat(report(killed, "--format", "json").json()).isEqualTo(before);
    assertThat(page(killed)).contains("the master began again").doesNotContain("2 h 30 min");
  }

  @Test
  void anEmptyRunHasAPage() throws Exception {
    var run = run("empty", "");
    assertThat(parse(page(run)).getDocumentElement().getTagName()).isEqualTo("html");
  }

  @Test
  void namesFromFilesCannotBecomeMarkup() throws Exception {
    var evil = "</title><script>alert('x')</script>";
    var run =
        run(
            "evil",
            "n\t4\t0\tworker\t%s\nn\t5\t0\tgateway\t\"><img src=x>\n+\t0\t4\n-\t5\t4\t%s\nt\t9\t4\t1\t9\tok\nm\t900\t%s\nf\t1000\t30\n"
                .formatted(evil, evil, evil));
    Files.writeString(
        run.resolve("summary.json"),
        "{\"state\": \"failed\", \"failed\": 1, \"trouble\": \"<b>\u0001\u007f\", \"failures\":"
            + " [{\"task\": 3, \"why\": \"<script>\"}]}");
    var page = page(run);
    assertThat(page).doesNotContain("<script").doesNotContain("<img").doesNotContain("<b>");
    assertThat(parse(page).getElementsByTagName("script").getLength()).isZero();
    assertThat(page).contains("&lt;script&gt;alert(&#39;x&#39;)");
  }

  @Test
  void pagesNeedNothingFromElsewhere() throws Exception {
    var run = RunFolders.three(folder.resolve("run")).write();
    assertThat(page(run))
        .contains("default-src 'none'".replace("'", "&#39;"))
        .doesNotContainPattern("(href|src)=")
        .doesNotContainPattern("url\\(")
        .doesNotContainPattern("https?://");
  }

  @Test
  void severalRunsAreCompared() throws Exception {
    var one = RunFolders.three(folder.resolve("one")).write();
    var two = RunFolders.three(folder.resolve("two")).down("b", 5, 40).write();
    var page = folder.resolve("both.html");
    var result = report(one, two.toString(), "--output", page.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .matches(Pattern.compile("one was 1\\.\\d+ times as fast as two\\..*", Pattern.DOTALL))
        .contains("90 of 90")
        .contains("The page: " + page);
    assertThat(parse(Files.readString(page)).getElementsByTagName("svg").getLength()).isEqualTo(1);
    assertThat(one.resolve("report.html")).doesNotExist();
  }

  @Test
  void tasksOfManyWorkersAreVisible() throws Exception {
    var run =
        new RunFolders(
                folder.resolve("run"),
                """
                grid: wide
                clusters:
                  here:
                    hosts:
                      - {name: front, role: master}
                      - {name: w, count: 120, rate: 1/s}
                """,
                "{app: wide, kind: farm, tasks: 600, input: 1 kB, output: 1 kB}")
            .write();
    assertThat(page(run))
        .contains("class=\"busy\"")
        .doesNotContain("class=\"busy\" stroke-width=\"0\"")
        .doesNotContain("class=\"busy\" stroke-width=\"0.0\"");
  }

  @Test
  void runsOfTheSameNameAreToldApart() throws Exception {
    var one = RunFolders.three(folder.resolve("one/run")).write();
    var two = RunFolders.three(folder.resolve("two/run")).down("b", 5, 40).write();
    var page = folder.resolve("both.html");
    assertThat(report(one, two.toString(), "--output", page.toString()).out())
        .matches(
            Pattern.compile(
                Pattern.quote(one.toString())
                    + " was 1\\.\\d+ times as fast as "
                    + Pattern.quote(two.toString())
                    + "\\..*",
                Pattern.DOTALL));
  }

  @Test
  void mistakesAreToldInOneLineAndNothingIsWritten() throws Exception {
    var run = run("run", "");
    assertMistake(folder.resolve("nowhere"), "nowhere: no such folder, expected the folder of a");
    assertMistake(folder, "not the folder of a run, expected one with plan.yaml");
    for (var bad :
        List.of(
            "y\t1\n|:6: begins with 'y', expected one of: n + - s r t b l f x m",
            "x\t1\n|:6: has 2 fields, expected x T TASK OUTPUT",
            "+\t1\n|:6: has 2 fields, expected + T NODE",
            "+\t-1\t2\n|:6: time is '-1', expected a whole number from 0 to",
            "+\t1\t77\n|:6: node 77 is not known, expected a line n before",
            "t\t1\t2\t1\t1\tgood\n|:6: ends with 'good', expected ok or failed",
            "t\t1\t1\t1\t1\tok\n|:6: node 1 is not a worker, expected one",
            "n\t9\t0\tboss\tx\n|:6: role is 'boss', expected master, gateway or worker",
            "f\t9\t99999999999999999999\n|:6: FINISHED is '99999999999999999999', expected a whole",
            "m\t1\t" + "x".repeat(300_000) + "\n|:6: is longer than 65536 bytes")) {
      var parts = bad.split("\\|", 2);
      Files.writeString(run.resolve("events.tsv"), HEAD + parts[0]);
      assertMistake(run, "events.tsv" + parts[1]);
    }
    Files.writeString(run.resolve("events.tsv"), "strait-events\t2\t1\t1\tx\n");
    assertMistake(run, "events.tsv:1: version '2', expected 1");
    Files.writeString(run.resolve("events.tsv"), "strait-ev");
    assertMistake(run, "events.tsv:1: the file has no whole line, expected strait-events 1");
    Files.writeString(run.resolve("events.tsv"), "\u001b[2J\u0007%s\n".formatted("x".repeat(90)));
    assertMistake(
        run, "events.tsv:1: begins with '\ufffd[2J\ufffd%s…', e".formatted("x".repeat(35)));
    Files.delete(run.resolve("events.tsv"));
    assertMistake(run, "events.tsv:1: no such file, expected the events of a run");
    Files.writeString(run.resolve("events.tsv"), HEAD);
    Files.writeString(run.resolve("summary.json"), "{\"total\": {\"measured_rate\": \"fast\"}}");
    assertMistake(run, "summary.json:1:29: measured_rate is 'fast', expected a number of 0 or");
    Files.writeString(run.resolve("summary.json"), "{\"total\": [");
    assertMistake(run, "summary.json:1:");
  }

  private static void assertMistake(Path run, String message) {
    var result = report(run);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(message).hasLineCount(1);
    assertThat(run.resolve("report.html")).doesNotExist();
  }

  /** A million lines in a heap that could not hold them. */
  @Test
  void memoryDoesNotGrowWithTheEvents() throws Exception {
    var run = run("long", "");
    try (var out = Files.newBufferedWriter(run.resolve("events.tsv"))) {
      out.write(HEAD);
      out.write("+\t0\t2\n");
      for (int i = 1; i <= 1_000_000; i++) {
        out.write("t\t" + 10 * i + "\t2\t" + i + "\t9\tok\n");
      }
    }
    var log = folder.resolve("log").toFile();
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.strait.cli.Main",
                "report",
                run.toString())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(log.toPath()))
        .contains("30 tasks took 2 h 47 min")
        .doesNotContain("Memory");
    assertThat(process.exitValue()).isZero();
  }
}

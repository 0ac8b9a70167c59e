package io.strait.cli;

import static io.strait.cli.ReportPages.copy;
import static io.strait.cli.ReportPages.page;
import static io.strait.cli.ReportPages.parse;
import static io.strait.cli.ReportPages.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Pages made from the folder of a program's run, a real one. */
@Tag("long")
final class ProgramReportTest {
  private static final List<String> FIGURES =
      List.of("rate", "simulated_rate", "measured_rate", "precision", "measured_time_s");

  @TempDir private static Path original;
  private static String printed = "";

  @TempDir private Path folder;
  private Path run = Path.of("");

  @BeforeAll
  static void runsForReal() throws IOException {
    printed = ProgramFolders.run(original.resolve("files"), original.resolve("viewer"));
  }

  @BeforeEach
  void copies() throws IOException {
    run = copy(original.resolve("viewer"), folder.resolve("viewer"));
    Files.deleteIfExists(run.resolve("report.html"));
  }

  @Test
  void anEmulatedRunWritesItsReport() throws Exception {
    var file = original.resolve("viewer/report.html");
    assertThat(printed).endsWith("report: %s\n".formatted(file));
    assertThat(Files.readString(file))
        .isEqualTo(page(run).replace(run.toString(), original.resolve("viewer").toString()));
  }

  @Test
  void figuresAreThoseOfTheRun() throws Exception {
    var summary = CommandLineRun.of("status", run.toString()).json();
    var json = report(run, "--format", "json").json();
    var reported = json.at("/runs/0");
    assertThat(reported.get("unit")).isEqualTo(summary.get("unit"));
    assertThat(reported.get("best")).isEqualTo(summary.get("best"));
    for (var key : FIGURES) {
      assertSame(reported, summary, key);
      for (int i = 0; i < 2; i++) {
        assertSame(reported.get("candidates").get(i), summary.get("candidates").get(i), key);
      }
    }
    assertThat(reported.get("candidates")).hasSize(2);
    assertThat(json.get("verdict")).isEqualTo(summary.get("verdict"));
    // The sentence that the run ended with.
    assertThat(printed).startsWith(json.get("verdict").asString());
    assertThat(json.get("verdict").asString())
        .startsWith("4-machines did ")
        .contains("frames/s, where the plan promises ", " times what the program does where it is")
        .contains("; by the plan, %s bind".formatted(reported.get("bound_by").asString()));
    assertThat(report(run).out())
        .startsWith(json.get("verdict").asString())
        .contains("stay", "4-machines", "What would help most:")
        .endsWith("The page: %s\n".formatted(run.resolve("report.html")));
    assertThat(page(run))
        .contains("<h1>" + Show.unbroken(json.get("verdict").asString()) + "</h1>");
  }

  private static void assertSame(JsonNode one, JsonNode other, String key) {
    assertThat(one.get(key).asDouble())
        .as(key)
        .isCloseTo(other.get(key).asDouble(), withinPercentage(1e-9));
  }

  /** Shares of a calculation make a whole, and a part takes its share of the time on its host. */
  @Test
  void partsAreThoseOfThePlan() throws Exception {
    var parts = report(run, "--format", "json").json().at("/runs/0/parts");
    double shares = 0;
    for (var part : parts) {
      assertThat(part.get("measured_s").asDouble()).isPositive();
      assertThat(part.get("measured_busy").asDouble()).isBetween(0.0, 1.0);
      if (part.get("name").asString().startsWith("trace ")) {
        double share = part.get("share").asDouble();
        shares += share;
        double speed = part.get("host").asString().equals("pro") ? 8.0 / 3 : 1;
        assertThat(part.get("seconds").asDouble()).isCloseTo(0.6 * share / speed, within(1e-9));
      }
    }
    assertThat(shares).isCloseTo(1, within(1e-9));
    Files.delete(run.resolve("parts.tsv"));
    assertThat(report(run, "--format", "json").json().at("/runs/0/parts")).isEmpty();
    assertThat(page(run)).contains("There is no parts.tsv that says what the parts did.");
  }

  @Test
  void aMachineThatWasTooSlowIsTold() throws Exception {
    var file = run.resolve("parts.tsv");
    var lines = Files.readAllLines(file);
    var json = report(run, "--format", "json").json();
    double scale = json.at("/runs/0/candidates/1/time_scale").asDouble();
    // The display has 40 ms for a frame, that is 40 ms / scale of this machine.
    for (var slow : List.of("0.5: ", "0.9:hardly fast enough", "1.5:too slow")) {
      double share = Double.parseDouble(slow.substring(0, 3));
      double cpu = share * 24 * 0.04 / scale;
      Files.write(file, lines.stream().map(line -> withDisplay(line, cpu)).toList());
      var warnings = report(run, "--format", "json").json().at("/runs/0/warnings").toString();
      var expected =
          "4-machines: this machine was %s for what it emulated, display on screen took %.0f %% of"
              .formatted(slow.substring(4), 100 * share);
      assertThat(warnings.contains(expected)).as(warnings).isEqualTo(share > 0.8);
    }
    assertThat(report(run).out()).contains("too slow");
    assertThat(page(run)).contains("choose a smaller time scale");
  }

  @Test
  void anEmulationThatWasLateIsTold() throws Exception {
    var summary = run.resolve("summary.json");
    assertThat(Files.readString(run.resolve("measured.json"))).contains("\"late\"");
    assertThat(Files.readString(run.resolve("steps/stay/measured.json"))).contains("\"late\"");
    var late = Pattern.compile("\"late\" : [0-9.E-]+");
    for (var share : List.of(0.029, 0.042)) {
      var text = late.matcher(Files.readString(summary)).replaceAll("\"late\" : " + share);
      Files.writeString(summary, text);
      boolean isTold = share > 0.03;
      var json = report(run, "--format", "json").json();
      assertThat(json.at("/runs/0/candidates/0/late").asDouble()).isEqualTo(share);
      var expected = "stay: an emulated host was late by 4.2 % of the run";
      assertThat(json.at("/runs/0/warnings").toString().contains(expected)).isEqualTo(isTold);
      assertThat(page(run).contains(expected)).isEqualTo(isTold);
      assertThat(report(run).out().contains(expected)).isEqualTo(isTold);
      var told = "This machine was too slow for what it emulated: a host was late by 4 %";
      assertThat(json.get("verdict").asString().contains(told)).isEqualTo(isTold);
      assertThat(json.at("/runs/0/why").asString().contains(told)).isEqualTo(isTold);
    }
  }

  @Test
  void aMissedPromiseIsExplained() throws Exception {
    var summary = run.resolve("summary.json");
    var original = Files.readString(summary);
    double promised = report(run, "--format", "json").json().at("/runs/0/rate").asDouble();
    for (double simulated : new double[] {0.6, 1.0}) {
      var text =
          original
              .replaceAll(
                  "\"simulated_rate\" : [0-9.E-]+", number("simulated_rate", simulated * promised))
              .replaceAll("\"measured_rate\" : [0-9.E-]+", number("measured_rate", 0.58 * promised))
              .replaceAll("\"late\" : [0-9.E-]+", "\"late\" : 0.001")
              .replaceAll("\"simulated_busy\" : [0-9.E-]+", "\"simulated_busy\" : 0.83");
      Files.writeString(summary, text);
      var json = report(run, "--format", "json").json();
      var why = json.at("/runs/0/why").asString();
      assertThat(why)
          .startsWith("The simulation gives ")
          .contains(
              simulated < 1
                  ? ": nothing is busy all the time (%s is for 83 %%), and frames wait for each other."
                      .formatted(json.at("/runs/0/simulated_bound_by").asString())
                  : ", as the plan: neither knows of work that varies");
      assertThat(json.get("verdict").asString()).endsWith(why);
      assertThat(page(run)).contains(why, "simulated ");
      assertThat(report(run).out()).contains(why);
    }
  }

  private static String number(String key, double value) {
    return "\"%s\" : %s".formatted(key, value);
  }

  /** A line of parts.tsv with another CPU time, none for all but the display. */
  private static String withDisplay(String line, double cpu) {
    var cells = line.split("\t");
    if (!cells[0].equals("part")) {
      cells[5] = Double.toString(cells[0].equals("display") ? cpu : 0);
    }
    return String.join("\t", cells);
  }

  @Test
  void adviceIsWhatAPlanWithTheChangeSays() {
    var changes = new TreeMap<String, Double>();
    double before = Double.POSITIVE_INFINITY;
    for (var idea : report(run, "--format", "json").json().get("advice")) {
      changes.put(idea.get("change").asString(), idea.get("rate").asDouble());
      assertThat(idea.get("gain").asDouble()).isLessThanOrEqualTo(before);
      before = idea.get("gain").asDouble();
    }
    assertPlanned(
        changes, "twice the bandwidth of the LAN of lab", "clusters.lab.lan.bandwidth=4 MB/s");
    assertPlanned(
        changes,
        "half the message set-up of the LAN of lab",
        "clusters.lab.lan.message-setup=0.3 ms");
    assertPlanned(changes, "pro twice as fast", "clusters.lab.hosts[pro].speed=16 Gflop/s");
    var times =
        List.of(
            "app.calculations.terrain.time=100 ms",
            "app.calculations.trace.time=300 ms",
            "app.calculations.display.time=20 ms");
    assertPlanned(changes, "all hosts twice as fast", times.toArray(String[]::new));
    // The program was measured on one of these, so the others are half as fast in comparison.
    var faster = new ArrayList<>(times);
    faster.add("clusters.lab.hosts[pc].speed=6 Gflop/s");
    assertPlanned(changes, "pc1 to pc2 twice as fast", faster.toArray(String[]::new));
    assertThat(changes)
        .containsKeys("messages as large as can be", "a network card more in screen");
  }

  private void assertPlanned(TreeMap<String, Double> changes, String what, String... change) {
    var words =
        new ArrayList<>(List.of("plan", original.resolve("files").toString(), "--format", "json"));
    for (var each : change) {
      words.add("--what-if");
      words.add(each);
    }
    var plan = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    // Advice is by the laws alone; a plan also rehearses.
    assertThat(changes.get(what))
        .as(what)
        .isCloseTo(plan.json().at("/after/curve/3/rate").asDouble(), withinPercentage(10));
  }

  @Test
  void thePageNeedsNothingFromElsewhere() throws Exception {
    var page = page(run);
    var document = parse(page);
    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    var images = document.getElementsByTagName("img");
    assertThat(images.getLength()).isEqualTo(1);
    var source = images.item(0).getAttributes().getNamedItem("src").getNodeValue();
    assertThat(source).startsWith("data:image/png;base64,");
    assertThat(Base64.getDecoder().decode(source.substring(source.indexOf(',') + 1)))
        .isEqualTo(Files.readAllBytes(run.resolve("frames/00020.png")));
    assertThat(page)
        .contains("default-src 'none'".replace("'", "&#39;"))
        .doesNotContainPattern("https?://")
        .doesNotContainPattern("url\\(")
        .doesNotContain("href=");
  }

  @Test
  void everyCandidateAndEveryPointOfTheCurveIsOnThePage() throws Exception {
    var page = page(run);
    var plan = CommandLineRun.of("plan", original.resolve("files").toString(), "--format", "json");
    for (var candidate : plan.json().get("candidates")) {
      assertThat(page).contains(">" + candidate.get("name").asString() + "</span>");
    }
    for (var point : plan.json().get("curve")) {
      int machines = point.get("machines").asInt();
      assertThat(page)
          .contains(
              "frames/s on %d machine%s, bound by %s</title>"
                  .formatted(machines, machines == 1 ? "" : "s", point.get("bound_by").asString()));
    }
    assertThat(page).contains("<title>stay measured: ", "<title>4-machines measured: ");
  }

  @Test
  void severalRunsAreCompared() throws Exception {
    var other = copy(original.resolve("viewer"), folder.resolve("other"));
    var summary = other.resolve("summary.json");
    var measured = CommandLineRun.of("status", other.toString()).json().get("measured_rate");
    Files.writeString(
        summary,
        Files.readString(summary)
            .replace(measured.asString(), Double.toString(measured.asDouble() / 3)));
    var page = folder.resolve("both.html");
    var result = report(run, other.toString(), "--output", page.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith(
            "A unit of viewer (4-machines) was 3.00 times as fast as one of other (4-machines).")
        .contains("The page: " + page);
    assertThat(parse(Files.readString(page)).getElementsByTagName("svg").getLength()).isEqualTo(2);
    assertThat(run.resolve("report.html")).doesNotExist();
  }

  @Test
  void withoutEmulationNothingIsPromised() throws Exception {
    var here = folder.resolve("here");
    var result =
        CommandLineRun.of(
            "run",
            original.resolve("files").toString(),
            "--no-emulation",
            "--folder",
            here.toString(),
            "--quiet");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).doesNotContain("report:");
    var json = report(here, "--format", "json").json();
    assertThat(json.at("/runs/0/precision").isNull()).isTrue();
    assertThat(json.at("/runs/0/simulated_rate").isNull()).isTrue();
    assertThat(json.at("/runs/0/measured_rate").asDouble()).isPositive();
    assertThat(json.get("verdict").asString())
        .endsWith("frames/s without emulation, so the plan promises nothing.");
    parse(page(here));
  }

  @Test
  void mistakesAreToldInOneLineAndNothingIsWritten() throws Exception {
    assertMistake(run.resolve("steps/stay"), "a candidate of a program's run, expected the run");
    var summary = run.resolve("summary.json");
    var text = Files.readString(summary);
    for (var bad :
        List.of(
            "\"name\" : \"stay\"|\"name\" : \"leave\"|candidate 'leave' is not in the plan",
            "\"name\" : \"stay\"|\"name\" : \"4-machines\"|candidate '4-machines' is there twice",
            "\"measured_rate\" : |\"measured_rate\" : -|expected a number of 0 or",
            "\"measured_unit_s\"|\"unit\"|a candidate without measured_unit_s, expected a number",
            "\"best\" : \"4-machines\"|\"best\" : \"stay\"|candidates do not end with 'stay'",
            "\"candidates\"|\"ways\"|candidates is empty, expected at least one")) {
      var parts = bad.split("\\|", 3);
      Files.writeString(summary, text.replace(parts[0], parts[1]));
      assertMistake(run, parts[2]);
      assertThat(report(run).err()).containsPattern("summary\\.json:\\d+:\\d+: ");
    }
    Files.writeString(summary, text.substring(0, text.length() / 2));
    assertMistake(run, "summary.json:");
    Files.delete(summary);
    assertMistake(run, "summary.json: no such file, expected a run that has ended; go on with");
    assertThat(page(copy(original.resolve("viewer"), folder.resolve("good")))).isNotEmpty();
  }

  private static void assertMistake(Path run, String message) {
    var result = report(run);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(message).hasLineCount(1);
    assertThat(run.resolve("report.html")).doesNotExist();
  }
}

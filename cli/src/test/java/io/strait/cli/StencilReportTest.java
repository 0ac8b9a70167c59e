package io.strait.cli;

import static io.strait.cli.ReportPages.copy;
import static io.strait.cli.ReportPages.page;
import static io.strait.cli.ReportPages.parse;
import static io.strait.cli.ReportPages.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages made from the folder of a stencil's run, a real one. */
@Tag("long")
final class StencilReportTest {
  @TempDir private static Path original;
  private static String printed = "";

  @TempDir private Path folder;
  private Path run = Path.of("");

  @BeforeAll
  static void runsForReal() {
    var result =
        CommandLineRun.of(
            "run",
            CommandLineRun.example("heat"),
            "--duration",
            "1s",
            "--steps",
            "wavefront",
            "--folder",
            original.resolve("heat").toString(),
            "--quiet");
    assertThat(result.exitCode()).as(result.err()).isZero();
    printed = result.out();
  }

  @BeforeEach
  void copies() throws IOException {
    run = copy(original.resolve("heat"), folder.resolve("heat"));
    Files.deleteIfExists(run.resolve("report.html"));
  }

  @Test
  void anEmulatedRunWritesItsReport() throws Exception {
    var file = original.resolve("heat/report.html");
    assertThat(printed).endsWith("report: %s\n".formatted(file));
    assertThat(Files.readString(file))
        .isEqualTo(page(run).replace(run.toString(), original.resolve("heat").toString()));
  }

  @Test
  void figuresAreThoseOfTheRun() throws Exception {
    var summary = CommandLineRun.of("status", run.toString()).json();
    var json = report(run, "--format", "json").json();
    var strategies = json.at("/runs/0/strategies");
    assertThat(strategies).hasSize(2);
    for (int i = 0; i < 2; i++) {
      for (var key :
          List.of(
              "name",
              "band",
              "iteration_s",
              "simulated_iteration_s",
              "measured_iteration_s",
              "measured_time_s",
              "precision",
              "time_scale",
              "computing",
              "waiting_lan",
              "waiting_gap")) {
        assertThat(strategies.get(i).get(key))
            .as(key)
            .isEqualTo(summary.get("strategies").get(i).get(key));
      }
    }
    assertThat(json.at("/runs/0/best")).isEqualTo(summary.get("best"));
    var text = report(run).out();
    assertThat(text)
        .startsWith(json.get("verdict").asString())
        .contains("deep-halo *", "wavefront", "What would help most:")
        .endsWith("The page: %s\n".formatted(run.resolve("report.html")));
    assertThat(page(run))
        .contains("<h1>" + Show.unbroken(json.get("verdict").asString()) + "</h1>");
  }

  @Test
  void adviceIsWhatAPlanWithTheChangeSays() {
    var advice = report(run, "--format", "json").json().get("advice");
    var changes = new TreeMap<String, Double>();
    double before = Double.POSITIVE_INFINITY;
    for (var idea : advice) {
      changes.put(idea.get("change").asString(), idea.get("iteration_s").asDouble());
      assertThat(idea.get("gain").asDouble()).isLessThanOrEqualTo(before);
      before = idea.get("gain").asDouble();
    }
    assertPlanned(changes, "half the latency of gap east-west", "links[east-west].latency=100ms");
    assertPlanned(changes, "half the latency of the LAN of east", "clusters.east.lan.latency=5ms");
    assertPlanned(changes, "all hosts twice as fast", "app.cost-per-cell=15ns");
    assertThat(changes).containsKeys("half the latency of all LANs", "hosts of west twice as fast");
  }

  private void assertPlanned(TreeMap<String, Double> changes, String what, String change) {
    var plan =
        CommandLineRun.of(
            "plan", CommandLineRun.example("heat"), "--what-if", change, "--format", "json");
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(changes.get(what))
        .isCloseTo(plan.json().at("/after/iteration_s").asDouble(), within(1e-9));
  }

  @Test
  void thePageNeedsNothingFromElsewhere() throws Exception {
    var page = page(run);
    var document = parse(page);
    // A timeline per cluster and strategy, and the domain with and without a band.
    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(2 * 2 + 2);
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    var images = document.getElementsByTagName("img");
    assertThat(images.getLength()).isEqualTo(1);
    var source = images.item(0).getAttributes().getNamedItem("src").getNodeValue();
    assertThat(source).startsWith("data:image/png;base64,");
    assertThat(Base64.getDecoder().decode(source.substring(source.indexOf(',') + 1)))
        .isEqualTo(Files.readAllBytes(run.resolve("result.png")));
    assertThat(page)
        .contains("default-src 'none'".replace("'", "&#39;"))
        .doesNotContainPattern("https?://")
        .doesNotContainPattern("url\\(")
        .doesNotContain("href=");
  }

  /** The ranks of the picture share all columns, and both sides of the gap have the band. */
  @Test
  void whoComputesWhatCoversTheDomain() throws Exception {
    var page = page(run);
    var wavefront = page.substring(page.indexOf("a band of 20 columns at every gap"));
    var found =
        Pattern.compile("rank (\\d) on (\\w+) in (\\w+): columns (\\d+)–(\\d+)(, 20 of them)?")
            .matcher(wavefront)
            .results()
            .toList();
    assertThat(found).hasSize(6);
    int next = 0;
    for (var rank : found) {
      int from = Integer.parseInt(rank.group(4));
      boolean right = rank.group(1).equals("3");
      assertThat(from).isEqualTo(right ? next - 20 : next);
      assertThat(rank.group(6) != null).isEqualTo(right || rank.group(1).equals("2"));
      assertThat(rank.group(3)).isEqualTo(rank.group(2).startsWith("e") ? "east" : "west");
      next = Integer.parseInt(rank.group(5)) + 1;
    }
    assertThat(next).isEqualTo(300);
  }

  @Test
  void aRunWithoutAPictureOrWithABrokenOneHasAPage() throws Exception {
    Files.writeString(run.resolve("result.png"), "not a picture");
    assertThat(page(run)).contains("There is no picture").doesNotContain("<img");
    Files.delete(run.resolve("result.png"));
    assertThat(page(run)).contains("There is no picture").doesNotContain("<img");
  }

  @Test
  void severalRunsAreCompared() throws Exception {
    var other = copy(original.resolve("heat"), folder.resolve("other"));
    var summary = other.resolve("summary.json");
    var measured = CommandLineRun.of("status", other.toString()).json().get("measured_iteration_s");
    Files.writeString(
        summary,
        Files.readString(summary)
            .replace(measured.asString(), Double.toString(measured.asDouble() * 3)));
    var page = folder.resolve("both.html");
    var result = report(run, other.toString(), "--output", page.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith(
            "An iteration of heat (deep-halo) was 3.00 times as fast as one of other (deep-halo).")
        .contains("The page: " + page);
    // The plan's strategy only, by cluster.
    assertThat(parse(Files.readString(page)).getElementsByTagName("svg").getLength()).isEqualTo(4);
    assertThat(run.resolve("report.html")).doesNotExist();
  }

  @Test
  void withoutEmulationNothingIsPromised() throws Exception {
    var here = folder.resolve("here");
    var result =
        CommandLineRun.of(
            "run",
            StencilFolders.shortHeat(folder.resolve("short")),
            "--no-emulation",
            "--folder",
            here.toString(),
            "--quiet");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).doesNotContain("report:");
    var json = report(here, "--format", "json").json();
    assertThat(json.at("/runs/0/precision").isNull()).isTrue();
    assertThat(json.at("/runs/0/simulated_iteration_s").isNull()).isTrue();
    assertThat(json.at("/runs/0/measured_iteration_s").asDouble()).isPositive();
    assertThat(json.get("verdict").asString())
        .contains("100 iterations in", "without emulation, so the plan promises nothing");
    parse(page(here));
  }

  @Test
  void farmsAndStencilsAreNotCompared() throws Exception {
    var farm = RunFolders.three(folder.resolve("farm")).write();
    for (var runs : List.of(List.of(run, farm), List.of(farm, run))) {
      var result = report(runs.get(0), runs.get(1).toString());
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err())
          .contains("%s is not a run of ".formatted(runs.get(1)))
          .contains("but %s is one; expected".formatted(runs.get(0)))
          .hasLineCount(1);
    }
    var missing = report(run, folder.resolve("nowhere").toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("nowhere: no such folder, expected").hasLineCount(1);
  }

  @Test
  void mistakesAreToldInOneLineAndNothingIsWritten() throws Exception {
    assertMistake(
        run.resolve("steps/wavefront"), "a strategy of a stencil's run, expected the run");
    var ranks = run.resolve("ranks.tsv");
    var whole = Files.readString(ranks);
    for (int i = 0; i < 20; i++) {
      Files.writeString(ranks, whole.substring(0, whole.length() * i / 20));
      assertMistake(run, "ranks.tsv:");
    }
    Files.writeString(ranks, whole.substring(0, whole.length() - 1));
    assertMistake(run, "ranks.tsv: the last line has no end, expected a whole file");
    Files.delete(ranks);
    assertMistake(run, "ranks.tsv: no such file, expected the times of 6 ranks");
    Files.writeString(ranks, whole);
    var step = run.resolve("steps/wavefront/ranks.tsv");
    Files.delete(step);
    assertMistake(run, "wavefront/ranks.tsv: no such file");
    Files.writeString(step, whole);
    var summary = run.resolve("summary.json");
    var text = Files.readString(summary);
    for (var bad :
        List.of(
            "\"name\" : \"wavefront\"|\"name\" : \"magic\"|strategy 'magic' is not in the plan",
            "\"name\" : \"wavefront\"|\"name\" : \"deep-halo\"|strategy 'deep-halo' is there twice",
            "\"measured_iteration_s\" : |\"measured_iteration_s\" : -|expected a number of 0 or",
            "\"time_scale\"|\"scale\"|a strategy without time_scale, expected a number",
            "\"strategies\"|\"tactics\"|strategies do not end with 'deep-halo', expected the")) {
      var parts = bad.split("\\|", 3);
      Files.writeString(summary, text.replace(parts[0], parts[1]));
      assertMistake(run, parts[2]);
    }
    Files.writeString(summary, text.substring(0, text.length() / 2));
    assertMistake(run, "summary.json:");
    Files.delete(summary);
    assertMistake(run, "summary.json: no such file, expected a run that has ended; go on with");
    assertThat(page(copy(original.resolve("heat"), folder.resolve("good")))).isNotEmpty();
  }

  private static void assertMistake(Path run, String message) {
    var result = report(run);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(message).hasLineCount(1);
    assertThat(run.resolve("report.html")).doesNotExist();
  }
}

package io.strait.cli;

import static io.strait.cli.ReportPages.page;
import static io.strait.cli.ReportPages.parse;
import static io.strait.cli.ReportPages.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages made from the folder of a realignment's run. */
final class RealignReportTest {
  @TempDir private Path folder;
  private Path run = Path.of("");

  @BeforeEach
  void ran() throws IOException {
    run = RealignFolders.example(folder.resolve("run"), "realign");
  }

  @Test
  void figuresAreThoseOfTheRun() throws Exception {
    var json = report(run, "--format", "json").json();
    var steps = json.at("/runs/0/steps");
    assertThat(steps).hasSize(2);
    assertThat(steps.get(0).get("name").asString()).isEqualTo("natural");
    assertThat(steps.get(0).get("external").asInt()).isEqualTo(18);
    assertThat(steps.get(1).get("external").asInt()).isZero();
    for (var step : steps) {
      double predicted = step.get("predicted_s").asDouble();
      double measured = step.get("measured_s").asDouble();
      assertThat(step.get("precision").asDouble()).isCloseTo(predicted / measured, within(1e-9));
    }
    var verdict = json.get("verdict").asString();
    double times =
        steps.get(0).get("measured_s").asDouble() / steps.get(1).get("measured_s").asDouble();
    assertThat(times).isGreaterThan(10);
    assertThat(verdict)
        .startsWith("Renumbering made it %.1f times faster: ".formatted(times))
        .contains("% more than the plan promises", "the LAN port of host");
    var text = report(run).out();
    assertThat(text)
        .startsWith(verdict)
        .contains("natural", "renumbered *", "What would help most:")
        .endsWith("The page: %s\n".formatted(run.resolve("report.html")));
    assertThat(page(run)).contains("<h1>" + Show.unbroken(verdict) + "</h1>");
  }

  /** On real networks a span is promised, and the figures of the plan's file are that span. */
  @Test
  void aSpanIsKeptWhereWhatWasMeasuredIsInIt() throws Exception {
    var plan =
        CommandLineRun.of("plan", run.resolve("plan.yaml").toString(), "--format", "json").json();
    double most = plan.get("most_time_s").asDouble();
    assertThat(most).isGreaterThan(1.1 * plan.get("time_s").asDouble());
    var made =
        CommandLineRun.of("plan", CommandLineRun.example("realign"), "--format", "json").json();
    assertThat(made.get("most_time_s").asDouble()).isEqualTo(most);

    var summary = run.resolve("summary.json");
    var text = Files.readString(summary);
    var renumbered = "\"name\": \"renumbered\",";
    assertThat(text).contains(renumbered);
    Files.writeString(
        summary, text.replace(renumbered, renumbered + " \"most_s\": %s,".formatted(most)));
    var json = report(run, "--format", "json").json();
    assertThat(json.get("verdict").asString())
        .contains("within the 7.87 ms to 23.3 ms the plan promises");
    assertThat(json.at("/runs/0/precision").asDouble()).isEqualTo(1);
    assertThat(page(run)).contains("promised 7.87 ms to 23.3 ms");
  }

  /** Both tables with a cell for each message, told apart by class. */
  @Test
  void thePageHasBothTables() throws Exception {
    var page = page(run);
    var document = parse(page);
    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(2);
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    var natural = page.substring(page.indexOf("<b>natural order"), page.indexOf("<b>renumbered"));
    var renumbered = page.substring(page.indexOf("<b>renumbered"));
    assertThat(natural.split("class=\"interior\"", -1)).hasSize(10);
    assertThat(natural.split("class=\"external\"", -1)).hasSize(19);
    assertThat(renumbered.split("<rect class=\"interior\"", -1)).hasSize(28);
    assertThat(renumbered).doesNotContain("<rect class=\"external\"");
    assertThat(page)
        .contains("rank 1 of one to rank 0 of one: 1 message, 38.8 kB", "18 external")
        .contains("Where ranks&#39; time went", "it is proved best")
        .doesNotContainPattern("https?://")
        .doesNotContain("href=");
  }

  @Test
  void adviceIsWhatAPlanWithTheChangeSays() {
    var advice = report(run, "--format", "json").json().get("advice");
    boolean found = false;
    for (var idea : advice) {
      if (idea.get("change").asString().equals("twice the bandwidth of all LANs")) {
        found = true;
        var plan =
            CommandLineRun.of(
                "plan",
                CommandLineRun.example("realign"),
                "--what-if",
                "clusters[*].lan.bandwidth=20MB/s",
                "--format",
                "json");
        assertThat(idea.get("time_s").asDouble())
            .isCloseTo(plan.json().at("/after/time_s").asDouble(), within(1e-12));
        assertThat(idea.get("gain").asDouble()).isGreaterThan(0.5);
      }
    }
    assertThat(found).isTrue();
  }

  @Test
  void severalRunsAreCompared() throws Exception {
    var other = RealignFolders.example(folder.resolve("other"), "fft");
    var page = folder.resolve("both.html");
    var result = report(run, other.toString(), "--output", page.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("A repetition of run was ").contains("The page: " + page);
    parse(Files.readString(page));
    assertThat(run.resolve("report.html")).doesNotExist();
    var mixed = report(run, folder.toString());
    assertThat(mixed.exitCode()).isEqualTo(2);
    assertThat(mixed.err()).contains("not the folder of a run", "expected one with plan.yaml");
  }

  /** A chain has a table for every step; a grid without networks promises nothing. */
  @Test
  void otherRuns() throws Exception {
    var chain = RealignFolders.example(folder.resolve("chain"), "fft");
    assertThat(parse(page(chain)).getElementsByTagName("svg").getLength()).isEqualTo(6);
    var silent = RealignFolders.example(folder.resolve("silent"), "realign-unequal");
    assertThat(page(silent)).contains("and the plan promises nothing");
    var alone = RealignFolders.example(folder.resolve("alone"), "realign");
    var summary = alone.resolve("summary.json");
    var text = Files.readString(summary);
    int second = text.indexOf("{\"name\": \"renumbered\"");
    Files.writeString(summary, "{\"steps\": [" + text.substring(second));
    assertThat(page(alone)).contains("renumbered took ");
  }

  @Test
  void whatWasNotVerifiedIsSaid() throws Exception {
    var summary = run.resolve("summary.json");
    Files.writeString(
        summary,
        Files.readString(summary).replaceFirst("\"verified\": true", "\"verified\": false"));
    assertThat(page(run)).contains("not all elements were where they belong", "wrong");
    Files.writeString(
        summary,
        Files.readString(summary).replaceAll("\"verified\": (true|false)", "\"verified\": null"));
    assertThat(page(run)).contains("not checked").doesNotContain("where they belong");
  }

  @Test
  void aResumedRunIsNotCompared() throws Exception {
    var summary = run.resolve("summary.json");
    Files.writeString(
        summary,
        Files.readString(summary)
            .replace("\"verified\": true", "\"verified\": true, \"resumed\": true"));
    assertThat(page(run))
        .contains("the rest of a repetition", "an earlier attempt had moved a part")
        .doesNotContain("times faster");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "\"measured_s\": |\"measured_s\": -|expected a number of 0 or more",
        "\"measured_s\"|\"took_s\"|a step without measured_s, expected a number",
        "\"steps\"|\"stages\"|steps is empty, expected at least one step",
        "\"name\": \"renumbered\"|\"name\": \"natural\"|step 'natural' is there twice, expected it"
            + " once",
        "\"rank\": 3,|\"rank\": 4,|rank 4, expected rank 3",
        "\"ranks\": [{\"rank\": 0|\"ranks\": [], \"x\": [{\"rank\": 0|",
        "}]},|}|summary.json:",
      })
  void brokenSummaries(String good, String bad, String message) throws IOException {
    var summary = run.resolve("summary.json");
    var text = Files.readString(summary);
    Files.writeString(summary, text.replace(good, bad));
    assertThat(Files.readString(summary)).isNotEqualTo(text);
    var result = report(run);
    if (message == null) {
      assertThat(result.exitCode()).as(result.err()).isZero(); // nobody told: the page says so
      return;
    }
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(message).hasLineCount(1);
    assertThat(run.resolve("report.html")).doesNotExist();
  }

  @Test
  void aRunThatGoesOn() throws IOException {
    Files.delete(run.resolve("summary.json"));
    var result = report(run);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("no such file, expected a run that has ended; go on with");
  }
}

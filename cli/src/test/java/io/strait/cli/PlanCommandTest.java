package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.planning.PlanText;
import io.strait.kind.file.PlanFile;
import io.strait.kind.run.ExitCode;
import io.strait.model.text.Document;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the options of {@code strait plan} do. */
class PlanCommandTest {
  private static final String THREE = CommandLineRun.example("three-continents");
  private static final String SWEEP = "links[argentina-spain].bandwidth=5KiB/s..60KiB/s:12";

  @TempDir private Path folder;

  @Test
  void aPlanFileHoldsThePlanAndCanBePlannedAgain() {
    var file = folder.resolve("plan.yaml");
    var run = CommandLineRun.of("plan", THREE, "-o", file.toString());
    assertThat(run.exitCode()).isZero();
    var content = PlanFile.read(Document.read(file), FarmPlanFile.FORMAT);
    assertThat(content.plan().result().total().workers()).isEqualTo(16);
    assertThat(content.inputs().grid().clusters()).hasSize(3);
    assertThat(CommandLineRun.of("plan", file.toString()).out()).isEqualTo(run.out());
  }

  @Test
  void whatIfShowsBothPlansInJson() {
    var json =
        CommandLineRun.of("plan", THREE, "--format", "json", "--what-if", "app.reduce=none").json();
    assertThat(json.get("changes").get(0).get("before").asString()).isEqualTo("sum float");
    assertThat(json.get("before").get("total").get("workers").asInt()).isEqualTo(16);
    assertThat(json.get("after").get("total").get("workers").asInt()).isEqualTo(11);
  }

  @Test
  void whatIfReachesHostsByNameAndAddsKeys() {
    var json =
        CommandLineRun.of(
                "plan",
                THREE,
                "--format",
                "json",
                "--master",
                "front",
                "--what-if",
                "clusters[spain].hosts[es].count=1",
                "--what-if",
                "clusters[argentina].hosts[front].master-rate=1e-3/s")
            .json();
    assertThat(json.get("after").get("total").get("bound_by").asString()).isEqualTo("master front");
    assertThat(json.get("after").get("total").get("estimated_rate").asDouble()).isEqualTo(1e-3);
  }

  @Test
  void aSweepCanBeDrawn() throws IOException {
    for (var type : new String[] {"svg", "png"}) {
      var file = folder.resolve("sweep." + type);
      var run = CommandLineRun.of("plan", THREE, "--sweep", SWEEP, "--plot", file.toString());
      assertThat(run.exitCode()).isZero();
      assertThat(run.out().lines()).hasSize(13);
      assertThat(Files.size(file)).isGreaterThan(4000);
    }
    assertThat(Files.readString(folder.resolve("sweep.svg"))).contains("<svg").contains("<path");
    BufferedImage picture = ImageIO.read(folder.resolve("sweep.png").toFile());
    assertThat(picture.getWidth()).isEqualTo(900);
  }

  @Test
  void aSweepOfCountsTakesWholeNumbers() {
    var json =
        CommandLineRun.of(
                "plan",
                THREE,
                "--format",
                "json",
                "--sweep",
                "clusters[spain].hosts[es].count=1..5:9")
            .json();
    assertThat(json.get("points").size()).isEqualTo(5);
    assertThat(json.get("points").get(0).get("workers").asInt()).isEqualTo(12);
  }

  @Test
  void aGoalThatCannotBeMetFailsWithOne() {
    var late =
        CommandLineRun.of("plan", CommandLineRun.example("rented-hosts"), "--deadline", "1 h");
    assertThat(late.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(late.out()).isEmpty();
    assertThat(late.err()).contains("the fastest takes 14 h 40 min");
    var poor =
        CommandLineRun.of(
            "plan",
            CommandLineRun.example("four-processors"),
            "--objective",
            "efficient",
            "--master",
            "A",
            "--what-if",
            "clusters[net1].hosts[A].master-rate=1/s");
    assertThat(poor.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(poor.err()).contains("no worker keeps the target efficiency");
  }

  @Test
  void anAppAloneMeansThisMachine() throws IOException {
    var app = folder.resolve("app.yaml");
    Files.writeString(app, "{app: x, kind: farm, tasks: 10, work: 1 Gflop}");
    var json = CommandLineRun.of("plan", app.toString(), "--format", "json").json();
    assertThat(json.get("total").get("workers").asInt())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void everyCommandHasHelpWithExamples() {
    for (var line : new String[][] {{"--help"}, {"plan", "--help"}, {"help", "plan"}}) {
      var run = CommandLineRun.of(line);
      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("Examples:");
    }
  }

  /** Only those that a line names are made; the others must look the same in a list. */
  @Test
  void listsOfCommandsSayWhatCommandsSay() {
    var unknown = CommandLineRun.of("pln");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(unknown.err())
        .startsWith("strait: unknown command 'pln', expected one of: plan, simulate, run, status");
    var list = CommandLineRun.of("--help").out();
    assertThat(list).contains("\n  plan ").doesNotContain("\n  relay ");
    assertThat(CommandLineRun.of("help").out()).isEqualTo(list);
    var names = unknown.err().replaceFirst(".*one of: ", "").replaceFirst(" \\(see.*\n", "");
    for (var name : names.split(", ")) {
      assertThat(CommandLineRun.of("--help", name).out()).as(name).isEqualTo(list);
    }
  }

  @Test
  void namesDrawTogether() {
    assertThat(PlanText.ranges(java.util.List.of("a1", "a2", "a3", "b", "c7", "c9")))
        .isEqualTo("a1-3, b, c7, c9");
  }

  @Test
  void theVerdictSpeaksOfHomeWhereverTheMasterIs() {
    assertThat(CommandLineRun.of("plan", THREE, "--master", "spain").out())
        .startsWith("With the master in Spain, using Spain and Brazil makes it 14.5 times faster");
    assertThat(
            CommandLineRun.of("plan", CommandLineRun.example("four-processors"), "--master", "C")
                .out())
        .startsWith(
            "With the master in net2, using net2 makes it slower, 0.75 times the speed of net1"
                + " alone");
  }

  @Test
  void aPlanIsPlannedAgainWithItsOwnOptions() {
    var file = folder.resolve("plan.yaml").toString();
    var first =
        CommandLineRun.of("plan", THREE, "--master", "ar2", "--objective", "fewest", "-o", file);
    assertThat(CommandLineRun.of("plan", file).out()).isEqualTo(first.out());
  }

  @Test
  void aLinkIsFollowedAndADeviceWrittenTo() throws IOException {
    var target = Files.writeString(folder.resolve("target.yaml"), "old");
    var link = Files.createSymbolicLink(folder.resolve("link.yaml"), target);
    assertThat(CommandLineRun.of("plan", THREE, "-o", link.toString()).exitCode()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(target)).startsWith("plan:");
    assertThat(CommandLineRun.of("plan", THREE, "-o", "/dev/null").exitCode()).isZero();
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void aLanThatIsNotGivenMayBe() {
    var run =
        CommandLineRun.of(
            "plan",
            CommandLineRun.example("four-processors"),
            "--format",
            "json",
            "--what-if",
            "clusters.net1.lan.bandwidth=20MB/s");
    assertThat(run.json().get("after").get("total").get("bound_by").asString())
        .isEqualTo("LAN net1");
  }
}

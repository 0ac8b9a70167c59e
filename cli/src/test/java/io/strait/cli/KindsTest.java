package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.FarmKind;
import io.strait.kind.Kind;
import io.strait.stencil.StencilKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kind that is added to the list is there, one that is taken from it is not. */
class KindsTest {
  @TempDir private Path folder;

  private static Kinds withEcho() {
    var kinds = new ArrayList<Kind<?, ?>>(Kinds.ALL.all());
    kinds.add(new EchoKind());
    return new Kinds(kinds);
  }

  @BeforeEach
  void files() throws IOException {
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: pair
        clusters: {here: {hosts: [{name: a}]}, there: {hosts: [{name: b}]}}
        links: [{between: [here, there]}]
        """);
    Files.writeString(folder.resolve("app.yaml"), "{app: hello, kind: echo, word: hi}\n");
  }

  private CommandLineRun run(String... words) {
    return CommandLineRun.of(withEcho(), words);
  }

  @Test
  void aNewKindIsPlannedRehearsedRunAndReported() throws IOException {
    var plan = folder.resolve("plan.yaml").toString();
    var planned = run("plan", folder.toString(), "-o", plan);
    assertThat(planned.err()).isEmpty();
    assertThat(planned.out()).isEqualTo("It is said 2 times.\n");
    assertThat(run("plan", plan, "--twice", "--format", "json").json().get("times").asInt())
        .isEqualTo(4);
    assertThat(run("plan", plan, "--what-if", "word=ho").out())
        .contains("What if word = ho instead of hi?");
    assertThat(run("plan", plan, "--sweep", "clusters.here.hosts[a].cores=1..3:3").out())
        .contains("It is said 2 times.");
    assertThat(run("simulate", plan).out()).isEqualTo("hi hi (rehearsed)\n");
    var place = folder.resolve("run").toString();
    assertThat(run("run", plan, "--folder", place).out()).isEqualTo("hi hi\n");
    assertThat(run("run", "--resume", place, "--format", "json").json().get("said").asString())
        .isEqualTo("hi hi");
    assertThat(run("report", place).out()).isEqualTo("it was said in run\n");
    assertThat(Files.readString(Path.of(place, "report.html"))).contains("It was said.");
    assertThat(Files.readString(Path.of(place, "plan.yaml"))).contains("kind: echo");
  }

  @Test
  void aNewKindsOptionsAreItsOwn() {
    assertThat(run("plan", "--help").out()).contains("--twice");
    assertThat(run("plan", CommandLineRun.example("three-continents"), "--twice").err())
        .contains("--twice is for echos, but app 'srmsd' is a farm");
    assertThat(run("plan", folder.toString(), "--refine").err())
        .contains("--refine is for farms, but app 'hello' is an echo");
    assertThat(run("rank", folder + "/none.yaml", "--run", "x", "--rank", "0").exitCode())
        .isEqualTo(2);
  }

  @Test
  void aKindThatIsTakenFromTheListIsGone() {
    var fewer = new Kinds(List.of(new StencilKind()));
    var planned = CommandLineRun.of(fewer, "plan", CommandLineRun.example("four-processors"));
    assertThat(planned.exitCode()).isEqualTo(2);
    assertThat(planned.err()).contains("kind is 'farm', expected stencil");
    assertThat(CommandLineRun.of(fewer, "worker").err()).contains("unknown command 'worker'");
    assertThat(CommandLineRun.of(fewer, "plan", "--help").out()).doesNotContain("--efficiency");
    assertThat(CommandLineRun.of(fewer, "plan", CommandLineRun.example("heat")).exitCode())
        .isZero();
    var farms = new Kinds(List.of(new FarmKind()));
    assertThat(CommandLineRun.of(farms, "plan", CommandLineRun.example("heat")).err())
        .contains("kind is 'stencil', expected farm");
  }
}

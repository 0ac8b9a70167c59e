package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code strait measure app} with real apps; no figure of time is asserted but that it is one. */
@Tag("real")
@Timeout(120)
class MeasureCommandTest {
  @TempDir private Path temporary;

  @AfterEach
  void nothingIsLeftBehind() throws IOException {
    try (var here = Files.list(Path.of(""))) {
      assertThat(here.filter(f -> f.toString().startsWith(".strait-measure"))).isEmpty();
    }
  }

  @Test
  void aJavaClass() throws IOException {
    var folder = copy("java-farm");
    var classes = temporary.resolve("classes");
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                folder.resolve("Collatz.java").toString());
    assertThat(code).isZero();
    var run =
        CommandLineRun.of(
            "measure", "app", folder.toString(), "--classpath", classes.toString(), "--tasks", "4");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("collatz: 4 of 20 tasks measured, one at a time on one of ")
        .containsPattern("\ninput +8 B +8 B +8 B +8 B +0 %\noutput +16 B ")
        .containsPattern("\ninput: 8 B\noutput: 16 B\nwork: \\S+ \\w*flop\nmaster-work: \\S+ ")
        .containsPattern("\nrate: \\{collatz: \\S+}, master-rate: \\{collatz: \\S+}\n$");
    assertThat(folder.resolve("app.yaml"))
        .hasSameTextualContentAs(example("java-farm").resolve("app.yaml"));
  }

  @Test
  void whatIsWrittenReadsBackAndPlans() throws IOException {
    var folder = copy("command-farm");
    var file = folder.resolve("app.yaml");
    var before = Files.readString(file);
    var args = new String[] {"measure", "app", file.toString(), "--tasks", "3", "--write"};
    var run = CommandLineRun.of(args);
    assertThat(run.exitCode()).as(run.err()).isZero();
    // On a slow machine how far it is comes first.
    assertThat(run.err()).endsWith("wrote " + file + "\n").doesNotContain("strait:");

    var after = Files.readString(file);
    var lines = before.lines().toList();
    assertThat(after.lines()).containsAll(lines.stream().filter(l -> !l.contains("64 B")).toList());
    assertThat(after)
        .contains("\noutput: 65 B\n", "\ninput: ")
        .containsPattern("\nwork: \\S+ [kMG]?flop\n")
        .containsPattern("\nmaster-work: \\S+ [kMG]?flop\n")
        .containsPattern("# Measured by strait on \\d{4}-\\d\\d-\\d\\d: 3 of 21 tasks, ");

    assertThat(CommandLineRun.of(args).exitCode()).isZero();
    assertThat(Files.readString(file).lines()).hasSameSizeAs(after.lines().toList());

    var plan = CommandLineRun.of("plan", file.toString(), "--format", "json");
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    double rate = plan.json().path("total").path("estimated_rate").asDouble();
    assertThat(rate).isPositive().isFinite();
  }

  @Test
  void aResidentProcess() throws IOException {
    assumeTrue(has("python3"), "no python3");
    var folder = copy("resident-python");
    var run =
        CommandLineRun.of(
            "measure", "app", folder.toString(), "--write", "--tasks", "3", "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    var json = run.json();
    assertThat(json.path("measured_tasks").asInt()).isEqualTo(3);
    assertThat(json.path("output_bytes").path("mean").asDouble()).isEqualTo(8);
    double seconds = json.path("time_s").path("mean").asDouble();
    assertThat(json.path("time_s").path("least").asDouble()).isPositive();
    assertThat(json.path("work_flop").asDouble() / seconds / json.path("speed_flop_s").asDouble())
        .isBetween(0.99, 1.01);
    assertThat(json.path("rate").asDouble() * seconds / json.path("cores").asInt())
        .isBetween(0.99, 1.01);
    assertThat(json.path("written").asString()).isEqualTo(folder.resolve("app.yaml").toString());
    // The example's own grid takes the new figures.
    assertThat(CommandLineRun.of("plan", folder.toString()).exitCode()).isZero();
  }

  @Test
  void resultsOfDifferentSizeHaveASpread() throws IOException {
    var app = app("head -c $((1 + STRAIT_TASK * 100)) /dev/zero");
    var run = CommandLineRun.of("measure", "app", app, "--tasks", "10", "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    var output = run.json().path("output_bytes");
    assertThat(output.path("least").asDouble()).isEqualTo(1);
    assertThat(output.path("most").asDouble()).isEqualTo(901);
    assertThat(output.path("mean").asDouble()).isEqualTo(451);
  }

  @Test
  void aLongTaskEndsTheMeasurementAndCounts() throws IOException {
    var app = app("echo x >> " + temporary.resolve("trace") + "; sleep 0.2");
    var run = CommandLineRun.of("measure", "app", app, "--seconds", "0.1", "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().path("measured_tasks").asInt()).isEqualTo(1);
    assertThat(temporary.resolve("trace")).hasContent("x");
  }

  @Test
  void aFailingTaskIsReportedWithItsOutput() throws IOException {
    var app = app("echo out of luck >&2; exit 3");
    var before = Files.readString(Path.of(app));
    var run = CommandLineRun.of("measure", "app", app, "--write");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .matches("strait: task \\d failed: the command ended with exit code 3\n  out of luck\n");
    assertThat(Path.of(app)).hasContent(before);
  }

  @Test
  void wrongInputIsRefused() throws IOException {
    wrong("no command given", "nothing to measure given", "measure");
    var app = temporary.resolve("app.yaml");
    Files.writeString(app, "app: a\nkind: farm\ntasks: 1\nrun: {class: not.There}\n");
    wrong("a class", app + ":4:14: class 'not.There' was not found", "measure", "app", "" + app);
    Files.writeString(app, "app: a\nkind: farm\ntasks: 1\n");
    wrong("no run", "does not say what a worker executes", "measure", "app", "" + app);
    Files.writeString(app, "{app: a, kind: farm, tasks: 1, run: {command: 'true'}}\n");
    wrong("flow", "cannot be changed in place", "measure", "app", "" + app, "--write");
    wrong("tasks", "--tasks 0, expected", "measure", "app", "" + app, "--tasks", "0");
    wrong("seconds", "--seconds -1.0, expected", "measure", "app", "" + app, "--seconds", "-1");
    var none = temporary.resolve("none").toString();
    wrong("no file", "no such file", "measure", "app", none);
  }

  private static void wrong(String what, String message, String... args) {
    var run = CommandLineRun.of(args);
    assertThat(run.exitCode()).as(what).isEqualTo(2);
    assertThat(run.err()).as(what).contains(message).hasLineCount(1);
    assertThat(run.out()).as(what).isEmpty();
  }

  private String app(String command) throws IOException {
    var file = temporary.resolve("app.yaml");
    Files.writeString(
        file, "app: a\nkind: farm\ntasks: 10\nrun: {command: \"%s\"}\n".formatted(command));
    return file.toString();
  }

  private static Path example(String name) {
    return Path.of(CommandLineRun.example(name));
  }

  private Path copy(String name) throws IOException {
    var folder = Files.createDirectory(temporary.resolve(name));
    try (var files = Files.list(example(name))) {
      for (var file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    return folder;
  }

  private static boolean has(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}

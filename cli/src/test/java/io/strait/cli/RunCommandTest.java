package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Runs as users have them: with processes, signals, and ends that nobody wished for. */
@Tag("real")
@Timeout(120)
class RunCommandTest {
  @TempDir private Path temporary;
  private Path run;
  private Path traces;
  private Path output;

  @BeforeEach
  void folders() {
    run = temporary.resolve("run");
    traces = temporary.resolve("traces");
    output = temporary.resolve("output");
  }

  @Test
  void aKilledMasterIsResumed() throws Exception {
    var app = app(60, "sleep 0.1; echo {id}");
    var master = process("run", app, "--folder", run.toString());
    until(() -> finished() >= 5);
    master.destroyForcibly().waitFor();
    var status = CommandLineRun.of("status", run.toString());
    assertThat(status.exitCode()).isEqualTo(1);
    assertThat(status.err()).contains("is not running").contains("--resume");

    var resumed = CommandLineRun.of("run", "--resume", run.toString(), "--format", "json");
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.json().path("state").asString()).isEqualTo("done");
    assertThat(resumed.json().path("epoch").asInt()).isEqualTo(2);
    assertThat(resumed.json().path("finished_before").asInt()).isBetween(5, 59);
    assertThat(run.resolve("result")).hasContent(numbers(60));
    assertTidy();
  }

  @Test
  void bytesFromAndToEveryChildAreCounted() throws IOException {
    var table = temporary.resolve("table.csv");
    Files.writeString(table, "name\n" + "abcde\n".repeat(12));
    var app = temporary.resolve("app.yaml");
    Files.writeString(
        app,
        """
        app: bytes
        kind: farm
        tasks: 12
        run: {command: "head -c $((STRAIT_TASK % 2 * 3000000 + 10)) /dev/zero; : {name}", parameters: table.csv}
        """);
    var grid = temporary.resolve("grid.yaml");
    Files.writeString(
        grid,
        """
        grid: two
        home: a
        clusters:
          a: {hosts: [{name: front, role: master}, {name: h, rate: 1/s}]}
          b: {hosts: [{name: s, rate: 1/s}]}
        links: [{between: [a, b]}]
        """);
    var done =
        CommandLineRun.of(
            "run", grid.toString(), app.toString(), "--folder", run.toString(), "--format", "json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    long received = 0;
    long sent = 0;
    for (var child : done.json().path("children")) {
      received += child.path("received_bytes").asLong();
      sent += child.path("sent_bytes").asLong();
    }
    assertThat(received).isEqualTo(6 * 3_000_010L + 6 * 10L);
    var measured = CommandLineRun.of("measure", "app", app.toString(), "--format", "json");
    double input = measured.json().path("input_bytes").path("mean").asDouble();
    assertThat(input).isGreaterThanOrEqualTo(5);
    assertThat((double) sent).isEqualTo(12 * input);
  }

  @Test
  void aStoppedRunGoesOn() throws Exception {
    var master = inThread("run", app(60, "sleep 0.1; echo {id}"), "--folder", run.toString());
    until(() -> finished() >= 3);
    assertThat(CommandLineRun.of("stop", run.toString()).exitCode()).isZero();
    var stopped = master.get(60, TimeUnit.SECONDS);
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.out()).contains("stopped: strait stop\ngo on with: strait run --resume ");
    assertThat(CommandLineRun.of("status", run.toString()).json().path("state").asString())
        .isEqualTo("stopped");
    assertThat(CommandLineRun.of("stop", run.toString()).exitCode()).isEqualTo(1);

    var resumed = CommandLineRun.of("run", "--resume", run.toString());
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.err()).contains("60 tasks, ").contains("of them done before");
    assertThat(run.resolve("result")).hasContent(numbers(60));
    assertTidy();
  }

  @Test
  void anInterruptedMasterSaysHowFarItCame() throws Exception {
    var master = process("run", app(60, "sleep 0.1; echo {id}"), "--folder", run.toString());
    until(() -> finished() >= 3);
    master.destroy();
    assertThat(master.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(master.exitValue()).isEqualTo(1);
    assertThat(output()).contains("of 60 tasks done in ").contains("stopped: interrupted");
    assertThat(run.resolve("summary.json")).exists();
    assertThat(run.resolve("scratch")).doesNotExist();
  }

  @Test
  void aSecondMasterLeavesTheFirstAlone() throws Exception {
    var master =
        process(
            "run",
            app(60, "sleep 0.2; echo {id}"),
            "--folder",
            run.toString(),
            "--workers",
            "processes");
    until(() -> finished() >= 3);
    var control = Files.readString(run.resolve("control.json"));
    var files = files();
    for (var workers : List.of("embedded", "processes")) {
      var second = CommandLineRun.of("run", "--resume", run.toString(), "--workers", workers);
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.err())
          .isEqualTo(
              "strait: %s is in use by process %d%n"
                  .formatted(run.resolve("journal"), master.pid()));
      assertThat(run.resolve("control.json")).hasContent(control);
    }
    assertThat(files()).isEqualTo(files);
    assertThat(master.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(master.exitValue()).as(output()).isZero();
    assertThat(run.resolve("result")).hasContent(numbers(60));
    assertTidy();
  }

  /**
   * A folder may be seen from other machines, and from other namespaces of this one: only where the
   * process is known to have ended does a run not go on.
   */
  @Test
  void whatCannotBeReachedIsNotSaidToHaveEnded() throws Exception {
    var master = process("run", app(600, "sleep 0.2; echo {id}"), "--folder", run.toString());
    until(() -> finished() >= 1);
    var file = run.resolve("control.json");
    var control = Files.readString(file);
    var port = JsonMapper.shared().readTree(control).path("port").asString();
    for (var elsewhere :
        List.of(
            boot(control, "1").replaceAll("\"host\": \"[^\"]*", "\"host\": \"faraway"),
            control.replaceAll("net:\\[\\d+", "net:[1"))) {
      Files.writeString(file, elsewhere);
      for (var command : List.of("status", "stop")) {
        var asked = CommandLineRun.of(command, run.toString());
        assertThat(asked.exitCode()).isEqualTo(1);
        assertThat(asked.err())
            .contains(elsewhere.contains("faraway") ? "on host faraway cannot" : ", net:[1] cannot")
            .contains("the control port 127.0.0.1:%s of ".formatted(port))
            .contains("the run may go on: ask there")
            .doesNotContain("is not running");
      }
    }
    Files.writeString(file, control);
    assertThat(CommandLineRun.of("status", run.toString()).exitCode()).isZero();
    master.destroyForcibly().waitFor();
    for (var ended :
        List.of(
            control,
            control.replaceAll("net:\\[\\d+", "net:[1"),
            // This machine was started again, if it has an identity.
            control.contains("\"machine\": \"\"") ? control : boot(control, "1"),
            // The number is another process's by now.
            control
                .replaceAll("\"pid\": \"\\d+", "\"pid\": \"" + ProcessHandle.current().pid())
                .replaceAll("\"began\": \"\\d+", "\"began\": \"2001"))) {
      Files.writeString(file, ended);
      assertThat(CommandLineRun.of("status", run.toString()).err()).contains("is not running");
    }
    Files.writeString(
        file, boot(control, "1").replaceAll("\"machine\": \"[^\"]*", "\"machine\": \"2"));
    assertThat(CommandLineRun.of("status", run.toString()).err()).contains("may go on");
  }

  private static String boot(String control, String id) {
    return control.replaceAll("\"boot\": \"[^\"]*", "\"boot\": \"" + id);
  }

  private List<String> files() throws IOException {
    try (var all = Files.list(run)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void statusAndMetricsOfARunningMaster() throws Exception {
    var master = inThread("run", app(40, "sleep 0.1; echo {id}"), "--folder", run.toString());
    until(() -> finished() >= 3);
    var status = CommandLineRun.of("status", run.toString()).json();
    assertThat(status.path("state").asString()).isEqualTo("running");
    assertThat(status.path("children").get(0).path("connected").asBoolean()).isTrue();
    var control = JsonMapper.shared().readTree(Files.readString(run.resolve("control.json")));
    var port = control.path("port").asString();
    assertThat(get(port, "status").statusCode()).isEqualTo(403);
    var metrics = get(port, "metrics");
    assertThat(metrics.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4");
    assertPrometheus(metrics.body());
    assertThat(metrics.body()).contains("\nstrait_tasks 40\n");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(run.resolve("log.jsonl"))))
        .isEqualTo("rw-------");
    assertThat(master.get(30, TimeUnit.SECONDS).exitCode()).isZero();
  }

  @Test
  void aWorkerDrainsAndAnotherJoinsLate() throws Exception {
    int port = freePort();
    var parent = "localhost:" + port;
    var master =
        inThread(
            "run",
            app(8, "echo {id} >> " + traces + "; sleep 0.7; echo {id}"),
            "--folder",
            run.toString(),
            "--workers",
            "none",
            "--listen",
            parent,
            "--plaintext");
    until(() -> Files.exists(run.resolve("control.json")));
    var first = process("worker", "--parent", parent, "--plaintext", "--cores", "1");
    until(() -> Files.exists(traces));
    first.destroy();
    assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).as(output()).isZero();
    assertThat(output()).contains("drained; ").contains(" tasks computed");
    int begun = Files.readAllLines(traces).size();
    var status = CommandLineRun.of("status", run.toString()).json();
    assertThat(status.path("finished").asInt()).isEqualTo(begun);
    assertThat(status.path("handed_out").asInt()).isZero();

    var late = CommandLineRun.of("worker", "--parent", parent, "--plaintext", "--cores", "4");
    assertThat(late.exitCode()).as(late.err()).isZero();
    assertThat(late.err()).contains("the run is over; " + (8 - begun) + " tasks computed");
    var done = master.get(60, TimeUnit.SECONDS);
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(run.resolve("result")).hasContent(numbers(8));
    assertThat(Files.readAllLines(traces)).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void failedTasksAreReportedWithTheirOutput() throws IOException {
    var app = app(12, "echo oh no {id} >&2; test {id} != 3 && echo {id}");
    var text = CommandLineRun.of("run", app, "--folder", run.toString());
    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.out())
        .startsWith("11 of 12 tasks done in ")
        .contains("task 3 failed: the command ended with exit code 1\n  oh no 3\n");
    assertThat(text.err()).contains("task 3 failed for good").doesNotContain("tried again");

    var json =
        CommandLineRun.of("run", app, "--folder", run + "2", "--fail-fast", "--format", "json");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.json().path("state").asString()).isEqualTo("stopped");
    assertThat(json.json().path("failures").get(0).path("task").asInt()).isEqualTo(3);
    assertThat(json.json().path("failures").get(0).path("why").asString()).contains("oh no 3");
    assertThat(json.json().path("results").isMissingNode()).isTrue();
  }

  @Test
  void whatCannotStartIsSaidOnce() throws IOException {
    var missing = temporary.resolve("missing.yaml");
    Files.writeString(missing, "app: a\nkind: farm\ntasks: 9\nrun: {class: no.such.Farm}\n");
    var wrong = CommandLineRun.of("run", missing.toString(), "--folder", run.toString());
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err().lines()).hasSize(1);
    assertThat(run).doesNotExist();

    Files.writeString(missing, "app: a\nkind: farm\ntasks: 9\nrun: {resident: pythonX w.py}\n");
    var failed = CommandLineRun.of("run", missing.toString(), "--folder", run.toString());
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out().lines().filter(line -> line.contains("not found"))).hasSize(1);
    assertThat(failed.out()).contains("tasks 0, 1, 2, 3, 4, 5, 6, 7 and 1 more failed: ");
  }

  @Test
  void processesOnThisMachineTalkOverTls() throws IOException {
    var grid = temporary.resolve("grid.yaml");
    Files.writeString(
        grid,
        """
        grid: two
        home: here
        clusters:
          here:
            hosts: [{name: front, role: master}, {name: near, rate: 10/s}]
          there:
            hosts: [{name: far, rate: 10/s}]
        links: [{between: [here, there]}]
        """);
    var done =
        CommandLineRun.of(
            "run",
            grid.toString(),
            app(12, "sleep 0.1; echo {id}"),
            "--workers",
            "processes",
            "--folder",
            run.toString(),
            "--format",
            "json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(run.resolve("result")).hasContent(numbers(12));
    assertTidy();
  }

  // ---- what the tests are made of

  private void assertTidy() throws IOException {
    try (var left = Files.list(run)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .isSubsetOf(
              "events.tsv",
              "journal",
              "log.jsonl",
              "logs",
              "plan.yaml",
              "result",
              "run.json",
              "summary.json")
          .contains("result", "summary.json");
    }
  }

  /** An app file in a folder of its own. */
  private String app(int tasks, String command) throws IOException {
    var file = temporary.resolve("app.yaml");
    Files.writeString(
        file,
        """
        app: test
        kind: farm
        tasks: %d
        reduce: concat
        run: {command: "%s"}
        """
            .formatted(tasks, command));
    return file.toString();
  }

  private static String numbers(int tasks) {
    return IntStream.range(0, tasks).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }

  private int finished() {
    if (!Files.exists(run.resolve("control.json"))) {
      return -1;
    }
    var answer = CommandLineRun.of("status", run.toString());
    return answer.exitCode() == 0 ? answer.json().path("finished").asInt() : -1;
  }

  private static CompletableFuture<CommandLineRun> inThread(String... args) {
    return CompletableFuture.supplyAsync(
        () -> CommandLineRun.of(args), task -> Thread.ofPlatform().daemon().start(task));
  }

  private Process process(String... args) throws IOException {
    var command = TestLab.java(Main.class, args);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private String output() throws IOException {
    return Files.readString(output);
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    for (int i = 0; i < 600; i++) {
      if (holds.getAsBoolean()) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("it did not happen");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static HttpResponse<String> get(String port, String what) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://localhost:%s/%s".formatted(port, what)))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  /** Every family has its help and type first, then its samples, and comes once. */
  private static void assertPrometheus(String text) {
    var help = Pattern.compile("# HELP ([a-z_]+) [^\\\\]+");
    var type = Pattern.compile("# TYPE ([a-z_]+) (counter|gauge)");
    var sample =
        Pattern.compile(
            "([a-z_]+)(\\{[a-z_]+=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\"})? "
                + "-?[0-9]+(\\.[0-9]+(E-?[0-9]+)?)?");
    assertThat(text).endsWith("\n").doesNotContain("\r", "\n\n");
    var families = new HashSet<String>();
    String current = "";
    boolean typed = false;
    for (var line : text.split("\n")) {
      var helped = help.matcher(line);
      var typing = type.matcher(line);
      var value = sample.matcher(line);
      if (helped.matches()) {
        current = helped.group(1);
        typed = false;
        assertThat(families.add(current)).as(line).isTrue();
      } else if (typing.matches()) {
        assertThat(typing.group(1)).isEqualTo(current);
        assertThat(typing.group(2).equals("counter")).isEqualTo(current.endsWith("_total"));
        typed = true;
      } else {
        assertThat(value.matches()).as(line).isTrue();
        assertThat(value.group(1)).isEqualTo(current);
        assertThat(typed).isTrue();
      }
    }
    assertThat(families).contains("strait_tasks_finished_total", "strait_workers_connected");
  }
}

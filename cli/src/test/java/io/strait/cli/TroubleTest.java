package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people see of trouble: of tasks, of workers elsewhere, and of parents out of reach. */
@Tag("real")
@Timeout(120)
class TroubleTest {
  private static final String ESCAPE = "\u001b";

  @TempDir private Path temporary;

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private String app(int tasks, String command) throws IOException {
    var file = temporary.resolve("app.yaml");
    Files.writeString(
        file,
        """
        app: test
        kind: farm
        tasks: %d
        reduce: concat
        run: {command: '%s'}
        """
            .formatted(tasks, command));
    return file.toString();
  }

  @Test
  void whatATaskPrintsCannotPlayWithATerminal() throws IOException {
    var script = temporary.resolve("rude");
    Files.writeString(script, "printf '\\033[2J\\007gone\\nagain\\r' >&2; exit 3\n");
    var run = temporary.resolve("run");
    var done = CommandLineRun.of("run", app(2, "sh " + script), "--folder", run.toString());
    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.out())
        .contains("failed: the command ended with exit code 3\n  ?[2J?gone\n  again?\n")
        .doesNotContain(ESCAPE);
    assertThat(done.err()).contains("failed for good").doesNotContain(ESCAPE);
    var report = CommandLineRun.of("report", run.toString());
    assertThat(report.out() + report.err()).doesNotContain(ESCAPE).doesNotContain("\u0007");
    for (var file : new String[] {"summary.json", "log.jsonl", "events.tsv", "report.html"}) {
      assertThat(Files.readString(run.resolve(file)))
          .as(file)
          .doesNotContain(ESCAPE)
          .doesNotContain("\\u001b")
          .doesNotContain("\u0007");
    }
  }

  @Test
  void aWorkerWhoseParentIsNotThereSaysSo() throws IOException {
    var parent = "localhost:" + freePort();
    var worker =
        CommandLineRun.of(
            "worker", "--parent", parent, "--plaintext", "--name", "w7", "--patience", "1 s");
    assertThat(worker.exitCode()).isEqualTo(1);
    assertThat(worker.err())
        .contains(
            "strait: w7: no connection to the parent at %s: nothing listens there"
                .formatted(parent))
        .contains("strait: the parent could not be reached: nothing listens there");
    assertThat(worker.err().lines()).hasSize(2);
  }

  @Test
  void homeHearsWhyAWorkerLeft() throws Exception {
    var parent = "localhost:" + freePort();
    var run = temporary.resolve("run");
    var app = app(3, "echo {id}");
    var master =
        CompletableFuture.supplyAsync(
            () ->
                CommandLineRun.of(
                    "run",
                    app,
                    "--folder",
                    run.toString(),
                    "--workers",
                    "none",
                    "--listen",
                    parent,
                    "--plaintext"));
    while (!Files.exists(run.resolve("control.json"))) {
      assertThat(master).isNotDone();
      Thread.sleep(20);
    }
    var file = Files.createFile(temporary.resolve("file"));
    var bad =
        CommandLineRun.of(
            "worker",
            "--parent",
            parent,
            "--plaintext",
            "--name",
            "w7",
            "--scratch",
            file.resolve("scratch").toString());
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).contains("w7: no scratch folder below " + file);

    var troubles = CommandLineRun.of("status", run.toString()).json().path("troubles");
    assertThat(troubles.size()).isEqualTo(1);
    assertThat(troubles.get(0).path("node").asString()).isEqualTo("w7");
    assertThat(troubles.get(0).path("what").asString())
        .isEqualTo("it left: no scratch folder below %s/scratch".formatted(file));
    assertThat(troubles.get(0).path("ago_s").asDouble()).isBetween(0.0, 60.0);

    var good = CommandLineRun.of("worker", "--parent", parent, "--plaintext", "--name", "w8");
    assertThat(good.exitCode()).as(good.err()).isZero();
    var done = master.get(30, TimeUnit.SECONDS);
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).contains("strait: master: w7: no scratch folder below " + file);
    assertThat(Files.readString(run.resolve("log.jsonl"))).contains("it left: no scratch folder");
    assertThat(Files.readString(run.resolve("events.tsv")))
        .contains("\tw7: no scratch folder below " + file)
        .contains("\tit left: no scratch folder below " + file);
    CommandLineRun.of("report", run.toString());
    assertThat(Files.readString(run.resolve("report.html")))
        .contains("w7: no scratch folder below " + file);
  }
}

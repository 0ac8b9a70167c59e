package io.strait.cli;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway and a worker, as processes of their own, that serve one run after the other. */
@Tag("real")
@Timeout(120)
class StayTest {
  private static final Pattern PORT = Pattern.compile("listening on port (\\d+)");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private String parent;

  @BeforeEach
  void authorities() throws IOException {
    try (var socket = new ServerSocket(0)) {
      parent = "localhost:" + socket.getLocalPort();
    }
    // The certificates are of one authority, but each run has tokens of its own.
    strait("cert", "init", at("ca"));
    strait("cert", "init", at("other"));
    for (var role : List.of("master", "gateway", "worker")) {
      strait("cert", "issue", at("ca"), role, "--role", role);
    }
    strait("cert", "token", at("ca"), "--out", at("token"));
    strait("cert", "token", at("other"), "--out", at("next-token"));
  }

  @AfterEach
  void endAll() {
    processes.forEach(Process::destroyForcibly);
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private static void strait(String... args) {
    var run = CommandLineRun.of(args);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private String said(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".log"));
  }

  /** Starts a command that shows its certificate. */
  private Process process(String name, String... args) throws IOException {
    var command = TestLab.java(Main.class, args);
    command.addAll(List.of("--identity", at("ca") + "/" + name, "--stay", "--lease", "2s"));
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private CompletableFuture<CommandLineRun> run(String name, String command, String tokens)
      throws IOException {
    var app = folder.resolve(name + ".yaml");
    Files.writeString(
        app,
        """
        app: %s
        kind: farm
        tasks: 20
        reduce: concat
        run: {command: "%s"}
        """
            .formatted(name, command));
    return CompletableFuture.supplyAsync(
        () ->
            CommandLineRun.of(
                "run",
                app.toString(),
                "--folder",
                at(name),
                "--workers",
                "none",
                "--listen",
                parent,
                "--identity",
                at("ca") + "/master",
                "--tokens",
                at(tokens),
                "--lease",
                "2s"),
        task -> Thread.ofPlatform().daemon().start(task));
  }

  private void check(String name, CompletableFuture<CommandLineRun> run, String result)
      throws Exception {
    until(() -> run.isDone() || processes.stream().anyMatch(process -> !process.isAlive()));
    assertThat(run).as(said("gateway") + said("worker")).isDone();
    var done = run.join();
    assertThat(done.exitCode()).as(done.err() + said("gateway") + said("worker")).isZero();
    assertThat(folder.resolve(name).resolve("result"))
        .hasContent(
            IntStream.range(0, 20)
                .mapToObj(result::formatted)
                .collect(Collectors.joining("\n", "", "\n")));
  }

  private static void until(Callable<Boolean> holds) throws Exception {
    for (int i = 0; i < 1_000 && !holds.call(); i++) {
      Thread.sleep(20);
    }
    assertThat(holds.call()).as("it happened").isTrue();
  }

  private void ends(String name, Process process) throws Exception {
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said(name)).isZero();
  }

  @Test
  void twoRunsOneAfterTheOther() throws Exception {
    var gateway =
        process(
            "gateway",
            "gateway",
            "--name",
            "spain",
            "--parent",
            parent,
            "--token-file",
            at("token"),
            "--spool",
            at("spool"));
    until(() -> PORT.matcher(said("gateway")).find());
    var port = PORT.matcher(said("gateway"));
    assertThat(port.find()).isTrue();
    var worker =
        process(
            "worker",
            "worker",
            "--parent",
            "localhost:" + port.group(1),
            "--parent-name",
            "gateway",
            "--cores",
            "2");

    var first = run("first", "sleep 0.1; echo one {id}", "ca");
    until(() -> Files.exists(folder.resolve("spool")));
    Files.copy(folder.resolve("next-token"), folder.resolve("token"), REPLACE_EXISTING);
    check("first", first, "one %d");
    until(() -> said("gateway").contains("the run is over; waiting for the next run at " + parent));
    until(() -> said("worker").contains("the run is over; 20 tasks computed; waiting for the"));
    assertThat(folder.resolve("spool")).doesNotExist();

    check("second", run("second", "echo two {id}", "other"), "two %d");
    until(() -> said("worker").split("20 tasks computed", -1).length == 3);
    assertThat(gateway.isAlive()).isTrue();
    assertThat(worker.isAlive()).isTrue();
    ends("worker", worker);
    ends("gateway", gateway);
    assertThat(said("worker")).endsWith("drained; 0 tasks computed\n");
    assertThat(said("gateway")).endsWith("drained\n");
  }
}

package io.strait.cli;

import io.strait.transport.Folders;
import io.strait.view.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs typical commands, so that the build can record for an AOT cache what they load and use.
 * There are two, for a cache costs what is in it: one for commands that compute or are short
 * ({@code plan EXAMPLES}), one for those that talk to others ({@code run}). Not a command itself.
 */
final class Train {
  private Train() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var _ = System.console();
    var _ = Terminal.ofStandardError();
    if (args[0].equals("run")) {
      farm();
    } else {
      plan(Path.of(args[1]));
    }
  }

  private static void plan(Path examples) throws IOException {
    var three = examples.resolve("three-continents").toString();
    var platform = examples.resolve("imported-platform/platform.xml").toString();
    var link = "links[argentina-spain].bandwidth=";
    for (var line :
        List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("plan", "--help"),
            List.of("import", "simgrid", platform),
            List.of("plan", three),
            List.of("plan", three, "--format", "json", "--master", "auto"),
            List.of("plan", three, "--objective", "fewest"),
            List.of("simulate", three, "--runs", "3", "--work", "uniform:0.5"),
            List.of("simulate", three, "--format", "json"),
            List.of("plan", three, "--what-if", link + "100KiB/s"),
            List.of("plan", three, "--sweep", link + "5KiB/s..60KiB/s:3"),
            List.of("plan", three, "--efficiency", "200%"),
            List.of("status", three),
            List.of("stop", three))) {
      strait(line.toArray(String[]::new));
    }
    // Bundles have fewer of them.
    for (var kind : List.of("heat", "realign", "pipeline")) {
      strait("plan", examples.resolve(kind).toString());
    }
    var folder = Files.createTempDirectory("strait-train");
    try {
      certificates(folder.resolve("ca").toString(), folder.resolve("token").toString());
    } finally {
      Folders.delete(folder);
    }
  }

  private static void certificates(String ca, String token) {
    strait("cert", "init", ca);
    for (var role : List.of("master", "gateway", "worker")) {
      strait("cert", "issue", ca, role, "--role", role);
    }
    strait("cert", "token", ca, "--out", token);
    strait("cert", "show", ca + "/master.pem");
  }

  private static int strait(String... line) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    return Main.run(nowhere, nowhere, false, line);
  }

  /** Runs whose master, gateway and worker all are in this process and talk over TLS. */
  private static void farm() throws IOException, InterruptedException {
    strait("run", "--help");
    var folder = Files.createTempDirectory("strait-train");
    try {
      var large = folder.resolve("large.yaml");
      // As many tasks as the compiler learns from: a worker that starts knows what is worth
      // compiling.
      Files.writeString(
          large,
          """
          app: train
          kind: farm
          tasks: 40
          reduce: sum float
          run: {class: io.strait.apps.Srmsd}
          """);
      var small = folder.resolve("small.yaml");
      // All that a message passes is worth compiling, also where messages will be few.
      Files.writeString(
          small,
          """
          app: train
          kind: farm
          tasks: 30000
          reduce: sum long
          run: {class: io.strait.apps.Ep, with: {class: S}}
          """);
      var command = folder.resolve("command.yaml");
      Files.writeString(
          command,
          """
          app: train
          kind: farm
          tasks: 4
          reduce: sum long
          run: {command: "printf 12345678"}
          """);
      certificates(folder.resolve("ca").toString(), folder.resolve("token").toString());
      spread(folder, large);
      spread(folder, small);
      strait("run", command.toString(), "--folder", folder.resolve("embedded").toString());
    } finally {
      Folders.delete(folder);
    }
  }

  /** Runs an application on a worker behind a gateway. */
  private static void spread(Path folder, Path app) throws IOException, InterruptedException {
    var ca = folder.resolve("ca").toString();
    var token = folder.resolve("token").toString();
    var run = folder.resolve("run of " + app.getFileName());
    int upper = freePort();
    int lower = freePort();
    var master =
        start(
            "run",
            app.toString(),
            "--folder",
            run.toString(),
            "--workers",
            "none",
            "--tokens",
            ca,
            "--listen",
            "localhost:" + upper,
            "--identity",
            ca + "/master",
            "--format",
            "json");
    while (!Files.exists(run.resolve("control.json")) && master.isAlive()) {
      Thread.sleep(20);
    }
    strait("status", run.toString());
    var gateway =
        start(
            "gateway",
            "--parent",
            "localhost:" + upper,
            "--listen",
            "localhost:" + lower,
            "--spool",
            run.resolve("spool").toString(),
            "--tokens",
            ca,
            "--token-file",
            token,
            "--identity",
            ca + "/gateway",
            "--patience",
            "30 s");
    var worker =
        start(
            "worker",
            "--parent",
            "localhost:" + lower,
            "--parent-name",
            "gateway",
            "--token-file",
            token,
            "--identity",
            ca + "/worker",
            "--cores",
            "1",
            "--patience",
            "30 s");
    for (var thread : List.of(master, gateway, worker)) {
      thread.join(60_000);
    }
  }

  private static Thread start(String... line) {
    return Thread.ofPlatform().daemon().start(() -> strait(line));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

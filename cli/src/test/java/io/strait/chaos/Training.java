package io.strait.chaos;

import io.strait.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A small farm whose master, gateway and worker are in one process, for the AOT cache. */
final class Training {
  private static final Pattern PORT = Pattern.compile("\"listen\": \"(\\d+)\"");

  private Training() {}

  public static void main(String[] args) throws Exception {
    var site = new Site(Path.of(args[0]));
    var folder = Files.createDirectories(Path.of(args[1]));
    var app = folder.resolve("app.yaml");
    site.writeApp(app, 30);
    var run = folder.resolve("run");
    var command = site.master(2000);
    command.addAll(List.of("--folder", run.toString(), site.grid().toString(), app.toString()));
    var master = start(command);
    var control = run.resolve("control.json");
    var port = PORT.matcher("");
    while (!port.find()) {
      Thread.sleep(10);
      port = PORT.matcher(Files.exists(control) ? Files.readString(control) : "");
    }
    int free;
    try (var socket = new java.net.ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    var gateway =
        site.gateway("east", Integer.parseInt(port.group(1)), 2000, folder.resolve("spool"));
    gateway.addAll(List.of("--listen", "localhost:" + free));
    start(gateway);
    start(site.worker("e1", free, "gateway", 2000, 2));
    master.join();
    System.exit(0);
  }

  private static Thread start(List<String> command) throws IOException {
    var nowhere = new PrintWriter(Writer.nullWriter());
    return Thread.ofPlatform()
        .start(() -> Main.run(nowhere, nowhere, false, command.toArray(String[]::new)));
  }
}

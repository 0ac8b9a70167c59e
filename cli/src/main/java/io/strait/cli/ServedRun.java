package io.strait.cli;

import io.strait.serve.LiveServer;
import io.strait.serve.http.WebServer;
import io.strait.serve.run.RunShelf;
import io.strait.view.Console;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A run that is shown in a browser by the process that runs it. */
final class ServedRun implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;
  private static final long LAST_MILLIS = 4_000;

  private final LiveServer server;
  private final RunShelf shelf;
  private final Console console;

  private ServedRun(LiveServer server, RunShelf shelf, Console console) {
    this.server = server;
    this.shelf = shelf;
    this.console = console;
  }

  static ServedRun open(Kinds kinds, Path run, int port, boolean isControlled, Console console)
      throws IOException {
    var shelf = new RunShelf(run, folder -> ReportCommand.kind(kinds, folder));
    shelf.isLedHere(true);
    var server =
        new LiveServer(
            new WebServer.Place(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, List.of()),
            shelf,
            isControlled,
            ServedPlan.routes(kinds, List.of(run.resolve("plan.yaml"))),
            link -> console.say("opened; for another browser: " + link));
    console.say("watch it here, with a link that works once: " + server.link());
    return new ServedRun(server, shelf, console);
  }

  /** Stays while somebody watches, if somebody is there who can end it. */
  void linger() {
    shelf.isLedHere(false);
    if (server.viewers() == 0) {
      return;
    }
    try {
      Thread.sleep(LAST_MILLIS); // the end is seen
      if (console.terminal() == null) {
        return;
      }
      console.say("the page stays while it is open; Ctrl-C ends it");
      while (server.viewers() > 0) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}

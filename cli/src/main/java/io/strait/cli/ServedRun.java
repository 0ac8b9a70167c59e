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

  /** Where nobody can end it, it ends even if somebody asks again and again. */
  private static final int MOST_LOOKS = 20;

  /** How long somebody may read a page that does not change before asking for another. */
  private static final long READING_NANOS = 300_000_000_000L;

  /** How long a page may take to ask for its parts. */
  private static final long LEAVING_NANOS = 2_000_000_000L;

  private final LiveServer server;
  private final RunShelf shelf;
  private final Console console;

  /** Whoever ends the run from outside ends the page too. */
  private final Thread atExit;

  private ServedRun(LiveServer server, RunShelf shelf, Console console) {
    this.server = server;
    this.shelf = shelf;
    this.console = console;
    this.atExit = Thread.ofPlatform().unstarted(server::close);
    Runtime.getRuntime().addShutdownHook(atExit);
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
    if (server.viewers() == 0 && server.quiet() >= LEAVING_NANOS) {
      return; // who has just asked for something, such as the end, is between two pages
    }
    try {
      Thread.sleep(LAST_MILLIS); // the end is seen
      boolean isAttended = console.terminal() != null;
      if (isAttended) {
        console.say("the page stays while it is open; Ctrl-C ends it");
      }
      for (int i = 0; isAttended ? isRead() : isLoading() && i < MOST_LOOKS; i++) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isRead() {
    return server.viewers() > 0 || server.quiet() < READING_NANOS;
  }

  private boolean isLoading() {
    return server.quiet() < LEAVING_NANOS;
  }

  @Override
  public void close() {
    server.close();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // It is running, and does the same.
    }
  }
}

package io.strait.cli;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.ExitHook;
import io.strait.view.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Runs one end of a link in a way that Ctrl-C ends in order: what was opened is closed, one line is
 * printed, and the exit code is 1.
 */
final class LinkEnd {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Console console;
  private final ConcurrentLinkedDeque<AutoCloseable> open = new ConcurrentLinkedDeque<>();
  private volatile boolean asked;

  private LinkEnd(Console console) {
    this.console = console;
  }

  /** Work that may be ended. */
  interface Work {
    int run(LinkEnd end) throws IOException;
  }

  /** Runs the work; a failure to connect or a lost connection is exit code 1 and one line. */
  static int run(Console console, Work work) {
    return run(console, PATIENCE, work);
  }

  /**
   * The same for work that may take longer to end.
   *
   * @param patience how long, after everything is closed
   */
  static int run(Console console, Duration patience, Work work) {
    var end = new LinkEnd(console);
    try (var hook = new ExitHook(end::stop, patience)) {
      try {
        return hook.exits(work.run(end));
      } catch (IOException e) {
        console.say(
            "strait: "
                + (end.asked ? "stopped before it was done" : String.valueOf(e.getMessage())));
        return hook.exits(ExitCode.FAILED);
      } finally {
        end.closeAll();
      }
    }
  }

  /** Closes this too when the work is over or is asked to end. */
  <C extends AutoCloseable> C keep(C opened) {
    open.addFirst(opened);
    if (asked) {
      closeAll();
    }
    return opened;
  }

  /** Whether the process was asked to end. */
  boolean isAsked() {
    return asked;
  }

  private void stop() {
    asked = true;
    closeAll();
  }

  private void closeAll() {
    for (var next = open.poll(); next != null; next = open.poll()) {
      try {
        next.close();
      } catch (Exception e) {
        console.say("strait: " + e.getMessage());
      }
    }
  }
}

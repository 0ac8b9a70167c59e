package io.strait.cli;

import io.strait.run.node.RunStatus;
import java.io.PrintWriter;

/**
 * Shows how far a run is: a line that rewrites itself on a terminal, a line now and then elsewhere.
 */
final class RunProgress {
  private final PrintWriter err;
  private final boolean terminal;
  private final boolean quiet;
  private long next = System.nanoTime() + 1_000_000_000L;
  private boolean shown;

  RunProgress(PrintWriter err, boolean terminal, boolean quiet) {
    this.err = err;
    this.terminal = terminal;
    this.quiet = quiet;
  }

  void show(RunStatus status) {
    long now = System.nanoTime();
    if (quiet || now < next) {
      return;
    }
    next = now + (terminal ? 200_000_000L : 10_000_000_000L);
    shown = true;
    int left = status.tasks() - status.finished();
    var until = status.rate() > 0 ? ", about %.0f s left".formatted(left / status.rate()) : "";
    var line =
        "%,d of %,d tasks, %.3g/s, %d connected%s%s"
            .formatted(
                status.finished(),
                status.tasks(),
                status.rate(),
                status.children().stream().filter(c -> c.connected()).count(),
                status.failed().isEmpty() ? "" : ", %d failed".formatted(status.failed().size()),
                until);
    if (terminal) {
      err.print("\r" + line + " ".repeat(Math.max(0, 78 - line.length())));
    } else {
      err.println(line);
    }
    err.flush();
  }

  void end() {
    if (shown && terminal) {
      err.print("\r" + " ".repeat(79) + "\r");
      err.flush();
    }
  }
}

package io.strait.view;

import java.io.PrintWriter;

/**
 * Says how far long work has come: a line that rewrites itself on a terminal, a line now and then
 * elsewhere.
 */
public final class Progress {
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final PrintWriter err;
  private final String what;
  private final int total;
  private final boolean terminal;
  private final long start = System.nanoTime();
  private long lastShown = start;
  private int done;
  private boolean shown;

  public Progress(PrintWriter err, String what, int total, boolean terminal) {
    this.err = err;
    this.what = what;
    this.total = total;
    this.terminal = terminal;
  }

  public void step() {
    done++;
    long now = System.nanoTime();
    long pause = terminal ? QUIET_NANOS / 10 : 10 * QUIET_NANOS;
    if (now - start > QUIET_NANOS && now - lastShown > pause) {
      lastShown = now;
      shown = true;
      double left = (now - start) * 1e-9 * (total - done) / done;
      err.print(
          (terminal ? "\r" : "")
              + "%d of %d %s, about %.0f s left ".formatted(done, total, what, left));
      err.print(terminal ? "" : "\n");
      err.flush();
    }
  }

  public void done() {
    if (shown && terminal) {
      err.print("\r" + " ".repeat(60) + "\r");
      err.flush();
    }
  }
}

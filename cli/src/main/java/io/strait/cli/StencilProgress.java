package io.strait.cli;

import io.strait.model.StencilApp;
import io.strait.model.quantity.Durations;
import io.strait.run.stencil.StencilJob;
import java.io.PrintWriter;
import picocli.CommandLine;

/**
 * Says how far a stencil has come: a line that rewrites itself on a terminal, a line now and then
 * elsewhere.
 */
final class StencilProgress implements AutoCloseable {
  private static final long TERMINAL_MILLIS = 200;
  private static final long PLAIN_MILLIS = 10_000;

  private final PrintWriter err;
  private final boolean terminal;
  private final StencilStage stage;
  private final StencilApp app;
  private final StencilJob run;
  private final Thread thread;
  private final long began = System.nanoTime();

  StencilProgress(
      CommandLine command, boolean quiet, StencilStage stage, StencilApp app, StencilJob run) {
    this.err = command.getErr();
    this.terminal = Main.terminal(command) != null;
    this.stage = stage;
    this.app = app;
    this.run = run;
    this.thread = Thread.ofVirtual().unstarted(this::show);
    if (!quiet) {
      err.println(
          "run %s: %,d iterations%s"
              .formatted(
                  stage.name(),
                  app.iterations(),
                  !stage.isEmulated()
                      ? ""
                      : stage.scale() == 1
                          ? ", emulated as slowly as in life"
                          : ", emulated %.6g times faster than life".formatted(stage.scale())));
      err.flush();
      thread.start();
    }
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(terminal ? TERMINAL_MILLIS : PLAIN_MILLIS);
        long done = run.progress();
        double seconds = (System.nanoTime() - began) * 1e-9;
        double each = seconds / Math.max(1, done);
        double clock = stage.isEmulated() ? stage.scale() : 1;
        var line =
            "%s: %,d of %,d iterations (%d %%), %s each, %s planned, %s left in real time"
                .formatted(
                    stage.name(),
                    done,
                    app.iterations(),
                    100 * done / app.iterations(),
                    StencilText.time(each * clock),
                    stage.isEmulated() ? StencilText.time(stage.plan().iterationSeconds()) : "–",
                    Durations.rounded(each * (app.iterations() - done)));
        err.print(terminal ? "\r" + line + "\033[K" : line + "\n");
        err.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    if (terminal && thread.isAlive()) {
      err.print("\r\033[K");
      err.flush();
    }
  }
}

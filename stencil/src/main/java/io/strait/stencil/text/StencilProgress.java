package io.strait.stencil.text;

import io.strait.model.quantity.Durations;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.run.StencilJob;
import io.strait.view.Console;
import io.strait.view.LiveBlock;
import io.strait.view.Terminal;
import io.strait.view.page.Show;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says how far a stencil has come: a line that rewrites itself on a terminal, a line now and then
 * elsewhere.
 */
final class StencilProgress implements AutoCloseable {
  private static final long TERMINAL_MILLIS = 200;
  private static final long PLAIN_MILLIS = 10_000;

  private final PrintWriter err;
  private final @Nullable Terminal terminal;
  private final LiveBlock block;
  private final StencilStage stage;
  private final StencilApp app;
  private final StencilJob run;
  private final Thread thread;
  private final long first;

  /**
   * @param first the iteration that the run goes on from
   */
  StencilProgress(
      Console console,
      boolean quiet,
      StencilStage stage,
      StencilApp app,
      StencilJob run,
      long first) {
    this.err = console.err();
    this.terminal = console.terminal();
    this.block = new LiveBlock(err);
    this.stage = stage;
    this.app = app;
    this.run = run;
    this.first = first;
    this.thread = Thread.ofPlatform().daemon().unstarted(this::show);
    if (!quiet) {
      err.println(
          "run %s: %,d iterations%s%s"
              .formatted(
                  stage.name(),
                  app.iterations(),
                  first > 0 ? ", %,d of them done before".formatted(first) : "",
                  !stage.isEmulated()
                      ? ""
                      : stage.scale() == 1
                          ? ", emulated as slowly as in life"
                          : ", emulated %.4g times %s than life"
                              .formatted(
                                  Math.max(stage.scale(), 1 / stage.scale()),
                                  stage.scale() > 1 ? "faster" : "slower")));
      err.flush();
      thread.start();
    }
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(terminal == null ? PLAIN_MILLIS : TERMINAL_MILLIS);
        if (terminal == null) {
          err.println(line(System.nanoTime()));
          err.flush();
        } else {
          int columns = terminal.size().columns();
          var line = line(System.nanoTime());
          block.show(List.of(line.substring(0, Math.min(line.length(), columns - 1))), columns);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String line(long now) {
    long began = run.began();
    if (began == 0) {
      return "%s: waiting for ranks".formatted(stage.name());
    }
    long done = run.progress();
    if (done <= first) {
      return "%s: no iteration is done yet".formatted(stage.name());
    }
    double each = (now - began) * 1e-9 / (done - first);
    double clock = stage.isEmulated() ? stage.scale() : 1;
    return "%s: %d %%, %,d of %,d iterations, %s each%s, %s to go"
        .formatted(
            stage.name(),
            100 * done / app.iterations(),
            done,
            app.iterations(),
            Show.seconds(each * clock),
            stage.isEmulated()
                ? " (planned: %s)".formatted(Show.seconds(stage.plan().iterationSeconds()))
                : "",
            Durations.rounded(each * (app.iterations() - done)));
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (terminal != null) {
      block.clear(terminal.size().columns());
    }
  }
}

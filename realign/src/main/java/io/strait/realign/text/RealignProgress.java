package io.strait.realign.text;

import io.strait.model.quantity.Durations;
import io.strait.realign.run.RealignJob;
import io.strait.view.Console;
import io.strait.view.LiveBlock;
import io.strait.view.Terminal;
import io.strait.view.page.Show;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says how far a realignment has come: a line that rewrites itself on a terminal, a line now and
 * then elsewhere.
 */
final class RealignProgress implements AutoCloseable {
  private static final long TERMINAL_MILLIS = 200;
  private static final long PLAIN_MILLIS = 10_000;

  private final PrintWriter err;
  private final @Nullable Terminal terminal;
  private final LiveBlock block;
  private final RealignStage stage;
  private final RealignJob job;
  private final long all;
  private final Thread thread;

  /**
   * @param all bytes that are to be moved
   */
  RealignProgress(Console console, boolean quiet, RealignStage stage, RealignJob job, long all) {
    this.err = console.err();
    this.terminal = console.terminal();
    this.block = new LiveBlock(err);
    this.stage = stage;
    this.job = job;
    this.all = all;
    this.thread = Thread.ofPlatform().daemon().unstarted(this::show);
    if (!quiet) {
      err.println(
          "run %s: %s to move%s"
              .formatted(
                  stage.name(),
                  Show.size(all),
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
        var line = line(System.nanoTime());
        if (terminal == null) {
          err.println(line);
          err.flush();
        } else {
          int columns = terminal.size().columns();
          block.show(List.of(line.substring(0, Math.min(line.length(), columns - 1))), columns);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String line(long now) {
    long began = job.began();
    if (began == 0) {
      return "%s: waiting for ranks".formatted(stage.name());
    }
    long done = job.progress();
    double seconds = (now - began) * 1e-9;
    return "%s: %d %%, %s of %s%s"
        .formatted(
            stage.name(),
            100 * done / Math.max(1, all),
            Show.size(done),
            Show.size(all),
            done == 0
                ? ""
                : ", %s to go".formatted(Durations.rounded(seconds * (all - done) / done)));
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

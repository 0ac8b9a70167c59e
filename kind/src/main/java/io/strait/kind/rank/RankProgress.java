package io.strait.kind.rank;

import io.strait.view.Console;
import io.strait.view.LiveBlock;
import io.strait.view.Terminal;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far ranks are: a line that rewrites itself on a terminal, a line now and then
 * elsewhere.
 */
final class RankProgress implements AutoCloseable {
  private static final long TERMINAL_MILLIS = 200;
  private static final long PLAIN_MILLIS = 10_000;

  private final PrintWriter err;
  private final @Nullable Terminal terminal;
  private final LiveBlock block;
  private final RankStage stage;
  private final RankStep<?, ?> step;
  private final RankExecution<?> execution;
  private final Thread thread;

  RankProgress(
      Console console,
      boolean quiet,
      RankStage stage,
      RankStep<?, ?> step,
      RankExecution<?> execution) {
    this.err = console.err();
    this.terminal = console.terminal();
    this.block = new LiveBlock(err);
    this.stage = stage;
    this.step = step;
    this.execution = execution;
    this.thread = Thread.ofPlatform().daemon().unstarted(this::show);
    if (!quiet) {
      err.println("run %s: %s%s".formatted(stage.name(), step.task(), stage.emulation()));
      err.flush();
      thread.start();
    }
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(terminal == null ? PLAIN_MILLIS : TERMINAL_MILLIS);
        var line = "%s: %s".formatted(stage.name(), state(System.nanoTime()));
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

  private String state(long now) {
    long began = execution.began();
    return began == 0
        ? "waiting for ranks"
        : step.progress(execution.progress(), (now - began) * 1e-9);
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

package io.strait.cli;

import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.run.node.Control;
import io.strait.run.node.RunFolder;
import io.strait.run.stencil.StencilException;
import io.strait.run.stencil.StencilJob;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What may reach a running stencil from outside: {@code strait status}, {@code strait stop} and the
 * signals that end a process.
 */
final class StencilControl implements AutoCloseable {
  /** Ranks have this long to end when the process is asked to. */
  private static final int PATIENCE_SECONDS = 20;

  private record Current(StencilStage stage, StencilJob job) {}

  private final RunFolder folder;
  private final String name;
  private final int iterations;
  private final Control control;
  private final CompletableFuture<Integer> code = new CompletableFuture<>();
  private final Thread hook = Thread.ofPlatform().unstarted(this::interrupted);
  private @Nullable Current current;
  private boolean stopped;
  private int end = Main.FAILED;

  /**
   * @param port for metrics; 0 for any
   * @throws InputException if another master has this folder
   */
  StencilControl(RunFolder folder, String name, int iterations, int port) throws IOException {
    if (StatusCommand.ask(folder, "status") != null) {
      throw new InputException(
          "the master of %s runs already, expected it to have ended (strait stop %s)"
              .formatted(folder.path(), folder.path()));
    }
    this.folder = folder;
    this.name = name;
    this.iterations = iterations;
    this.control = new Control(port, this::status, this::metrics, this::stop);
    Runtime.getRuntime().addShutdownHook(hook);
    Files.deleteIfExists(folder.summary());
    folder.write(
        "control.json",
        Map.of(
            "port", Integer.toString(control.port()),
            "secret", control.secret(),
            "pid", Long.toString(ProcessHandle.current().pid())));
  }

  /** A strategy is about to be run. */
  synchronized void begins(StencilStage stage, StencilJob job) {
    if (stopped) {
      throw new StencilException("the run was stopped");
    }
    current = new Current(stage, job);
  }

  /** It has ended. */
  synchronized void ended() {
    current = null;
  }

  private synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.job.stop();
    }
  }

  private synchronized long done() {
    return current == null ? 0 : current.job.progress();
  }

  private synchronized String status() {
    return new Tree()
        .put("run", name)
        .put("state", "running")
        .putIfPresent("strategy", current == null ? null : current.stage.name())
        .put("iterations", iterations)
        .put("finished", done())
        .json();
  }

  private String metrics() {
    return """
    # HELP strait_iterations Iterations of the run.
    # TYPE strait_iterations gauge
    strait_iterations %d
    # HELP strait_iterations_finished Iterations that all ranks have done.
    # TYPE strait_iterations_finished gauge
    strait_iterations_finished %d
    """
        .formatted(iterations, done());
  }

  /** The process is asked to end: it does so once ranks have ended and people were told. */
  private void interrupted() {
    stop();
    try {
      Runtime.getRuntime().halt(code.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Runtime.getRuntime().halt(Main.FAILED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How the run ended, which is the process' exit code if it was asked to end. */
  int ends(int exit) {
    end = exit;
    return exit;
  }

  @Override
  public void close() throws IOException {
    control.close();
    folder.forgetControl();
    code.complete(end);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running, and ends the process.
    }
  }
}

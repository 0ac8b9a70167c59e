package io.strait.kind.run;

import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What may reach a run of ranks from outside: {@code strait status}, {@code strait stop} and the
 * signals that end a process.
 */
public final class RankControl implements AutoCloseable {
  /** Ranks have this long to end when the process is asked to. */
  private static final int PATIENCE_SECONDS = 20;

  /**
   * What is counted.
   *
   * @param step what a step of the run is called
   * @param unit of what is done, in the plural
   * @param all of them
   * @param words for metrics: all, and those that are done
   */
  public record Counted(String step, String unit, long all, String words, String doneWords) {}

  private record Current(String name, LongSupplier done, Runnable stop) {}

  private final RunFolder folder;
  private final String name;
  private final Counted counted;
  private final Control control;
  private final CompletableFuture<Integer> code = new CompletableFuture<>();
  private final Thread hook = Thread.ofPlatform().unstarted(this::interrupted);
  private @Nullable Current current;
  private boolean stopped;
  private int end = ExitCode.FAILED;

  /**
   * @param port for metrics; 0 for any
   * @throws InputException if another master has this folder
   */
  public RankControl(RunFolder folder, String name, Counted counted, int port) throws IOException {
    if (ControlClient.ask(folder, "status") != null) {
      throw new InputException(
          "the master of %s runs already, expected it to have ended (strait stop %s)"
              .formatted(folder.path(), folder.path()));
    }
    this.folder = folder;
    this.name = name;
    this.counted = counted;
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

  /**
   * A step is about to be run.
   *
   * @return false if the run was stopped before
   */
  public synchronized boolean begins(String step, LongSupplier done, Runnable stop) {
    if (stopped) {
      return false;
    }
    current = new Current(step, done, stop);
    return true;
  }

  /** It has ended. */
  public synchronized void ended() {
    current = null;
  }

  private synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.stop.run();
    }
  }

  private synchronized long done() {
    return current == null ? 0 : current.done.getAsLong();
  }

  private synchronized String status() {
    return new Tree()
        .put("run", name)
        .put("state", "running")
        .putIfPresent(counted.step, current == null ? null : current.name)
        .put(counted.unit, counted.all)
        .put("finished", done())
        .json();
  }

  private String metrics() {
    return """
    # HELP strait_%1$s %2$s
    # TYPE strait_%1$s gauge
    strait_%1$s %3$d
    # HELP strait_%1$s_finished %4$s
    # TYPE strait_%1$s_finished gauge
    strait_%1$s_finished %5$d
    """
        .formatted(counted.unit, counted.words, counted.all, counted.doneWords, done());
  }

  /** The process is asked to end: it does so once ranks have ended and people were told. */
  private void interrupted() {
    stop();
    try {
      Runtime.getRuntime().halt(code.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Runtime.getRuntime().halt(ExitCode.FAILED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How the run ended, which is the process' exit code if it was asked to end. */
  public int ends(int exit) {
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

package io.strait.kind.rank;

import io.strait.kind.run.Control;
import io.strait.kind.run.ControlClient;
import io.strait.kind.run.ExitHook;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What may reach a run of ranks from outside: {@code strait status}, {@code strait stop} and the
 * signals that end a process.
 */
public final class RankControl implements AutoCloseable {
  /** Ranks have this long to end when the process is asked to. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration SITES_PATIENCE = Duration.ofSeconds(60);

  /**
   * What is counted.
   *
   * @param step what a stage of the run is called
   * @param unit of what is done, in the plural
   * @param all how many there are
   * @param help what metrics say of that number
   * @param doneHelp what metrics say of the number of those that are done
   */
  public record Counted(String step, String unit, long all, String help, String doneHelp) {}

  /**
   * A stage that runs.
   *
   * @param done how much of the work is done
   * @param began when all ranks began, by {@link System#nanoTime}; 0 while some are missing
   * @param clock seconds of the grid in a second of this machine
   * @param promised units per second of the grid's clock; NaN if nothing is promised
   */
  public record Current(
      String name,
      LongSupplier done,
      LongSupplier began,
      double clock,
      double promised,
      Runnable stop) {}

  private final String name;
  private final Counted counted;
  private final Control control;
  private final ExitHook hook;
  private @Nullable Current current;
  private boolean stopped;

  /**
   * @param port for metrics; 0 for any
   * @param hasSites whether there are jobs elsewhere, whose end takes longer
   * @throws InputException if another master has this folder, or may have it
   */
  public RankControl(RunFolder folder, String name, Counted counted, int port, boolean hasSites)
      throws IOException {
    checkFree(folder);
    this.name = name;
    this.counted = counted;
    this.control = new Control(port, this::status, this::metrics, this::stop);
    this.hook = new ExitHook(this::stop, hasSites ? SITES_PATIENCE : PATIENCE);
    Files.deleteIfExists(folder.summary());
    control.publish(folder, Map.of());
  }

  private static void checkFree(RunFolder folder) throws IOException {
    try {
      if (ControlClient.ask(folder, "status") != null) {
        throw new InputException(
            "the master of %s is already running, expected it to have ended (strait stop %s)"
                .formatted(folder.path(), folder.path()));
      }
    } catch (ControlClient.Unreachable e) {
      throw new InputException(
          "%s; if it has ended, remove %s"
              .formatted(e.getMessage(), folder.path().resolve("control.json")));
    }
  }

  /**
   * A stage is about to run.
   *
   * @return false if the run was stopped before
   */
  public synchronized boolean begins(Current stage) {
    if (stopped) {
      return false;
    }
    current = stage;
    return true;
  }

  /** The stage has ended. */
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
    var tree =
        new Tree()
            .put("run", name)
            .put("state", "running")
            .putIfPresent(counted.step, current == null ? null : current.name)
            .put(counted.unit, counted.all)
            .put("finished", done());
    if (current != null) {
      long began = current.began.getAsLong();
      tree.put("elapsed_s", began == 0 ? 0 : (System.nanoTime() - began) * 1e-9 * current.clock)
          .putIfPresent("estimated_rate", current.promised > 0 ? current.promised : null);
    }
    return tree.json();
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
        .formatted(counted.unit, counted.help, counted.all, counted.doneHelp, done());
  }

  /** How the run ended: the exit code of a process that was asked to end. */
  public int ends(int exit) {
    return hook.exits(exit);
  }

  @Override
  public void close() throws IOException {
    try {
      control.close();
    } finally {
      hook.close();
    }
  }
}

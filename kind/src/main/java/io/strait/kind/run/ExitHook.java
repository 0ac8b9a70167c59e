package io.strait.kind.run;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets a process that is asked to end (SIGTERM, Ctrl-C) finish in order: it then ends with the exit
 * code of its work, or fails if the work takes too long. Close it when the work is over.
 */
public final class ExitHook implements AutoCloseable {
  private final Runnable asked;
  private final Duration patience;
  private final CompletableFuture<Integer> code = new CompletableFuture<>();
  private final Thread thread = Thread.ofPlatform().unstarted(this::end);
  private int exit = ExitCode.FAILED;

  /**
   * @param asked asks the work to end
   * @param patience how long that may take
   */
  public ExitHook(Runnable asked, Duration patience) {
    this.asked = asked;
    this.patience = patience;
    Runtime.getRuntime().addShutdownHook(thread);
  }

  /** How the work ended: the process' exit code if it was asked to end. Failed until this call. */
  public int exits(int with) {
    exit = with;
    return with;
  }

  private void end() {
    asked.run();
    try {
      Runtime.getRuntime().halt(code.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Runtime.getRuntime().halt(ExitCode.FAILED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    code.complete(exit);
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // It is running, and ends the process.
    }
  }
}

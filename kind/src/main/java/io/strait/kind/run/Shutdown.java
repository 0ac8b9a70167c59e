package io.strait.kind.run;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Waits until a process has taken part in its runs; SIGTERM and Ctrl-C let it leave in order. */
public final class Shutdown {
  /** How long tasks that have begun may take before the process ends without them. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** A process joins no more often than this, whatever its parent says. */
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private Shutdown() {}

  /** The part in one run. */
  public interface Turn<E> {
    /** Begins; the future tells how it ended. */
    CompletableFuture<E> start();

    /** Asks the node to finish and leave. */
    void drain();

    /**
     * Does what is left to do.
     *
     * @param asked whether the process was asked to end
     * @return the exit code; none if another turn is to follow
     */
    OptionalInt after(E ending, boolean asked) throws IOException;
  }

  /** Makes the parts in runs, one after the other. */
  public interface Turns<E> {
    Turn<E> next() throws IOException;
  }

  /**
   * Takes turn after turn until one is the last.
   *
   * @return the exit code, also of a process that was asked to end and did so in time
   */
  public static <E> int await(Turns<E> turns) throws IOException {
    var asked = new AtomicBoolean();
    var current = new AtomicReference<@Nullable Turn<E>>();
    try (var hook = new ExitHook(() -> ask(asked, current.get()), GRACE)) {
      while (true) {
        long began = System.nanoTime();
        var turn = turns.next();
        current.set(turn);
        var end = turn.start();
        if (asked.get()) {
          turn.drain();
        }
        var code = turn.after(end.join(), asked.get());
        if (code.isPresent()) {
          return hook.exits(code.getAsInt());
        }
        pause(BETWEEN.minusNanos(System.nanoTime() - began));
      }
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static <E> void ask(AtomicBoolean asked, @Nullable Turn<E> current) {
    asked.set(true);
    if (current != null) {
      current.drain();
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.isNegative() ? Duration.ZERO : time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

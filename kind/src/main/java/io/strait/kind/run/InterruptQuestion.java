package io.strait.kind.run;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks on a terminal before Ctrl-C ends what took long to begin, such as jobs that waited in a
 * queue: the first one asks, a second one within some seconds ends the process in order, as {@link
 * ExitHook} says. Other signals end it at once. Close it when there is nothing to ask about any
 * more.
 *
 * <p>Java has no public way to hear of a signal without ending; where the usual one is missing,
 * Ctrl-C ends at once.
 */
public final class InterruptQuestion implements AutoCloseable {
  /** How long a second one counts as the answer. */
  static final long ANSWER_NANOS = 5_000_000_000L;

  /** The exit code of a process that an interrupt has ended. */
  private static final int INTERRUPTED = 130;

  /** Whether an interrupt is the second of two. */
  static final class Answer {
    private final LongSupplier clock;
    private @Nullable Long asked;

    Answer(LongSupplier clock) {
      this.clock = clock;
    }

    /** Whether this one is the answer; otherwise it begins to count. */
    synchronized boolean isGiven() {
      long now = clock.getAsLong();
      if (asked != null && now - asked <= ANSWER_NANOS) {
        return true;
      }
      asked = now;
      return false;
    }
  }

  private @Nullable Object before;

  private InterruptQuestion() {}

  /**
   * Asks from now on.
   *
   * @param isAsked whether to ask at all
   * @param cost what ending costs, for people
   * @param say takes a line for people
   */
  public static InterruptQuestion open(boolean isAsked, String cost, Consumer<String> say) {
    var question = new InterruptQuestion();
    if (isAsked) {
      var answer = new Answer(System::nanoTime);
      question.before =
          handle(
              () -> {
                if (answer.isGiven()) {
                  Runtime.getRuntime().exit(INTERRUPTED);
                }
                say.accept(
                    "press Ctrl-C again within %d s to stop (%s), or let it go on"
                        .formatted(ANSWER_NANOS / 1_000_000_000L, cost));
              });
    }
    return question;
  }

  /** Lets something happen at every interrupt; returns what did before, null if that is unknown. */
  private static @Nullable Object handle(Runnable action) {
    try {
      var run = MethodHandles.lookup().bind(action, "run", MethodType.methodType(void.class));
      return handle(
          MethodHandleProxies.asInterfaceInstance(
              Class.forName("sun.misc.SignalHandler"),
              MethodHandles.dropArguments(run, 0, Class.forName("sun.misc.Signal"))));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static @Nullable Object handle(Object handler) throws ReflectiveOperationException {
    var signal = Class.forName("sun.misc.Signal");
    var interrupt = signal.getConstructor(String.class).newInstance("INT");
    return signal
        .getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
        .invoke(null, interrupt, handler);
  }

  @Override
  public void close() {
    var usual = before;
    if (usual != null) {
      try {
        handle(usual);
      } catch (ReflectiveOperationException | RuntimeException e) {
        // Then a second Ctrl-C is needed to the end.
      }
      before = null;
    }
  }
}

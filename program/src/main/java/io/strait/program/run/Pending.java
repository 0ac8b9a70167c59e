package io.strait.program.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be carried, in the order in which it was asked for.
 *
 * @param <T> what it is
 */
final class Pending<T> {
  private final List<T> queue = new ArrayList<>();
  private boolean taken;
  private boolean closed;

  synchronized void add(T each) {
    queue.add(each);
    notifyAll();
  }

  /** Puts it where another stands that it replaces, or else at the end. */
  synchronized void replace(T each, Predicate<T> other) {
    for (var at = queue.listIterator(); at.hasNext(); ) {
      if (other.test(at.next())) {
        at.set(each);
        return;
      }
    }
    add(each);
  }

  /** The next; null once it is closed and empty. */
  synchronized @Nullable T take() throws InterruptedException {
    taken = false;
    while (queue.isEmpty()) {
      if (closed) {
        return null;
      }
      wait();
    }
    taken = true;
    return queue.removeFirst();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Whether nothing waits and who took the last asks for more. */
  synchronized boolean isIdle() {
    return queue.isEmpty() && !taken;
  }
}

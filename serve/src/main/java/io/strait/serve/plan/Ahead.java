package io.strait.serve.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes ahead what is likely to be asked for next, and keeps what was made lately. Only the latest
 * wish is made ahead, one at a time: a slider that moves wishes more than anybody waits for.
 *
 * @param <K> what is asked for
 * @param <V> what is made of it
 */
final class Ahead<K, V> {
  private final Function<K, V> maker;
  private final Map<K, V> kept;
  private @Nullable K wish;
  private @Nullable K making;
  private boolean isAtWork;

  /**
   * @param most how many are kept
   */
  Ahead(int most, Function<K, V> maker) {
    this.maker = maker;
    this.kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  /** Begins to make it, after what is being made now. */
  synchronized void expect(K key) {
    if (kept.containsKey(key) || key.equals(making)) {
      wish = null;
      return;
    }
    wish = key;
    if (!isAtWork) {
      isAtWork = true;
      Thread.ofPlatform().daemon().name("ahead").start(this::work);
    }
  }

  private void work() {
    for (@Nullable K key = next(); key != null; key = next()) {
      try {
        keep(key, maker.apply(key));
      } catch (RuntimeException e) {
        // Who asks for it is told.
      }
    }
  }

  private synchronized @Nullable K next() {
    making = wish;
    wish = null;
    isAtWork = making != null;
    notifyAll();
    return making;
  }

  private synchronized void keep(K key, V value) {
    kept.put(key, value);
  }

  /** What is kept, or else is made now. */
  V get(K key) throws InterruptedException {
    synchronized (this) {
      if (key.equals(wish)) {
        wish = null;
      }
      while (key.equals(making)) {
        wait();
      }
      @Nullable V found = kept.get(key);
      if (found != null) {
        return found;
      }
    }
    var made = maker.apply(key);
    keep(key, made);
    return made;
  }
}

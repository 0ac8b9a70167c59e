package io.strait.serve.plan;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes ahead what is likely to be asked for next, and keeps what was made lately. Only a wish that
 * no other follows soon is made ahead, one at a time: a slider that moves wishes more than anybody
 * waits for, and what is made meanwhile would hold up what it shows.
 *
 * @param <K> what is asked for
 * @param <V> what is made of it
 */
final class Ahead<K, V> {
  private final long pauseNanos;
  private final Function<K, V> maker;
  private final Map<K, V> kept;
  private @Nullable K wish;
  private @Nullable K making;
  private boolean isAtWork;
  private long wished;

  /**
   * @param most how many are kept
   * @param pause what must pass after a wish before it is made
   */
  Ahead(int most, Duration pause, Function<K, V> maker) {
    this.pauseNanos = pause.toNanos();
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
    wished = System.nanoTime();
    if (!isAtWork) {
      isAtWork = true;
      Thread.ofPlatform().daemon().name("ahead").start(this::work);
    }
  }

  private void work() {
    try {
      for (@Nullable K key = next(); key != null; key = next()) {
        try {
          keep(key, maker.apply(key));
        } catch (RuntimeException e) {
          // Who asks for it is told.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable K next() throws InterruptedException {
    making = null;
    notifyAll();
    for (long left = left(); wish != null && left > 0; left = left()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    making = wish;
    wish = null;
    isAtWork = making != null;
    return making;
  }

  /** Nanoseconds until the wish is to be made. */
  private long left() {
    return wished + pauseNanos - System.nanoTime();
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

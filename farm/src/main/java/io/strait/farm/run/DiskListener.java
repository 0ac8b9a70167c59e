package io.strait.farm.run;

import io.strait.transport.store.Log;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Passes what a disk reports on to its node, and warns. A disk that is full again and again is not
 * complained about each time.
 */
final class DiskListener implements Log.Listener {
  /** No trouble is told sooner than this after the last. */
  private static final Duration SPARSELY = Duration.ofMinutes(1);

  private final Loop loop;
  private final Consumer<String> warn;
  private final LongConsumer durable;
  private long quietUntil = System.nanoTime();
  private boolean told;

  DiskListener(Loop loop, Consumer<String> warn, LongConsumer durable) {
    this.loop = loop;
    this.warn = warn;
    this.durable = durable;
  }

  @Override
  public void durable(long position) {
    loop.post(() -> durable.accept(position));
  }

  @Override
  public void trouble(String message) {
    long now = System.nanoTime();
    if (now - quietUntil >= 0) {
      quietUntil = now + SPARSELY.toNanos();
      told = true;
      warn.accept(message + "; results wait until it can be written again");
    }
    loop.post(() -> {}); // the node sends what it can, to make room
  }

  @Override
  public void recovered() {
    if (told) {
      told = false;
      warn.accept("the disk can be written again");
    }
    loop.post(() -> {}); // the node asks for tasks again
  }
}

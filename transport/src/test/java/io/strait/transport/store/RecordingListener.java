package io.strait.transport.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Remembers what a log tells its owner. */
final class RecordingListener implements Log.Listener {
  final List<String> events = new CopyOnWriteArrayList<>();
  volatile long durable = -1;

  @Override
  public void durable(long position) {
    if (position <= durable) {
      events.add("durable goes back to " + position);
    }
    durable = position;
  }

  @Override
  public void trouble(String message) {
    events.add("trouble: " + message);
  }

  @Override
  public void recovered() {
    events.add("recovered");
  }

  void awaitDurable(long position) throws InterruptedException {
    await(() -> durable >= position);
  }

  static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited too long");
      }
      Thread.sleep(1);
    }
  }

  /** A record as it was read back. */
  record Found(long position, byte kind, byte[] payload) {
    String text() {
      return position
          + " "
          + kind
          + " "
          + new String(payload, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
  }

  /** Recovers a log and returns what it holds. */
  static List<Found> recover(Log log) throws java.io.IOException {
    List<Found> found = new ArrayList<>();
    log.recover((position, kind, payload) -> found.add(new Found(position, kind, payload)));
    return found;
  }
}

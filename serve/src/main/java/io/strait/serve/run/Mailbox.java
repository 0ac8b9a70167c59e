package io.strait.serve.run;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one viewer is still to be sent: the latest of every part. Who reads slowly gets fewer of
 * them and never a queue, so that memory stays as large as one page.
 */
final class Mailbox {
  private Map<String, byte[]> due = new LinkedHashMap<>();
  private boolean isClosed;

  synchronized void put(Map<String, byte[]> parts) {
    due.putAll(parts);
    notifyAll();
  }

  /** Nothing comes any more. */
  synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  /** Whether nothing is due and nothing comes any more. */
  synchronized boolean isOver() {
    return isClosed && due.isEmpty();
  }

  /** All that is due; nothing if nothing comes within the time. */
  synchronized Map<String, byte[]> take(long millis) throws InterruptedException {
    long end = System.nanoTime() + 1_000_000 * millis;
    for (long left = millis; due.isEmpty() && !isClosed && left > 0; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    var taken = due;
    due = new LinkedHashMap<>();
    return taken;
  }
}

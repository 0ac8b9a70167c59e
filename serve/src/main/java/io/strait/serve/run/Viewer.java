package io.strait.serve.run;

import io.strait.serve.http.EventStream;
import java.io.IOException;
import java.util.Map;

/** Somebody who watches a run. */
final class Viewer {
  private static final long SILENCE_MILLIS = 10_000;

  /** Who takes nothing for so long is gone. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Mailbox mailbox = new Mailbox();
  private final Thread thread = Thread.currentThread();
  private final EventStream stream;
  private volatile long writing;

  Viewer(EventStream stream) {
    this.stream = stream;
  }

  void put(Map<String, String> parts) {
    mailbox.put(parts);
  }

  /** Sends what comes, until the viewer leaves or is dropped. */
  void serve() throws IOException {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        var parts = mailbox.take(SILENCE_MILLIS);
        writing = Math.max(1, System.nanoTime());
        if (parts.isEmpty()) {
          stream.ping();
        }
        for (var part : parts.entrySet()) {
          stream.send(part.getKey().startsWith("part-") ? "part" : part.getKey(), part.getValue());
          writing = Math.max(1, System.nanoTime());
        }
        writing = 0;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Drops one that does not read: its write ends with its connection. */
  void dropIfStuck(long now) {
    long since = writing;
    if (since != 0 && now - since > PATIENCE_NANOS) {
      drop();
    }
  }

  void drop() {
    thread.interrupt();
  }
}

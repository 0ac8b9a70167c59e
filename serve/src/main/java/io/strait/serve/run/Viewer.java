package io.strait.serve.run;

import io.strait.serve.http.EventStream;
import java.io.IOException;
import java.util.Map;

/** Somebody who watches a run. */
final class Viewer {
  private static final long SILENCE_MILLIS = 10_000;

  /** Who takes nothing for so long is gone. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private static final long LOOK_MILLIS = 1_000;

  private final Mailbox mailbox = new Mailbox();
  private final Thread thread = Thread.currentThread();
  private final EventStream stream;
  private volatile long writing;

  Viewer(EventStream stream) {
    this.stream = stream;
  }

  void put(Map<String, byte[]> parts) {
    mailbox.put(parts);
  }

  /** Sends what comes, until the viewer leaves or is dropped. */
  void serve() throws IOException {
    var guard = Thread.ofVirtual().start(this::guard);
    try {
      while (!Thread.currentThread().isInterrupted() && !mailbox.isOver()) {
        var parts = mailbox.take(SILENCE_MILLIS);
        writing = Math.max(1, System.nanoTime());
        if (parts.isEmpty()) {
          stream.ping();
        }
        for (var part : parts.values()) {
          stream.send(part);
          writing = Math.max(1, System.nanoTime());
        }
        stream.flush();
        writing = 0;
      }
      stream.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      guard.interrupt();
    }
  }

  /** Drops one that does not read, also after the run: its write ends with its connection. */
  private void guard() {
    try {
      while (true) {
        Thread.sleep(LOOK_MILLIS);
        long since = writing;
        boolean isStuck = since != 0 && System.nanoTime() - since > PATIENCE_NANOS;
        if (isStuck || stream.waiting() > PATIENCE_NANOS) {
          drop();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets it go when it has got what is due. */
  void dismiss() {
    mailbox.close();
  }

  void drop() {
    thread.interrupt();
  }
}

package io.strait.serve.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Server-sent events on their way to one browser. */
public final class EventStream {
  /** Bytes that were sent to all browsers. */
  public static final LongAdder SENT = new LongAdder();

  private final OutputStream out;
  private final int here;
  private final int there;
  private final AtomicLong sent = new AtomicLong();
  private long sentBefore;
  private long takenBefore;
  private long taken = System.nanoTime();

  /**
   * @param here the port of the connection on this side
   */
  EventStream(OutputStream out, int here, int there) {
    this.out = out;
    this.here = here;
    this.there = there;
  }

  /** The headers wait for the first bytes. */
  void begin() throws IOException {
    write("retry: 1000\n\n");
  }

  /**
   * An event as it goes to every browser, made once for all of them.
   *
   * @param data without line breaks
   */
  public static byte[] event(String name, String data) {
    return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Sends an event; it may wait for {@link #flush}. */
  public void send(byte[] event) throws IOException {
    out.write(event);
    sent.addAndGet(event.length);
    SENT.add(event.length);
  }

  /** Lets all that was sent go. */
  public void flush() throws IOException {
    out.flush();
  }

  /**
   * Nanoseconds for which the other side has taken nothing of what waits for it, as far as can be
   * known. To be asked by one thread, now and then.
   */
  public long waiting() {
    long now = System.nanoTime();
    long queue = SendQueues.of(here, there);
    // All that was sent before the queue was looked at is in it, or was taken. What was sent since
    // may be in neither, and must not look as if it was taken.
    long least = sentBefore - queue;
    if (queue <= 0 || least > takenBefore) {
      taken = now;
      takenBefore = Math.max(takenBefore, least);
    }
    sentBefore = sent.get();
    return now - taken;
  }

  /** Ends it as it should end, so that nobody takes it for broken. */
  public void end() throws IOException {
    out.close();
  }

  /** Sends what nobody reads, to learn whether somebody is there. */
  public void ping() throws IOException {
    write(":\n\n");
  }

  private void write(String text) throws IOException {
    send(text.getBytes(StandardCharsets.UTF_8));
    flush();
  }
}

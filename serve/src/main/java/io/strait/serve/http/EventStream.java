package io.strait.serve.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/** Server-sent events on their way to one browser. */
public final class EventStream {
  /** Bytes that were sent to all browsers. */
  public static final LongAdder SENT = new LongAdder();

  private final OutputStream out;

  EventStream(OutputStream out) {
    this.out = out;
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
    SENT.add(event.length);
  }

  /** Lets all that was sent go. */
  public void flush() throws IOException {
    out.flush();
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

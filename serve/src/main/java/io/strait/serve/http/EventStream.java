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
   * Sends an event.
   *
   * @param data without line breaks
   */
  public void send(String name, String data) throws IOException {
    write("event: %s\ndata: %s\n\n".formatted(name, data));
  }

  /** Sends what nobody reads, to learn whether somebody is there. */
  public void ping() throws IOException {
    write(":\n\n");
  }

  private void write(String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes);
    out.flush();
    SENT.add(bytes.length);
  }
}

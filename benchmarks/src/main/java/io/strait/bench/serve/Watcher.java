package io.strait.bench.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/** A viewer of a run: a stream of events over a connection of its own. */
final class Watcher implements AutoCloseable {
  /** What one that reads nothing takes all the same. */
  private static final int LEAST_BUFFER = 4096;

  private static final String OVER = "event: over";

  private final Socket socket = new Socket();
  private final long began = System.nanoTime();
  private final LongAdder bytes = new LongAdder();
  private volatile long last = began;
  private volatile boolean isOver;

  private Watcher(Pages pages, String run, boolean reads) throws IOException {
    if (!reads) {
      socket.setReceiveBufferSize(LEAST_BUFFER);
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), pages.port()));
    var request =
        "GET /run/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n"
            .formatted(run, pages.port(), pages.cookie());
    socket.getOutputStream().write(request.getBytes(UTF_8));
    if (reads) {
      Thread.ofPlatform().daemon().start(this::read);
    }
  }

  /** One that takes what comes. */
  static Watcher open(Pages pages, String run) throws IOException {
    return new Watcher(pages, run, true);
  }

  /** One that asks, and reads nothing. */
  static Watcher stuck(Pages pages, String run) throws IOException {
    return new Watcher(pages, run, false);
  }

  private void read() {
    var buffer = new byte[1 << 16];
    try {
      var in = socket.getInputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        bytes.add(read);
        last = System.nanoTime();
        if (new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(OVER)) {
          isOver = true;
        }
      }
    } catch (IOException e) {
      // closed
    }
  }

  long bytes() {
    return bytes.sum();
  }

  boolean isOver() {
    return isOver;
  }

  /** Bytes per second from the beginning to the last of them. */
  double rate() {
    return bytes.sum() / Math.max(1e-9, 1e-9 * (last - began));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

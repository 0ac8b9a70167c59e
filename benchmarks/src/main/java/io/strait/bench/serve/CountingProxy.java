package io.strait.bench.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Passes on what a server and a browser say to each other, and counts what the browser gets. */
final class CountingProxy implements AutoCloseable {
  private final ServerSocket socket;
  private final int to;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param to a port of this machine
   */
  CountingProxy(int to) throws IOException {
    this.to = to;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** Bytes since this was asked last. */
  long bytes() {
    return bytes.getAndSet(0);
  }

  @SuppressWarnings("PMD.CloseResource") // each end closes the other
  private void accept() {
    try {
      while (true) {
        var near = socket.accept();
        var far = new Socket(InetAddress.getLoopbackAddress(), to);
        Thread.ofVirtual().start(() -> pass(near, far, false));
        Thread.ofVirtual().start(() -> pass(far, near, true));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pass(Socket from, Socket into, boolean isCounted) {
    try (from;
        into) {
      InputStream in = from.getInputStream();
      OutputStream out = into.getOutputStream();
      var buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        if (isCounted) {
          bytes.addAndGet(read);
        }
      }
    } catch (IOException e) {
      // one of them is gone
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

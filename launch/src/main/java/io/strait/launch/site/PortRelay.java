package io.strait.launch.site;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Passes connections on, byte by byte, so that nodes behind a login node reach a port that only the
 * login node reaches. It reads nothing: what passes is encrypted from end to end.
 */
public final class PortRelay implements AutoCloseable {
  /** The most connections at once. */
  private static final int MOST = 400;

  /** It ends if nothing was passed on for so long: nobody may be left to end it. */
  private static final long IDLE_NANOS = 3_600_000_000_000L;

  private static final int LOOK_MILLIS = 60_000;
  private static final int PAUSE_MILLIS = 100;

  private static final int CONNECT_MILLIS = 20_000;
  private static final int CHUNK = 64 << 10;

  private final ServerSocket server;
  private final InetSocketAddress to;
  private final Semaphore room = new Semaphore(MOST);
  private volatile long used;

  /** Opens the port. */
  public PortRelay(InetSocketAddress listen, InetSocketAddress to) throws IOException {
    this.server = new ServerSocket(listen.getPort(), 0, listen.getAddress());
    this.to = to;
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Passes on all that comes, until it is closed. */
  public void run() throws IOException, InterruptedException {
    server.setSoTimeout(LOOK_MILLIS);
    used = System.nanoTime();
    while (!server.isClosed() && (isBusy() || System.nanoTime() - used < IDLE_NANOS)) {
      room.acquire();
      try {
        var from = server.accept();
        Thread.ofVirtual().start(() -> pass(from));
      } catch (SocketTimeoutException e) {
        room.release();
      } catch (IOException e) {
        // Too many files may be open at the moment.
        room.release();
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private boolean isBusy() {
    return room.availablePermits() < MOST;
  }

  private void pass(Socket from) {
    try (from;
        var there = new Socket()) {
      there.connect(to, CONNECT_MILLIS);
      for (var each : List.of(from, there)) {
        each.setTcpNoDelay(true);
        each.setKeepAlive(true);
      }
      used = System.nanoTime();
      var back = Thread.ofVirtual().start(() -> copy(there, from));
      copy(from, there);
      back.join();
    } catch (IOException e) {
      // Who dialled sees that nobody answers, and tries again.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      room.release();
    }
  }

  /** Copies until one end has had enough; then neither direction goes on. */
  private static void copy(Socket from, Socket to) {
    var some = new byte[CHUNK];
    try {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        out.write(some, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any longer.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

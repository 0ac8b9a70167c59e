package io.strait.launch.site;

import io.strait.transport.wire.Splice;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
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
      used = System.nanoTime();
      Splice.join(from, there);
    } catch (IOException e) {
      // Who dialled sees that nobody answers, and tries again.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      room.release();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

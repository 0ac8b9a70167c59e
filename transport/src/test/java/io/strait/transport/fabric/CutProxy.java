package io.strait.transport.fabric;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes TCP connections on, and can reset them or let nothing pass, without a sign of it. */
final class CutProxy implements AutoCloseable {
  private final ServerSocket server;
  private volatile int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private boolean stalled;

  CutProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Where new connections go. */
  void target(int port) {
    target = port;
  }

  /** Ends all connections; what is on its way in them is lost. */
  void reset() {
    for (var socket : sockets) {
      sockets.remove(socket);
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // It is gone, which was the purpose.
      }
    }
  }

  /** Lets nothing pass, or all again. */
  synchronized void stall(boolean on) {
    stalled = on;
    notifyAll();
  }

  private synchronized void awaitPassage() throws IOException {
    try {
      while (stalled && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void accept() {
    while (!closed) {
      try {
        var child = server.accept();
        Thread.ofVirtual().start(() -> connect(child));
      } catch (IOException e) {
        // It is closed.
      }
    }
  }

  private void connect(Socket child) {
    sockets.add(child);
    try {
      awaitPassage();
      var parent = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(parent);
      parent.setTcpNoDelay(true);
      child.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> pump(child, parent));
      pump(parent, child);
    } catch (IOException e) {
      reset();
    }
  }

  private void pump(Socket from, Socket to) {
    var buffer = new byte[16 << 10];
    try (from;
        to) {
      int length = from.getInputStream().read(buffer);
      while (length >= 0) {
        awaitPassage();
        to.getOutputStream().write(buffer, 0, length);
        length = from.getInputStream().read(buffer);
      }
      awaitPassage();
      to.shutdownOutput();
      while (!to.isClosed()) {
        Thread.sleep(10); // the other direction may still be in use
      }
    } catch (IOException | InterruptedException e) {
      // Both ends notice.
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    stall(false);
    server.close();
    reset();
  }
}

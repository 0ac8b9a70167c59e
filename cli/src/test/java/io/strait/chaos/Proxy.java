package io.strait.chaos;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes TCP connections on, and can spoil them: cut them, let no new ones through, stall them so
 * that neither side learns anything, and delay what passes.
 */
public final class Proxy implements AutoCloseable {
  private static final int UNKNOWN = -1;

  private record Piece(long due, byte[] bytes) {}

  private final ServerSocket server;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final long delay;
  private int target = UNKNOWN;
  private volatile boolean refusing;
  private boolean stalled;
  private volatile boolean closed;

  /**
   * @param delayMillis how long everything takes to pass, in each direction
   */
  public Proxy(int delayMillis) throws IOException {
    delay = TimeUnit.MILLISECONDS.toNanos(delayMillis);
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Where connections go from now on; 0 for nowhere. Those before the first call wait for it. */
  public synchronized void target(int port) {
    target = port;
    notifyAll();
  }

  /** Ends all connections; new ones may come. */
  public void cut() {
    connections.forEach(Connection::end);
  }

  /** Ends all connections and lets no new ones through. */
  void refuse() {
    refusing = true;
    cut();
  }

  /** Lets nothing pass, without a sign of it; also not that a side has hung up. */
  public synchronized void stall() {
    stalled = true;
  }

  /** All is well again; what was stalled passes now. */
  public synchronized void restore() {
    refusing = false;
    stalled = false;
    notifyAll();
  }

  private synchronized void awaitPassage() throws InterruptedException {
    while (stalled && !closed) {
      wait();
    }
  }

  private synchronized int awaitTarget() throws InterruptedException {
    awaitPassage();
    while (target == UNKNOWN && !closed) {
      wait();
    }
    return target;
  }

  private void accept() {
    while (!closed) {
      try {
        var child = server.accept();
        Thread.ofVirtual().start(() -> connect(child));
      } catch (IOException e) {
        if (!closed) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is gone, which was the purpose.
    }
  }

  private void connect(Socket child) {
    var parent = new Socket();
    try {
      int port = awaitTarget();
      if (refusing || port <= 0) {
        throw new ConnectException("there is no way");
      }
      parent.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      child.setTcpNoDelay(true);
      parent.setTcpNoDelay(true);
    } catch (IOException e) {
      reset(child);
      reset(parent);
      return;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    var connection = new Connection(child, parent);
    connections.add(connection);
    if (refusing || closed) {
      connection.end();
      return;
    }
    connection.pump(child, parent);
    connection.pump(parent, child);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    restore();
    server.close();
    cut();
  }

  private final class Connection {
    private final Socket child;
    private final Socket parent;
    private final AtomicInteger directions = new AtomicInteger(2);

    Connection(Socket child, Socket parent) {
      this.child = child;
      this.parent = parent;
    }

    void pump(Socket from, Socket to) {
      var pieces = new LinkedBlockingQueue<Piece>(1024);
      Thread.ofVirtual().start(() -> read(from, pieces));
      Thread.ofVirtual().start(() -> write(pieces, to));
    }

    private void read(Socket from, LinkedBlockingQueue<Piece> pieces) {
      var buffer = new byte[16 << 10];
      try {
        int length = 0;
        while (length >= 0) {
          try {
            length = from.getInputStream().read(buffer);
          } catch (IOException e) {
            length = -1;
          }
          var bytes = new byte[Math.max(0, length)];
          System.arraycopy(buffer, 0, bytes, 0, bytes.length);
          pieces.put(new Piece(System.nanoTime() + delay, bytes));
        }
      } catch (InterruptedException e) {
        end();
      }
    }

    /** Writes what comes; an empty piece is the end. */
    private void write(LinkedBlockingQueue<Piece> pieces, Socket to) {
      try {
        var piece = pieces.take();
        while (piece.bytes.length > 0) {
          TimeUnit.NANOSECONDS.sleep(piece.due - System.nanoTime());
          awaitPassage();
          to.getOutputStream().write(piece.bytes);
          piece = pieces.take();
        }
        awaitPassage();
        to.shutdownOutput();
        if (directions.decrementAndGet() == 0) {
          connections.remove(this);
          child.close();
          parent.close();
        }
      } catch (IOException | InterruptedException e) {
        end();
      }
    }

    /** Ends it at once, whatever is on its way. */
    void end() {
      connections.remove(this);
      reset(child);
      reset(parent);
    }
  }
}

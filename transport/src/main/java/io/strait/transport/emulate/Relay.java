package io.strait.transport.emulate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A port on this machine that carries its connections to another port, over emulated paths. Child
 * processes connect to it instead of to their parent.
 */
public final class Relay implements AutoCloseable {
  private static final int PIECE = 32 << 10;

  /** The most bytes that wait in front of a relay. The rest waits at the sender. */
  private static final int BUFFER = 64 << 10;

  private static final byte[] END = new byte[0];

  private final ServerSocket server;
  private final int target;
  private final DuplexPath path;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Opens a relay to a port of this machine. */
  public Relay(int target, DuplexPath path) throws IOException {
    this.target = target;
    this.path = path;
    server = new ServerSocket();
    server.setReceiveBufferSize(BUFFER);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().name("relay").start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var child = server.accept();
        open.add(child);
        Thread.ofVirtual().start(() -> connect(child));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void connect(Socket child) {
    var parent = new Socket();
    open.add(parent);
    try {
      parent.setReceiveBufferSize(BUFFER);
      parent.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      if (server.isClosed()) {
        end(child);
        end(parent);
        return;
      }
      child.setTcpNoDelay(true);
      parent.setTcpNoDelay(true);
      carry(child, parent, path.up());
      carry(parent, child, path.down());
    } catch (IOException e) {
      end(child); // the parent does not listen; the child tries again
      end(parent);
    }
  }

  /**
   * Carries bytes from one side to the other. When one side ends, the other side ends too, once
   * everything sent before has arrived.
   */
  private void carry(Socket from, Socket to, EmulatedPath over) {
    var arrived = new LinkedBlockingQueue<byte[]>();
    var room = new Semaphore((int) over.room());
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var in = from.getInputStream();
                var buffer = new byte[PIECE];
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                  var piece = Arrays.copyOf(buffer, read);
                  room.acquire(read);
                  over.send(read, () -> arrived.add(piece));
                }
              } catch (IOException | InterruptedException e) {
                // The connection has ended.
              }
              over.send(0, () -> arrived.add(END));
            });
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                boolean open = true;
                for (var piece = arrived.take(); piece.length > 0; piece = arrived.take()) {
                  open = open && write(to, piece);
                  room.release(piece.length);
                }
              } catch (InterruptedException e) {
                // The relay is closing.
              }
              end(from);
              end(to);
            });
  }

  /**
   * Writes bytes. Returns false if the connection is closed; the other side learns of that by
   * itself.
   */
  private static boolean write(Socket to, byte[] piece) {
    try {
      to.getOutputStream().write(piece);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    open.forEach(this::end);
  }
}

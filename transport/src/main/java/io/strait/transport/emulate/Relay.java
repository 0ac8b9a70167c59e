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
 * A port on this machine whose connections lead to another port, over emulated ways. Children that
 * are processes connect to it instead of to their parent.
 */
public final class Relay implements AutoCloseable {
  private static final int PIECE = 32 << 10;

  /** Bytes that wait before a relay, at most; the rest waits with whoever sends it. */
  private static final int BUFFER = 64 << 10;

  private static final byte[] END = new byte[0];

  private final ServerSocket server;
  private final int target;
  private final Ways ways;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Opens a relay to a port of this machine. */
  public Relay(int target, Ways ways) throws IOException {
    this.target = target;
    this.ways = ways;
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
      carry(child, parent, ways.up());
      carry(parent, child, ways.down());
    } catch (IOException e) {
      end(child); // the parent is not there; the child tries again
      end(parent);
    }
  }

  /**
   * Carries what one side sends to the other. The end of one side is the end of the other, when all
   * that was sent before it has arrived.
   */
  private void carry(Socket from, Socket to, Way way) {
    var arrived = new LinkedBlockingQueue<byte[]>();
    var room = new Semaphore((int) way.room());
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var in = from.getInputStream();
                var buffer = new byte[PIECE];
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                  var piece = Arrays.copyOf(buffer, read);
                  room.acquire(read);
                  way.send(read, () -> arrived.add(piece));
                }
              } catch (IOException | InterruptedException e) {
                // It has ended.
              }
              way.send(0, () -> arrived.add(END));
            });
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                boolean there = true;
                for (var piece = arrived.take(); piece.length > 0; piece = arrived.take()) {
                  there = there && write(to, piece);
                  room.release(piece.length);
                }
              } catch (InterruptedException e) {
                // Nobody waits for the rest.
              }
              end(from);
              end(to);
            });
  }

  /**
   * Says whether somebody is there to read; if not, word of that is on its way to the other side.
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
      // It is gone.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    open.forEach(this::end);
  }
}

package io.strait.measure.grid.probe;

import io.strait.transport.wire.Splice;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * One port of this machine for all that comes home through login nodes, where only one way leads
 * home. A connection that begins with the nonce of a session goes to the probe here that waits for
 * it, any other to the coordinator, which is TLS and can tell friends from strangers.
 */
public final class Gate implements AutoCloseable {
  /** Nonces begin with this bit, and neither TLS nor HTTP does. */
  private static final int MARK = 0x80;

  private static final int MOST = 1000;
  private static final int GREETING_MILLIS = 20_000;

  private final ServerSocket server;
  private final int coordinator;
  private final Map<String, Integer> sessions = new ConcurrentHashMap<>();
  private final Semaphore room = new Semaphore(MOST);

  /**
   * Opens the port.
   *
   * @param coordinator its port on this machine
   */
  public Gate(int coordinator) throws IOException {
    this.coordinator = coordinator;
    this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("gate").start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** A nonce that this port knows from everything else. */
  public static byte[] marked(byte[] nonce) {
    var marked = nonce.clone();
    marked[0] |= (byte) MARK;
    return marked;
  }

  /**
   * Lets the connections of a session in.
   *
   * @param nonce in hexadecimal digits
   * @param port of the probe here that waits for them
   */
  public void expect(String nonce, int port) {
    sessions.put(nonce, port);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        room.acquire();
        var from = server.accept();
        Thread.ofVirtual().start(() -> pass(from));
      } catch (IOException e) {
        room.release();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void pass(Socket from) {
    try (from;
        var there = new Socket()) {
      from.setSoTimeout(GREETING_MILLIS);
      var in = from.getInputStream();
      int first = in.read();
      if (first < 0) {
        return;
      }
      var greeting = greeting(first, in);
      @Nullable Integer port = port(greeting);
      if (port == null) {
        return; // a stranger
      }
      from.setSoTimeout(0);
      there.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      there.getOutputStream().write(greeting);
      Splice.join(from, there);
    } catch (IOException e) {
      // Who dialled sees that nobody answers.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      room.release();
    }
  }

  private static byte[] greeting(int first, InputStream in) throws IOException {
    if ((first & MARK) == 0) {
      return new byte[] {(byte) first};
    }
    var nonce = new byte[Entrance.NONCE_BYTES];
    nonce[0] = (byte) first;
    return in.readNBytes(nonce, 1, nonce.length - 1) == nonce.length - 1 ? nonce : new byte[0];
  }

  /** Where a connection goes that begins so; null for nowhere. */
  private @Nullable Integer port(byte[] greeting) {
    if (greeting.length == 1) {
      return coordinator;
    }
    return sessions.get(HexFormat.of().formatHex(greeting));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

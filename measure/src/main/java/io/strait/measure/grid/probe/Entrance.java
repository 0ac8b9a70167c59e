package io.strait.measure.grid.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ports that are open for one session, and the dialling of those of another probe. */
final class Entrance implements AutoCloseable {
  private static final int ORDERS = 1;
  private static final int DATA = 2;
  static final int NONCE_BYTES = 16;

  private final ServerSocket server;
  private final Datagrams datagrams;
  private final byte[] nonce;

  /**
   * Opens ports.
   *
   * @param nonce in hexadecimal digits
   */
  Entrance(String nonce) throws IOException {
    this.nonce = bytes(nonce);
    var any = new InetSocketAddress(0).getAddress();
    this.server = new ServerSocket(0, 4, any);
    this.datagrams = datagrams(any, this.nonce);
  }

  private static Datagrams datagrams(InetAddress address, byte[] nonce) throws IOException {
    return new Datagrams(address, ByteBuffer.wrap(nonce).getLong());
  }

  private static byte[] bytes(String nonce) throws IOException {
    try {
      var bytes = HexFormat.of().parseHex(nonce);
      if (bytes.length == NONCE_BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new IOException("a nonce of %d digits, expected 32".formatted(nonce.length()));
  }

  int tcpPort() {
    return server.getLocalPort();
  }

  int udpPort() throws IOException {
    return datagrams.port();
  }

  /**
   * Waits for the other probe.
   *
   * @throws IOException if it does not come in time
   */
  Session accept(double patience) throws IOException {
    long end = System.nanoTime() + (long) (patience * 1e9);
    @Nullable Socket orders = null;
    @Nullable Socket data = null;
    while (orders == null || data == null) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        close();
        throw new IOException("nobody dialled in %.0f s".formatted(patience));
      }
      server.setSoTimeout((int) left);
      var socket = server.accept();
      socket.setSoTimeout((int) Math.max(1, Math.min(left, 20_000)));
      switch (greeting(socket)) {
        case ORDERS -> orders = socket;
        case DATA -> data = socket;
        default -> socket.close(); // a stranger
      }
    }
    server.close();
    int high = orders.getInputStream().read();
    int port = (high << 8) | orders.getInputStream().read();
    orders.getOutputStream().write(welcome(nonce));
    if (port > 0) {
      datagrams.meet(new InetSocketAddress(orders.getInetAddress(), port));
    }
    return new Session(orders, data, datagrams, port > 0);
  }

  /** Which connection it is; 0 for one of a stranger. */
  private int greeting(Socket socket) {
    try {
      InputStream in = socket.getInputStream();
      return MessageDigest.isEqual(in.readNBytes(NONCE_BYTES), nonce) ? in.read() : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Dials the entrance of another probe.
   *
   * @param addresses at which it may be, in the order in which they are tried
   * @param udp 0 if no datagram gets there
   */
  static Session dial(String nonce, List<String> addresses, int tcp, int udp, double patience)
      throws IOException {
    var key = bytes(nonce);
    var failures = new ArrayList<String>();
    for (var address : addresses) {
      var opened = new ArrayList<Closeable>();
      try {
        var orders = connect(address, tcp, patience);
        opened.add(orders);
        var data = connect(address, tcp, patience);
        opened.add(data);
        orders.getOutputStream().write(greeting(key, ORDERS));
        data.getOutputStream().write(greeting(key, DATA));
        var datagrams = datagrams(orders.getLocalAddress(), key);
        opened.add(datagrams::close);
        int port = udp > 0 ? datagrams.port() : 0;
        orders.getOutputStream().write(new byte[] {(byte) (port >> 8), (byte) port});
        orders.setSoTimeout((int) (patience * 1000));
        var answer = orders.getInputStream().readNBytes(NONCE_BYTES);
        if (!MessageDigest.isEqual(answer, welcome(key))) {
          throw new IOException("is not that probe");
        }
        if (udp > 0) {
          datagrams.meet(new InetSocketAddress(orders.getInetAddress(), udp));
        }
        return new Session(orders, data, datagrams, udp > 0);
      } catch (IOException e) {
        failures.add("%s:%d %s".formatted(address, tcp, e.getMessage()));
        for (var each : opened) {
          each.close();
        }
      }
    }
    throw new IOException("no connection to " + String.join(", nor to ", failures));
  }

  private static Socket connect(String address, int port, double patience) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(address, port), (int) (patience * 1000));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** What only a probe that knows the nonce answers. */
  private static byte[] welcome(byte[] nonce) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update((byte) ORDERS);
      return Arrays.copyOf(digest.digest(nonce), NONCE_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static byte[] greeting(byte[] nonce, int kind) {
    return ByteBuffer.allocate(NONCE_BYTES + 1).put(nonce).put((byte) kind).array();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // It is of no more use in any case.
    }
    datagrams.close();
  }
}

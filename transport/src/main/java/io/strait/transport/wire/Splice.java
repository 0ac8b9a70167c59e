package io.strait.transport.wire;

import java.io.IOException;
import java.net.Socket;
import java.util.List;

/** Joins two connections: what comes from one goes to the other, byte by byte. */
public final class Splice {
  private static final int CHUNK = 64 << 10;

  private Splice() {}

  /** Joins them until both directions have ended. */
  public static void join(Socket one, Socket other) throws IOException, InterruptedException {
    for (var each : List.of(one, other)) {
      each.setTcpNoDelay(true);
      each.setKeepAlive(true);
    }
    var back = Thread.ofVirtual().start(() -> copy(other, one));
    copy(one, other);
    back.join();
  }

  /** Copies until one end has had enough; after a failure neither direction goes on. */
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
}

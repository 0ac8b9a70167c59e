package io.strait.measure.grid.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One port for a coordinator and for sessions with the probe beside it. */
class GateTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final byte[] NONCE = Gate.marked(new byte[16]);

  private static Socket dial(Gate gate, byte... first) throws IOException {
    var socket = new Socket(HERE, gate.port());
    socket.setSoTimeout(10_000);
    socket.getOutputStream().write(first);
    return socket;
  }

  @Test
  void everythingElseIsForTheCoordinator() throws IOException {
    try (var coordinator = new ServerSocket(0, 5, HERE);
        var gate = new Gate(coordinator.getLocalPort())) {
      coordinator.setSoTimeout(10_000);
      // As TLS and HTTP/2 begin.
      for (var first : List.of(new byte[] {0x16, 3, 1}, "PRI".getBytes())) {
        try (var from = dial(gate, first);
            var to = coordinator.accept()) {
          assertThat(to.getInputStream().readNBytes(3)).isEqualTo(first);
          to.getOutputStream().write(7);
          assertThat(from.getInputStream().read()).isEqualTo(7);
        }
      }
      try (var stranger = dial(gate, NONCE)) {
        assertThat(stranger.getInputStream().read()).as("nobody waits for it").isEqualTo(-1);
      }
    }
  }

  /** A session through the gate has no datagrams: its round trips and rates are those of TCP. */
  @Test
  void aSessionThroughIt() throws Exception {
    var nonce = HexFormat.of().formatHex(NONCE);
    try (var gate = new Gate(1);
        var entrance = new Entrance(nonce)) {
      gate.expect(nonce, entrance.tcpPort());
      var served =
          CompletableFuture.runAsync(
              () -> {
                try (var session = entrance.accept(20)) {
                  assertThat(session.hasDatagrams()).isFalse();
                  session.serve();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      try (var session =
          Entrance.dial(nonce, List.of(HERE.getHostAddress()), gate.port(), /* udp= */ 0, 20)) {
        assertThat(session.hasDatagrams()).isFalse();
        var figures = new LinkProbe(session, 0).measure(/* withLoss= */ true, /* withBoth= */ true);
        assertThat(figures.isTcp()).isTrue();
        assertThat(figures.trips().count()).isGreaterThanOrEqualTo(10);
        // What the machine itself takes is left out: on loopback that may be all.
        assertThat(figures.trips().seconds()).isBetween(0.0, 1.0);
        assertThat(figures.trips().high()).isPositive();
        assertThat(figures.there().median()).isPositive();
        assertThat(figures.back().median()).isPositive();
        assertThat(figures.packets()).as("losses cannot be seen").isZero();
      }
      served.get(20, TimeUnit.SECONDS);
    }
  }
}

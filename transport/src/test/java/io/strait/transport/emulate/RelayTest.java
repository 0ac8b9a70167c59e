package io.strait.transport.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.transport.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Relays between real sockets. */
@Timeout(60)
@SuppressWarnings("try") // ends are closed on purpose
@Tag("real")
class RelayTest {
  private final Timer timer = Timer.coarse("emulated-time");
  private ServerSocket parent;

  @BeforeEach
  void listen() throws IOException {
    parent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    parent.close();
    timer.close();
  }

  private Relay relay(int port) throws IOException {
    var lan = new Server(1_000_000, 5);
    var gap = new Server(3_000_000, 20);
    return new Relay(
        port,
        new DuplexPath(
            new EmulatedPath(timer, List.of(lan, gap)),
            new EmulatedPath(timer, List.of(gap, lan))));
  }

  private static Socket dial(Relay relay) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), relay.port());
  }

  private static byte[] bytes(long seed, int count) {
    var bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<byte[]> reading(Socket from, int count) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return from.getInputStream().readNBytes(count);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static void writing(Socket to, byte[] bytes) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var random = new Random(bytes.length);
                for (int at = 0; at < bytes.length; ) {
                  int length = Math.min(1 + random.nextInt(100_000), bytes.length - at);
                  to.getOutputStream().write(bytes, at, length);
                  at += length;
                }
              } catch (IOException e) {
                // The reader notices.
              }
            });
  }

  @Test
  void megabytesPassUnchangedInBothDirections() throws IOException {
    // More than one direction can hold, so that senders have to wait.
    int count = 12 << 20;
    try (var relay = relay(parent.getLocalPort());
        var child = dial(relay);
        var there = parent.accept()) {
      var up = bytes(1, count);
      var down = bytes(2, count);
      var gotUp = reading(there, count);
      var gotDown = reading(child, count);
      writing(child, up);
      writing(there, down);
      assertThat(gotUp.join()).isEqualTo(up);
      assertThat(gotDown.join()).isEqualTo(down);
    }
  }

  @Test
  void connectionsOfOneRelayAreKeptApart() throws IOException {
    try (var relay = relay(parent.getLocalPort());
        var one = dial(relay);
        var parentOfOne = parent.accept();
        var two = dial(relay);
        var parentOfTwo = parent.accept()) {
      var first = bytes(3, 1 << 20);
      var second = bytes(4, 1 << 20);
      writing(one, first);
      writing(two, second);
      var gotTwo = reading(parentOfTwo, second.length);
      assertThat(reading(parentOfOne, first.length).join()).isEqualTo(first);
      assertThat(gotTwo.join()).isEqualTo(second);
      one.close();
      assertThat(ended(parentOfOne)).isTrue();
      two.getOutputStream().write(7);
      assertThat(parentOfTwo.getInputStream().read()).isEqualTo(7);
    }
  }

  @Test
  void whatWasSentBeforeTheEndArrivesAndThenTheEnd() throws IOException {
    try (var relay = relay(parent.getLocalPort())) {
      var sent = bytes(5, 3 << 20);
      try (var child = dial(relay);
          var there = parent.accept()) {
        var got = reading(there, sent.length);
        child.getOutputStream().write(sent);
        child.close();
        assertThat(got.join()).isEqualTo(sent);
        assertThat(ended(there)).isTrue();
      }
      try (var child = dial(relay);
          var there = parent.accept()) {
        there.getOutputStream().write(1);
        there.close();
        assertThat(child.getInputStream().read()).isEqualTo(1);
        assertThat(ended(child)).isTrue();
      }
    }
  }

  @Test
  void nothingIsTooEarly() throws IOException {
    try (var relay = relay(parent.getLocalPort());
        var child = dial(relay);
        var there = parent.accept()) {
      long began = System.nanoTime();
      child.getOutputStream().write(new byte[100_000]);
      there.getInputStream().readNBytes(100_000);
      assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(4_000_000 + 100_000 * 20);
    }
  }

  @Test
  void aChildWhoseParentIsNotThereIsTurnedAway() throws IOException {
    int port = parent.getLocalPort();
    parent.close();
    try (var relay = relay(port)) {
      for (int i = 0; i < 3; i++) {
        try (var child = dial(relay)) {
          assertThat(ended(child)).isTrue();
        }
      }
      // It may arrive later.
      try (var late = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
          var child = dial(relay);
          var there = late.accept()) {
        child.getOutputStream().write(9);
        assertThat(there.getInputStream().read()).isEqualTo(9);
      }
    }
  }

  @Test
  void aClosedRelayEndsItsConnections() throws IOException {
    try (var relay = relay(parent.getLocalPort());
        var child = dial(relay);
        var there = parent.accept()) {
      child.getOutputStream().write(1);
      assertThat(there.getInputStream().read()).isEqualTo(1);
      relay.close();
      assertThat(ended(child)).isTrue();
      assertThat(ended(there)).isTrue();
    }
  }

  /** Waits until the other side has ended. */
  private static boolean ended(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }
}

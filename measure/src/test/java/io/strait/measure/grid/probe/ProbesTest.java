package io.strait.measure.grid.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Probes and their coordinator in one process. */
class ProbesTest {
  private static ProbeClient join(int port, String name) throws IOException {
    var client = new ProbeClient(new ProbeClient.Self(name, "", "", 0, null), false, line -> {});
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                client.run(address, null, Duration.ofSeconds(20));
              } catch (IOException e) {
                // The coordinator is closed.
              }
            });
    return client;
  }

  /** What two probes do together fails with the one that does not give the answer, too. */
  @Test
  @Timeout(60)
  void anExperimentEndsWithEitherProbe() throws IOException {
    var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (var server = new ProbeServer(here, null, token -> null, line -> {})) {
      var one = join(server.port(), "one");
      var two = join(server.port(), "two");
      var probes = server.await(2, Duration.ofSeconds(30));
      assertThat(probes).extracting(RemoteProbe::name).containsExactlyInAnyOrder("one", "two");
      boolean isInOrder = probes.getFirst().name().equals("one");
      var first = probes.get(isInOrder ? 0 : 1);
      var second = probes.get(isInOrder ? 1 : 0);
      assertThat(first.ask(Note.of("echo"), 30).text("clock")).isNotEmpty();
      var never = new CompletableFuture<Note>();
      Thread.ofVirtual().start(two::close);
      assertThatThrownBy(() -> first.answer(never, second, 50))
          .isInstanceOf(ProbeException.class)
          .hasMessageContaining("two is gone: ");
      assertThat(first.lost()).isNull();
      one.close();
    }
  }

  @Test
  @Timeout(60)
  void nobodyIsThere() throws IOException {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var self = new ProbeClient.Self("one", "", "", 0, null);
    var nobody = new InetSocketAddress("127.0.0.1", port);
    try (var client = new ProbeClient(self, false, line -> {})) {
      assertThatThrownBy(() -> client.run(nobody, null, Duration.ZERO))
          .isInstanceOf(ProbeException.class)
          .hasMessage("127.0.0.1:%d: nothing listens there".formatted(port));
    }
  }

  /** Packets of IPv6 have longer headers, and a whole one is not to be cut in two. */
  @Test
  void wholePackets() throws IOException {
    try (var four = new Datagrams(InetAddress.getByName("127.0.0.1"), 1)) {
      four.meet(new InetSocketAddress("127.0.0.1", four.port()));
      assertThat(four.full() + 20 + 8).isEqualTo(1500);
    }
    var loopback = InetAddress.getByName("::1");
    assumeTrue(NetworkInterface.getByInetAddress(loopback) != null, "this machine has no IPv6");
    try (var six = new Datagrams(loopback, 1)) {
      six.meet(new InetSocketAddress(loopback, six.port()));
      assertThat(six.full() + 40 + 8).isEqualTo(1500);
    }
  }

  /** The name of a network card means nothing on another host. */
  @Test
  void addressesForOtherHosts() throws IOException {
    assertThat(HostFacts.here().addresses()).noneMatch(address -> address.contains("%"));
  }
}

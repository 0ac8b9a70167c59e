package io.strait.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A child that cannot reach its parent learns why, and the parent learns who could not come in. */
@Tag("real")
@Timeout(60)
class UnreachableParentTest {
  @TempDir Path folder;

  private Path ours;
  private Path foreign;

  @BeforeEach
  void issue() throws IOException {
    ours = folder.resolve("ours");
    foreign = folder.resolve("foreign");
    Authority.init(ours);
    Authority.init(foreign);
    Authority.issue(ours, "home", NodeRole.MASTER, 10, ours);
    Authority.issue(ours, "w1", NodeRole.WORKER, 10, ours);
    Authority.issue(foreign, "stranger", NodeRole.WORKER, 10, foreign);
  }

  private static class Inbox implements RawInbox {
    final CompletableFuture<String> peer = new CompletableFuture<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();

    @Override
    public void opened(RawLink link) {
      peer.complete(link.address());
    }

    @Override
    public void received(RawLink link, byte[] bytes, int length) {}

    @Override
    public void ready(RawLink link) {}

    @Override
    public void closed(RawLink link, String why) {
      closed.complete(why);
    }
  }

  private static String dial(String host, int port, @Nullable Identity identity) throws Exception {
    var inbox = new Inbox();
    try (var dialler = new Dialler(InetSocketAddress.createUnresolved(host, port), identity)) {
      var link = dialler.dial(inbox);
      assertThat(link.address()).isEqualTo(host + ":" + port);
      return inbox.closed.get(30, TimeUnit.SECONDS);
    }
  }

  /** What the child learns, then what the parent does. */
  private static List<String> dial(@Nullable Identity parent, @Nullable Identity child)
      throws Exception {
    var words = new CopyOnWriteArrayList<String>();
    try (var _ = HandshakeWatch.start(words::add);
        var port = Listener.open(new InetSocketAddress("127.0.0.1", 0), parent, new Inbox())) {
      var why = dial("127.0.0.1", port.port(), child);
      for (int i = 0; i < 500 && words.isEmpty(); i++) {
        Thread.sleep(10);
      }
      return List.of(why, words.isEmpty() ? "nothing" : words.getFirst());
    }
  }

  @Test
  void nobodyListens() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    assertThat(dial("127.0.0.1", port, null)).isEqualTo("nothing listens there");
  }

  @Test
  void thereIsNoSuchHost() throws Exception {
    assertThat(dial("no-such-host.invalid", 7077, null))
        .startsWith("there is no host of that name: ");
  }

  @Test
  void nobodyAnswers() {
    assertThat(Tls.explain(new ConnectTimeoutException("connection timed out: /10.9.9.9:7077")))
        .isEqualTo("the attempt to connect timed out");
    assertThat(Tls.explain(new NoRouteToHostException("No route to host")))
        .isEqualTo("there is no way to that host: No route to host");
  }

  @Test
  void theOtherHasAnotherAuthority() throws Exception {
    assertThat(dial(Identity.in(ours, "home"), Identity.in(foreign, "stranger")))
        .satisfiesExactly(
            child ->
                assertThat(child)
                    .isEqualTo("the parent's certificate (home) was not issued by this authority"),
            parent ->
                assertThat(parent)
                    .matches(
                        "no connection from 127\\.0\\.0\\.1:\\d+: the child refused our"
                            + " certificate: .*"));
  }

  @Test
  void onlyOneSideSpeaksTls() throws Exception {
    assertThat(dial(Identity.in(ours, "home"), null).getLast())
        .matches("no connection from 127\\.0\\.0\\.1:\\d+: the child does not speak TLS");
    assertThat(dial(null, Identity.in(ours, "w1")))
        .satisfiesExactly(
            child -> assertThat(child).isEqualTo("the parent does not speak TLS"),
            parent ->
                assertThat(parent)
                    .matches(
                        "no connection from 127\\.0\\.0\\.1:\\d+: the child speaks TLS, and we do"
                            + " not"));
  }

  @Test
  void whoConnectsHasAnAddress() throws Exception {
    var parent = new Inbox();
    var child = new Inbox();
    var identity = Identity.in(ours, "home");
    try (var port = Listener.open(new InetSocketAddress("127.0.0.1", 0), identity, parent);
        var dialler =
            new Dialler(new InetSocketAddress("127.0.0.1", port.port()), Identity.in(ours, "w1"))) {
      var link = dialler.dial(child);
      assertThat(parent.peer.get(30, TimeUnit.SECONDS)).matches("127\\.0\\.0\\.1:\\d+");
      assertThat(child.peer.get(30, TimeUnit.SECONDS)).isEqualTo("127.0.0.1:" + port.port());
      link.close();
    }
  }
}

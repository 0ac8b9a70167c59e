package io.strait.run.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes, good and bad, and what is said about the bad ones. */
@Timeout(60)
class TlsTest {
  private static final Instant NOW = Instant.now();

  @TempDir Path folder;

  private Path ours;
  private Path foreign;

  @BeforeEach
  void issue() throws IOException {
    ours = folder.resolve("ours");
    foreign = folder.resolve("foreign");
    Authority.init(ours, NOW.minus(Duration.ofDays(100)));
    Authority.init(foreign);
    Authority.issue(ours, "home", Role.MASTER, 10, ours);
    Authority.issue(ours, "spain", Role.GATEWAY, 10, ours);
    Authority.issue(ours, "w1", Role.WORKER, 10, ours);
    for (Role role : List.of(Role.MASTER, Role.WORKER)) {
      Authority.issue(ours, "old-" + role, role, 10, ours, NOW.minus(Duration.ofDays(30)));
      Authority.issue(ours, "new-" + role, role, 10, ours, NOW.plus(Duration.ofDays(30)));
      Authority.issue(foreign, "foreign-" + role, role, 10, foreign);
    }
  }

  /** Certificates of ours, whatever they are worth. */
  private Credentials ours(String name) throws IOException {
    return Credentials.read(Identity.in(ours, name));
  }

  private Credentials foreign(String name) throws IOException {
    return Credentials.read(Identity.in(foreign, name));
  }

  private static Echo.Secured<NettyServerBuilder> server(Credentials credentials) {
    return builder -> builder.sslContext(Tls.server(credentials));
  }

  private static Echo.Secured<NettyChannelBuilder> client(Credentials credentials) {
    return builder ->
        builder.sslContext(Tls.client(credentials)).overrideAuthority(Authority.PARENT);
  }

  /** What both sides say about a failed call: the child's words, then the parent's. */
  private static List<String> failure(
      Echo.Secured<NettyServerBuilder> server, Echo.Secured<NettyChannelBuilder> client)
      throws Exception {
    List<String> words = new CopyOnWriteArrayList<>();
    var all = Logger.getLogger("io.grpc.netty.shaded.io.grpc");
    all.setLevel(Level.ALL);
    var h = new java.util.logging.ConsoleHandler();
    h.setLevel(Level.ALL);
    if (all.getHandlers().length == 0) all.addHandler(h);
    HandshakeWatch watch = HandshakeWatch.start(words::add);
    try (Echo echo = new Echo(server)) {
      String child;
      try {
        echo.call(client, new byte[1]);
        child = "it worked";
      } catch (StatusRuntimeException e) {
        child = Tls.explain(e);
        if (System.getProperty("debug") != null) {
          e.printStackTrace();
        }
      }
      for (int i = 0; i < 200 && words.isEmpty(); i++) {
        Thread.sleep(5);
      }
      return List.of(child, words.isEmpty() ? "nothing" : words.getFirst());
    } finally {
      watch.close();
    }
  }

  @Test
  void rightCertificatesWork() throws Exception {
    byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
    try (Echo echo = new Echo(b -> Tls.secure(b, Identity.in(ours, "home")))) {
      assertThat(echo.call(b -> Tls.secure(b, Identity.in(ours, "spain")), hello)).isEqualTo(hello);
      assertThat(echo.call(b -> Tls.secure(b, Identity.in(ours, "w1")), hello)).isEqualTo(hello);
    }
    try (Echo echo = new Echo(b -> Tls.secure(b, Identity.in(ours, "spain")))) {
      assertThat(echo.call(b -> Tls.secure(b, Identity.in(ours, "w1")), hello)).isEqualTo(hello);
    }
  }

  @Test
  void anExpiredParent() throws Exception {
    System.out.println(failure(server(ours("old-master")), client(ours("w1"))));
    System.out.println(failure(server(ours("new-master")), client(ours("w1"))));
    System.out.println(failure(server(foreign("foreign-master")), client(ours("w1"))));
    System.out.println(failure(server(ours("w1")), client(ours("w1"))));
    System.out.println(failure(server(ours("home")), client(ours("old-worker"))));
    System.out.println(failure(server(ours("home")), client(ours("new-worker"))));
    System.out.println(failure(server(ours("home")), client(foreign("foreign-worker"))));
    var mixed =
        new Credentials(
            ours("w1").ca(),
            foreign("foreign-worker").certificate(),
            foreign("foreign-worker").key());
    System.out.println(failure(server(ours("home")), client(mixed)));
    var none = ours("w1");
    System.out.println(
        failure(
            server(ours("home")),
            b ->
                b.sslContext(Tls.context(SslContextBuilder.forClient(), none))
                    .overrideAuthority(Authority.PARENT)));
    System.out.println(failure(server(ours("home")), b -> b.usePlaintext()));
    System.out.println(failure(b -> b, client(ours("w1"))));
  }
}

package io.strait.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes, good and bad, and the messages about the bad ones. */
@Tag("real")
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
    Authority.issue(ours, "home", NodeRole.MASTER, 10, ours);
    Authority.issue(ours, "spain", NodeRole.GATEWAY, 10, ours);
    Authority.issue(ours, "w1", NodeRole.WORKER, 10, ours);
    for (NodeRole role : List.of(NodeRole.MASTER, NodeRole.WORKER)) {
      Authority.issue(ours, "old-" + role, role, 10, ours, NOW.minus(Duration.ofDays(30)));
      Authority.issue(ours, "new-" + role, role, 10, ours, NOW.plus(Duration.ofDays(30)));
      Authority.issue(foreign, "foreign-" + role, role, 10, foreign);
    }
  }

  /** Certificates of our authority, valid or not. */
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

  /** What both sides report about a failed call: the child's sentence, then the parent's. */
  private static List<String> failure(
      Echo.Secured<NettyServerBuilder> server, Echo.Secured<NettyChannelBuilder> client)
      throws Exception {
    List<String> words = new CopyOnWriteArrayList<>();
    HandshakeWatch watch = HandshakeWatch.start(words::add);
    try (Echo echo = new Echo(server)) {
      String child;
      try {
        echo.call(client, new byte[1]);
        child = "it worked";
      } catch (StatusRuntimeException e) {
        child = Tls.explain(e);
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
    try (Echo echo = new Echo(b -> b.sslContext(Tls.server(Identity.in(ours, "home"))))) {
      assertThat(echo.call(client(ours("spain")), hello)).isEqualTo(hello);
      assertThat(echo.call(client(ours("w1")), hello)).isEqualTo(hello);
    }
    try (Echo echo = new Echo(b -> b.sslContext(Tls.server(Identity.in(ours, "spain"))))) {
      assertThat(echo.call(client(ours("w1")), hello)).isEqualTo(hello);
    }
  }

  @Test
  void aParentThatShouldNotBeTrusted() throws Exception {
    Credentials child = ours("w1");
    assertThat(failure(server(ours("old-master")), client(child)))
        .containsExactly(
            "the parent's certificate (old-master) expired on "
                + CertificateInfo.day(NOW.minus(Duration.ofDays(20))),
            "the child refused our certificate: it has expired, or a clock is wrong");
    assertThat(failure(server(ours("new-master")), client(child)))
        .satisfiesExactly(
            said ->
                assertThat(said)
                    .startsWith("the parent's certificate (new-master) is not valid before 20"),
            said ->
                assertThat(said)
                    .isEqualTo(
                        "the child refused our certificate: it has expired, or a clock is wrong"));
    assertThat(failure(server(foreign("foreign-master")), client(child)).getFirst())
        .isEqualTo("the parent's certificate (foreign-master) was not issued by this authority");
    assertThat(failure(server(ours("old-worker")), client(child)).getFirst())
        .startsWith("the parent's certificate (old-worker) expired on");
    assertThat(failure(server(ours("w1")), client(child)).getFirst())
        .isEqualTo(
            "the parent's certificate (w1) is a worker's, expected one of a master or"
                + " gateway");
  }

  @Test
  void aChildThatShouldNotBeTrusted() throws Exception {
    var home = server(ours("home"));
    assertThat(failure(home, client(ours("old-worker"))))
        .containsExactly(
            "the parent refused our certificate: it has expired, or a clock is wrong",
            "the child's certificate (old-worker) expired on "
                + CertificateInfo.day(NOW.minus(Duration.ofDays(20))));
    assertThat(failure(home, client(ours("new-worker"))).getLast())
        .startsWith("the child's certificate (new-worker) is not valid before");
    assertThat(failure(home, client(foreign("foreign-worker"))).getFirst())
        .isEqualTo("the parent's certificate (home) was not issued by this authority");
    Credentials strange = foreign("foreign-worker");
    var mixed = new Credentials(ours("w1").ca(), strange.certificate(), strange.key());
    var shownNone =
        List.of(
            "the parent wants a certificate of its authority, and we have none",
            "the child showed no certificate");
    assertThat(failure(home, client(mixed))).isEqualTo(shownNone);
    Credentials unused = ours("w1");
    assertThat(
            failure(
                home,
                b ->
                    b.sslContext(
                            Tls.context(
                                SslContextBuilder.forClient(),
                                unused,
                                Revoked.NONE,
                                PeerTrust.Parents.ANY))
                        .overrideAuthority(Authority.PARENT)))
        .isEqualTo(shownNone);
  }

  @Test
  void aForgedNameIsOfNoUse() throws Exception {
    var forced =
        GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
            .protocols("TLSv1.3")
            .trustManager(new PeerTrust(ours("w1").ca(), Revoked.NONE, PeerTrust.Parents.ANY))
            .keyManager(new ForcedKey(foreign("foreign-worker")))
            .build();
    assertThat(
            failure(
                server(ours("home")),
                b -> b.sslContext(forced).overrideAuthority(Authority.PARENT)))
        .last()
        .isEqualTo("the child's certificate (foreign-worker) was not issued by this authority");
  }

  @Test
  void onlyOneSideSpeaksTls() throws Exception {
    assertThat(failure(server(ours("home")), NettyChannelBuilder::usePlaintext))
        .satisfiesExactly(
            said ->
                assertThat(said)
                    .isIn(
                        "the parent speaks TLS, and we do not",
                        "the parent closed the connection; maybe it expects TLS, or is ending"),
            said -> assertThat(said).isEqualTo("the child does not speak TLS"));
    assertThat(failure(b -> b, client(ours("w1"))))
        .containsExactly("the parent does not speak TLS", "the child speaks TLS, and we do not");
  }

  @Test
  void nobodyThere() throws Exception {
    Echo gone = new Echo(b -> b);
    gone.close();
    assertThatThrownBy(() -> gone.call(client(ours("w1")), new byte[0]))
        .satisfies(e -> assertThat(Tls.explain(e)).startsWith("nothing listens there"));
  }

  @Test
  void ourOwnFilesAreCheckedFirst() throws Exception {
    assertRefused("old-worker", "old-worker.pem: the certificate expired on 20");
    assertRefused("new-worker", "new-worker.pem: the certificate is not valid before 20");
    assertRefused("nobody", "nobody.pem: there is no such file");
    assertThatThrownBy(() -> new Echo(b -> b.sslContext(Tls.server(Identity.in(ours, "w1")))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a worker's certificate, expected one of a master or gateway");
    Files.copy(ours.resolve("w1.pem"), ours.resolve("spain2.pem"));
    Files.copy(ours.resolve("spain.key"), ours.resolve("spain2.key"));
    assertRefused("spain2", "spain2.key: this is not the key of ");
    Files.copy(foreign.resolve("foreign-worker.pem"), ours.resolve("f.pem"));
    Files.copy(foreign.resolve("foreign-worker.key"), ours.resolve("f.key"));
    assertRefused("f", "f.pem: the certificate was not issued by the authority of ");
    Files.writeString(ours.resolve("w1.pem"), "nonsense");
    assertRefused("w1", "w1.pem: this is not a certificate");
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws Exception {
    Path key = ours.resolve("w1.key");
    for (String open : List.of("rw-r-----", "rw----r--", "rw-rw-rw-", "rw--w----")) {
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(open));
      assertRefused("w1", "w1.key: users other than its owner can read or change it");
    }
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    Credentials.read(Identity.in(ours, "w1"));
  }

  private void assertRefused(String name, String message) {
    assertThatThrownBy(() -> Tls.client(Identity.in(ours, name)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  /** Shows a certificate even to a peer that trusts another authority. */
  private static final class ForcedKey extends X509ExtendedKeyManager {
    private final Credentials credentials;

    ForcedKey(Credentials credentials) {
      this.credentials = credentials;
    }

    @Override
    public String chooseEngineClientAlias(String[] type, Principal[] issuers, SSLEngine engine) {
      return "key";
    }

    @Override
    public String chooseClientAlias(String[] type, Principal[] issuers, Socket socket) {
      return "key";
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return "key";
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {"key"};
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[] {"key"};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {credentials.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return credentials.key();
    }
  }
}

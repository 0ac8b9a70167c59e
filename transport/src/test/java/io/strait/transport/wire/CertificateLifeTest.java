package io.strait.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that are renewed, end or are revoked while processes show them. */
@Tag("real")
@Timeout(60)
class CertificateLifeTest {
  private static final Instant NOW = Instant.now();

  @TempDir Path folder;

  private Path ca;
  private Path site;

  @BeforeEach
  void issue() throws IOException {
    ca = folder.resolve("ca");
    site = folder.resolve("site");
    Authority.init(ca, NOW.minus(Duration.ofDays(100)));
    Authority.issue(ca, "home", NodeRole.MASTER, 10, ca);
    Authority.issue(ca, "w1", NodeRole.WORKER, 10, site);
  }

  private static String fingerprint(Path file) throws IOException {
    return CertificateInfo.read(file, null).fingerprint();
  }

  private static Echo.Secured<NettyChannelBuilder> child(Identity identity) {
    return builder -> builder.sslContext(Tls.client(identity)).overrideAuthority(Authority.PARENT);
  }

  @Test
  void aSiteHasAllThatItNeeds() throws IOException {
    Authority.revoke(ca, "w1");
    Authority.issue(ca, "w2", NodeRole.WORKER, 10, site);
    for (var file : new String[] {"ca.pem", "join.pub", "revoked.txt"}) {
      assertThat(site.resolve(file)).hasSameBinaryContentAs(ca.resolve(file));
    }
    assertThat(site.resolve("join.key")).doesNotExist();
    assertThat(site.resolve("ca.key")).doesNotExist();
    var token = Tokens.make(Tokens.key(ca), Duration.ofMinutes(1));
    assertThat(TokenGuard.of(site).apply(token)).isNull();
    assertThat(TokenGuard.of(site).apply("x")).contains("its token is wrong");
    Authority.init(folder.resolve("other"));
    assertThatThrownBy(
            () -> Authority.issue(folder.resolve("other"), "w3", NodeRole.WORKER, 10, site))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ca.pem: this is another authority's");
    assertThat(site.resolve("w3.key")).doesNotExist();
  }

  @Test
  void renewingKeepsKeyNameAndRole() throws IOException {
    var pem = site.resolve("w1.pem");
    var old = Pem.certificate(pem);
    Authority.renew(ca, pem, 300);
    var renewed = Pem.certificate(pem);
    assertThat(renewed.getPublicKey()).isEqualTo(old.getPublicKey());
    assertThat(renewed.getSubjectX500Principal()).isEqualTo(old.getSubjectX500Principal());
    assertThat(renewed.getNotAfter().toInstant()).isAfter(NOW.plus(Duration.ofDays(299)));
    Tls.check(Identity.in(site, "w1"), false);
    Authority.revoke(ca, "w1");
    assertThat(Revoked.read(ca.resolve(Revoked.FILE)))
        .containsKeys(fingerprint(pem), CertificateInfo.of(old, Optional.empty()).fingerprint())
        .hasSize(2);
    assertThatThrownBy(() -> Authority.renew(ca, pem, 10))
        .hasMessageContaining("the certificate was revoked");
    Authority.init(folder.resolve("other"));
    assertThatThrownBy(() -> Authority.renew(folder.resolve("other"), pem, 10))
        .hasMessageContaining("was not issued by the authority of");
  }

  /** A port and a child stay open while their certificates run out and are renewed. */
  @Test
  void filesAreReadAgainAtTheNextHandshake() throws Exception {
    var home = Identity.in(ca, "home");
    var worker = Identity.in(site, "w1");
    var context = Tls.client(worker);
    try (Echo echo = new Echo(b -> b.sslContext(Tls.server(home)))) {
      Echo.Secured<NettyChannelBuilder> client =
          b -> b.sslContext(context).overrideAuthority(Authority.PARENT);
      assertThat(echo.call(client, new byte[1])).hasSize(1);
      // Both show certificates that ended yesterday, as if they had run that long.
      Authority.renew(ca, site.resolve("w1.pem"), 1, NOW.minus(Duration.ofDays(2)));
      assertThatThrownBy(() -> echo.call(client, new byte[1]))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e -> assertThat(Tls.explain(e)).contains("it has expired, or a clock is wrong"));
      Authority.renew(ca, ca.resolve("home.pem"), 1, NOW.minus(Duration.ofDays(2)));
      assertThatThrownBy(() -> echo.call(client, new byte[1]))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e ->
                  assertThat(Tls.explain(e))
                      .startsWith("the parent's certificate (home) expired on"));
      Authority.renew(ca, site.resolve("w1.pem"), 10);
      Authority.renew(ca, ca.resolve("home.pem"), 10);
      assertThat(echo.call(client, new byte[1])).hasSize(1);
      // Another key is of use as soon as its certificate is there.
      var next = folder.resolve("next");
      Authority.issue(ca, "w1", NodeRole.WORKER, 10, next);
      Files.copy(
          next.resolve("w1.key"), site.resolve("w1.key"), StandardCopyOption.REPLACE_EXISTING);
      assertThat(echo.call(client, new byte[1])).hasSize(1);
      Files.copy(
          next.resolve("w1.pem"), site.resolve("w1.pem"), StandardCopyOption.REPLACE_EXISTING);
      assertThat(echo.call(client, new byte[1])).hasSize(1);
    }
  }

  @Test
  void bothSidesWarnBeforeTheEnd() throws IOException {
    var home = Identity.in(ca, "home");
    assertThat(IdentityWatch.warning(home, NOW)).isNull();
    assertThat(IdentityWatch.warning(home, NOW.plus(Duration.ofDays(8))))
        .contains("home.pem: our certificate ends on ", "strait cert renew");
    Authority.issue(ca, "long", NodeRole.MASTER, 365, ca);
    var longer = Identity.in(ca, "long");
    assertThat(IdentityWatch.warning(longer, NOW.plus(Duration.ofDays(350)))).isNull();
    assertThat(IdentityWatch.warning(longer, NOW.plus(Duration.ofDays(352)))).isNotNull();
    Authority.issue(ca, "ending", NodeRole.WORKER, 10, ca, NOW.minus(Duration.ofDays(9)));
    var peer = Peer.of(Pem.certificate(ca.resolve("ending.pem")), Revoked.NONE);
    assertThat(peer.warning())
        .startsWith("its certificate (ending) ends on ")
        .endsWith("; renew it with: strait cert renew");
    assertThat(Peer.of(Pem.certificate(ca.resolve("home.pem")), Revoked.NONE).warning()).isNull();
  }

  @Test
  void aRevokedParentIsRefusedByItsChildren() throws Exception {
    Authority.revoke(ca, "home");
    var identity = Identity.in(site, "w1");
    try (Echo echo = new Echo(b -> b.sslContext(Tls.server(Identity.in(ca, "home"))))) {
      assertThat(echo.call(child(identity), new byte[1])).hasSize(1); // its list is the old one
      Files.copy(
          ca.resolve("revoked.txt"),
          site.resolve("revoked.txt"),
          StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> echo.call(child(identity), new byte[1]))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e ->
                  assertThat(Tls.explain(e))
                      .isEqualTo("the parent's certificate (home) was revoked"));
    }
  }

  @Test
  void aListThatIsNoneIsRefusedAtTheStart() throws IOException {
    Files.writeString(ca.resolve("revoked.txt"), "# why\n\n" + "ab".repeat(32) + " x\nspain\n");
    assertThatThrownBy(() -> Tls.client(Identity.in(ca, "home")))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("revoked.txt:4: 'spain', expected a SHA-256 fingerprint and a name");
    assertThatThrownBy(() -> Authority.revoke(ca, "france")).hasMessageContaining("revoked.txt:4");
    Files.delete(ca.resolve("revoked.txt"));
    assertThatThrownBy(() -> Authority.revoke(ca, "france"))
        .hasMessageContaining("no certificate 'france' was issued here");
    assertThat(Authority.revoke(ca, "cd".repeat(32))).hasSize(1);
    assertThat(Authority.revoke(ca, "cd".repeat(32))).isEmpty();
  }
}

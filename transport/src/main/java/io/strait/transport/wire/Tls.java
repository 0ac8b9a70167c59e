package io.strait.transport.wire;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSsl;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslSessionContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.strait.model.text.InputException;
import io.strait.transport.wire.PeerTrust.Parents;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Connections on which both sides show a certificate of the same private authority. They use TLS
 * 1.3 and trust no other authority. The native TLS that comes with gRPC is used where it runs,
 * because it carries large messages several times as fast as the platform's own.
 */
public final class Tls {
  private static final String VERSION = "TLSv1.3";
  private static final SslProvider PROVIDER;

  static {
    Service.settle();
    PROVIDER = OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
  }

  private Tls() {}

  /**
   * The context of a parent, which shows its certificate and asks for one.
   *
   * @throws InputException if the files cannot be used, with the reason
   */
  static SslContext server(Identity identity, Revoked revoked) throws IOException {
    var credentials = Credentials.read(identity);
    credentials.check(identity, true, Instant.now());
    return context(
        SslContextBuilder.forServer(new IdentityKeys(identity, credentials))
            .clientAuth(ClientAuth.REQUIRE),
        credentials,
        revoked,
        Parents.ANY);
  }

  static SslContext server(Identity identity) throws IOException {
    return server(identity, Revoked.beside(identity));
  }

  /** The context of a child, for any number of connections. */
  static SslContext client(Identity identity) throws IOException {
    var credentials = Credentials.read(identity);
    credentials.check(identity, false, Instant.now());
    return context(
        SslContextBuilder.forClient().keyManager(new IdentityKeys(identity, credentials)),
        credentials,
        Revoked.beside(identity),
        Parents.of(identity));
  }

  /**
   * The context of a server for browsers, which show no certificate.
   *
   * @throws InputException if the files cannot be used, with the reason
   */
  public static SSLContext web(Identity identity) throws IOException {
    var credentials = Credentials.read(identity);
    credentials.check(identity, true, Instant.now());
    try {
      var context = SSLContext.getInstance(VERSION);
      context.init(new KeyManager[] {new IdentityKeys(identity, credentials)}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate cannot be shown: " + e.getMessage(), e);
    }
  }

  /**
   * Checks the files of an identity, so that errors are reported before anything else is done.
   *
   * @param parent whether the process will open a port
   * @throws InputException if the files cannot be used, with the reason
   */
  public static void check(Identity identity, boolean parent) throws IOException {
    Credentials.read(identity).check(identity, parent, Instant.now());
  }

  /** Checks the files of an identity that is to be a master's. */
  public static void checkMaster(Identity identity) throws IOException {
    check(identity, true);
    var info = CertificateInfo.read(identity.certificate(), null);
    @Nullable String objection = Parents.MASTERS.objection(info);
    if (objection != null) {
      throw new InputException(
          "%s: this is a gateway's certificate, expected a master's"
              .formatted(identity.certificate()));
    }
  }

  /** Explains to a child, in one sentence, why it has no connection to its parent. */
  public static String explain(Throwable failure) {
    return HandshakeFailure.explain(failure, "the parent");
  }

  /** Explains to a parent, in one sentence, why a child could not connect. */
  public static String explainChild(Throwable failure) {
    return HandshakeFailure.explain(failure, "the child");
  }

  /** The context of a parent with certificates that were not checked before. */
  public static SslContext server(Credentials credentials) throws IOException {
    return context(
        SslContextBuilder.forServer(credentials.key(), credentials.certificate())
            .clientAuth(ClientAuth.REQUIRE),
        credentials,
        Revoked.NONE,
        Parents.ANY);
  }

  public static SslContext client(Credentials credentials) throws IOException {
    return context(
        SslContextBuilder.forClient().keyManager(credentials.key(), credentials.certificate()),
        credentials,
        Revoked.NONE,
        Parents.ANY);
  }

  /** The part that both sides share. */
  static SslContext context(
      SslContextBuilder builder, Credentials credentials, Revoked revoked, Parents parents)
      throws IOException {
    try {
      var context =
          GrpcSslContexts.configure(builder, PROVIDER)
              .protocols(VERSION)
              .trustManager(new PeerTrust(credentials.ca(), revoked, parents))
              .sessionTimeout(1)
              .build();
      // Resumed, a session would let in a certificate that was revoked or has ended since.
      if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
        sessions.setSessionCacheEnabled(false);
      }
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

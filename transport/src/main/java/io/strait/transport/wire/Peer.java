package io.strait.transport.wire;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.strait.model.text.Printable;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The child at the other end of a connection, as its certificate says.
 *
 * @param fingerprint SHA-256 of the certificate, in hexadecimal digits
 */
public record Peer(
    String name,
    Optional<NodeRole> role,
    String fingerprint,
    Instant from,
    Instant until,
    Revoked revoked) {
  private static final Context.Key<Peer> CURRENT = Context.key("peer");

  /** A child with a certificate that nobody revokes. */
  public static Peer of(String name, NodeRole role, String fingerprint) {
    return new Peer(name, Optional.of(role), fingerprint, Instant.MIN, Instant.MAX, Revoked.NONE);
  }

  static Peer of(X509Certificate certificate, Revoked revoked) {
    var info = CertificateInfo.of(certificate, Optional.empty());
    return new Peer(
        Printable.line(info.name(), 64),
        info.role(),
        info.fingerprint(),
        info.from(),
        info.until(),
        revoked);
  }

  /** Why it may not be connected any more; null if it may. */
  public @Nullable String objection() {
    return revoked.contains(fingerprint)
        ? "its certificate (%s) was revoked".formatted(name)
        : null;
  }

  /** That its certificate ends before long; null if it does not. */
  public @Nullable String warning() {
    return ending(from, until, Instant.now())
        ? "its certificate (%s) ends on %s; renew it with: strait cert renew"
            .formatted(name, CertificateInfo.day(until))
        : null;
  }

  /** Whether it is time to warn: two weeks before the end, or for the last quarter of its time. */
  static boolean ending(Instant from, Instant until, Instant now) {
    if (until.equals(Instant.MAX)) {
      return false;
    }
    var quarter = Duration.between(from, until).dividedBy(4);
    var twoWeeks = Duration.ofDays(14);
    return now.isAfter(until.minus(quarter.compareTo(twoWeeks) < 0 ? quarter : twoWeeks));
  }

  /** The child whose call is being accepted; null if it showed no certificate. */
  static @Nullable Peer current() {
    return CURRENT.get();
  }

  /** Lets calls know whose they are. */
  static ServerInterceptor interceptor(Revoked revoked) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        @Nullable SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        var context = Context.current();
        try {
          if (session != null
              && session.getPeerCertificates()[0] instanceof X509Certificate shown) {
            context = context.withValue(CURRENT, of(shown, revoked));
          }
        } catch (SSLPeerUnverifiedException e) {
          throw new IllegalStateException(e); // no handshake succeeds without one
        }
        return Contexts.interceptCall(context, call, headers, next);
      }
    };
  }
}

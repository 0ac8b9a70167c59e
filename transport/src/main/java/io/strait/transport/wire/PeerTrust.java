package io.strait.transport.wire;

import io.strait.model.text.Printable;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts the certificates of one authority that are not revoked. The platform decides; this
 * explains in a sentence why it refused a certificate. A child also looks at its parent's name and
 * role: a gateway may have children too, but it must not pass for a master.
 */
final class PeerTrust extends X509ExtendedTrustManager {
  /** A certificate was refused. The message gives the reason. */
  static final class Refused extends CertificateException {
    Refused(String message, CertificateException cause) {
      // The platform looks at the cause's cause when it picks the alert for the other side.
      super(message, cause.getCause() == null ? cause : cause.getCause());
    }

    Refused(String message, CertPathValidatorException.BasicReason why) {
      super(message, new CertPathValidatorException(message, null, null, -1, why));
    }
  }

  /** Which parents a child accepts. */
  interface Parents {
    /** Any master or gateway, for connections over which nobody is told what to do. */
    Parents ANY = info -> null;

    /** Any master. */
    Parents MASTERS =
        info ->
            info.role().filter(role -> role == NodeRole.MASTER).isPresent()
                ? null
                : "is a gateway's, expected a master's; if this gateway is meant, name it with"
                    + " --parent-name %s".formatted(Printable.line(info.name(), 64));

    /** The one that an identity names, or any master. */
    static Parents of(Identity identity) {
      @Nullable String name = identity.parent();
      return name == null
          ? MASTERS
          : info -> info.name().equals(name) ? null : "is not that of %s".formatted(name);
    }

    /** What is wrong with a parent; null if nothing is. */
    @Nullable String objection(CertificateInfo parent);
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private final X509Certificate ca;
  private final Revoked revoked;
  private final Parents parents;
  private final X509ExtendedTrustManager platform;

  PeerTrust(X509Certificate ca, Revoked revoked, Parents parents) throws GeneralSecurityException {
    this.ca = ca;
    this.revoked = revoked;
    this.parents = parents;
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
    store.setCertificateEntry("ca", ca);
    var factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    platform = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explained(chain, false, () -> platform.checkClientTrusted(chain, type, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explained(chain, true, () -> platform.checkServerTrusted(chain, type, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    explained(chain, false, () -> platform.checkClientTrusted(chain, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    explained(chain, true, () -> platform.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explained(chain, false, () -> platform.checkClientTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explained(chain, true, () -> platform.checkServerTrusted(chain, type));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return platform.getAcceptedIssuers();
  }

  private void explained(X509Certificate[] chain, boolean parent, Check check)
      throws CertificateException {
    try {
      check.run();
    } catch (CertificateException e) {
      throw new Refused(reason(chain, parent, e), e);
    }
    var info = CertificateInfo.of(chain[0], Optional.empty());
    if (revoked.contains(info.fingerprint())) {
      throw new Refused(what(info, parent) + " was revoked", BasicReason.REVOKED);
    }
    @Nullable String objection = parent ? parents.objection(info) : null;
    if (objection != null) {
      throw new Refused(what(info, true) + " " + objection, BasicReason.UNSPECIFIED);
    }
  }

  private static String what(CertificateInfo info, boolean parent) {
    return "%s certificate (%s)"
        .formatted(parent ? "the parent's" : "the child's", Printable.line(info.name(), 64));
  }

  private String reason(X509Certificate[] chain, boolean parent, CertificateException e) {
    if (chain.length == 0) {
      return "%s certificate is missing".formatted(parent ? "the parent's" : "the child's");
    }
    var info = CertificateInfo.of(chain[0], Optional.empty());
    String what = what(info, parent);
    Instant now = Instant.now();
    if (!CertificateInfo.isIssued(chain[0], ca)) {
      return what + " was not issued by this authority";
    }
    if (now.isAfter(info.until())) {
      return "%s expired on %s".formatted(what, CertificateInfo.day(info.until()));
    }
    if (now.isBefore(info.from())) {
      return "%s is not valid before %s; maybe a clock is wrong"
          .formatted(what, CertificateInfo.day(info.from()));
    }
    if (now.isAfter(ca.getNotAfter().toInstant())) {
      return "the authority itself expired on %s"
          .formatted(CertificateInfo.day(ca.getNotAfter().toInstant()));
    }
    if (parent && !info.role().map(NodeRole::isParent).orElse(false)) {
      return "%s is a worker's, expected one of a master or gateway".formatted(what);
    }
    return "%s is refused: %s".formatted(what, e.getMessage());
  }
}

package io.strait.transport.wire;

import io.strait.model.text.Printable;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificates of one authority. The platform decides; this explains in a sentence why
 * it refused a certificate.
 */
final class PeerTrust extends X509ExtendedTrustManager {
  /** A certificate was refused. The message gives the reason. */
  static final class Refused extends CertificateException {
    Refused(String message, CertificateException cause) {
      // The platform looks at the cause's cause when it picks the alert for the other side.
      super(message, cause.getCause() == null ? cause : cause.getCause());
    }
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private final X509Certificate ca;
  private final X509ExtendedTrustManager platform;

  PeerTrust(X509Certificate ca) throws GeneralSecurityException {
    this.ca = ca;
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
  }

  private String reason(X509Certificate[] chain, boolean parent, CertificateException e) {
    String whose = parent ? "the parent's" : "the child's";
    if (chain.length == 0) {
      return "%s certificate is missing".formatted(whose);
    }
    var info = CertificateInfo.of(chain[0], Optional.empty());
    String what = "%s certificate (%s)".formatted(whose, Printable.line(info.name(), 64));
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

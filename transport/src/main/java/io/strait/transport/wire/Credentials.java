package io.strait.transport.wire;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/** The content of an identity's files. */
public record Credentials(X509Certificate ca, X509Certificate certificate, PrivateKey key) {

  /** Reads the files, and checks that they belong together. */
  public static Credentials read(Identity identity) throws IOException {
    var read =
        new Credentials(
            Pem.certificate(identity.ca()),
            Pem.certificate(identity.certificate()),
            Pem.key(identity.key()));
    if (!read.keyFits()) {
      throw new InputException(
          "%s: this is not the key of %s".formatted(identity.key(), identity.certificate()));
    }
    return read;
  }

  /** Refuses what the other side would refuse, with a message that names our files. */
  void check(Identity identity, boolean parent, Instant now) {
    if (!CertificateInfo.isIssued(certificate, ca)) {
      throw new InputException(
          "%s: the certificate was not issued by the authority of %s"
              .formatted(identity.certificate(), identity.ca()));
    }
    var role = CertificateInfo.of(certificate, Optional.empty()).role();
    if (parent && !role.map(NodeRole::isParent).orElse(false)) {
      throw new InputException(
          "%s: this is a worker's certificate, expected one of a master or gateway"
              .formatted(identity.certificate()));
    }
    if (now.isAfter(certificate.getNotAfter().toInstant())) {
      throw new InputException(
          "%s: the certificate expired on %s; issue another one with: strait cert issue"
              .formatted(
                  identity.certificate(),
                  CertificateInfo.day(certificate.getNotAfter().toInstant())));
    }
    if (now.isBefore(certificate.getNotBefore().toInstant())) {
      throw new InputException(
          "%s: the certificate is not valid before %s, and it is %s now; maybe a clock is wrong"
              .formatted(
                  identity.certificate(),
                  CertificateInfo.day(certificate.getNotBefore().toInstant()),
                  CertificateInfo.day(now)));
    }
  }

  private boolean keyFits() {
    try {
      byte[] content = certificate.getSignature();
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      signature.update(content);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(content);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}

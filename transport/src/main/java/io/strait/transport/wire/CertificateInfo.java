package io.strait.transport.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The content of a certificate.
 *
 * @param role empty for an authority, and for certificates of other authorities
 * @param fingerprint SHA-256 of the certificate, in hexadecimal digits
 * @param revoked whether the list beside the authority's certificate has it
 * @param issued whether the authority asked about issued it; empty if none was asked about
 */
public record CertificateInfo(
    String subject,
    String name,
    Optional<NodeRole> role,
    boolean authority,
    Instant from,
    Instant until,
    String fingerprint,
    boolean revoked,
    Optional<Boolean> issued) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Pattern ENTRY = Pattern.compile("(?:^|,)(CN|OU)=([^,+]*)");

  /** Reads a certificate and checks it against an authority, if there is one. */
  public static CertificateInfo read(Path file, @Nullable Path ca) throws IOException {
    X509Certificate certificate = Pem.certificate(file);
    Optional<Boolean> issued =
        ca == null || !Files.exists(ca)
            ? Optional.empty()
            : Optional.of(isIssued(certificate, Pem.certificate(ca)));
    var info = of(certificate, issued);
    return ca != null && isRevoked(info.fingerprint, ca) ? info.asRevoked() : info;
  }

  private static boolean isRevoked(String fingerprint, Path ca) throws IOException {
    return Revoked.read(ca.resolveSibling(Revoked.FILE)).containsKey(fingerprint);
  }

  private CertificateInfo asRevoked() {
    return new CertificateInfo(
        subject, name, role, authority, from, until, fingerprint, true, issued);
  }

  static CertificateInfo of(X509Certificate certificate, Optional<Boolean> issued) {
    String subject = certificate.getSubjectX500Principal().getName();
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return new CertificateInfo(
          subject,
          entry(subject, "CN").orElse(subject),
          entry(subject, "OU").flatMap(NodeRole::of),
          certificate.getBasicConstraints() >= 0,
          certificate.getNotBefore().toInstant(),
          certificate.getNotAfter().toInstant(),
          HexFormat.of().formatHex(hash),
          false,
          issued);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether an authority's key signed a certificate. */
  static boolean isIssued(X509Certificate certificate, X509Certificate ca) {
    try {
      certificate.verify(ca.getPublicKey());
      return certificate.getIssuerX500Principal().equals(ca.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** A time, as messages show it. */
  public static String day(Instant time) {
    return DAY.format(time);
  }

  private static Optional<String> entry(String subject, String key) {
    return ENTRY
        .matcher(subject)
        .results()
        .filter(found -> found.group(1).equals(key))
        .map(found -> found.group(2))
        .findFirst();
  }
}

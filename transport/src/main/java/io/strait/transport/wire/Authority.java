package io.strait.transport.wire;

import io.strait.model.text.InputException;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A private authority that issues the certificates of a run's nodes. The description of this
 * package specifies its files. Certificates become valid a little in the past, because clocks
 * differ.
 */
public final class Authority {
  /** The host name that children expect in a parent's certificate, wherever the parent runs. */
  public static final String PARENT = "parent.strait";

  /** The longest validity of a certificate, including the authority's own. */
  public static final int MOST_DAYS = 3653;

  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]+([.-][A-Za-z0-9]+)*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Set<String> TAKEN = Set.of("ca", "join");
  private static final SecureRandom RANDOM = new SecureRandom();

  private Authority() {}

  /** Makes an authority in a folder, which is created if it is missing. */
  public static void init(Path folder) throws IOException {
    init(folder, Instant.now());
  }

  static void init(Path folder, Instant now) throws IOException {
    try {
      KeyPair keys = keyPair();
      var subject =
          new X500Principal("CN=Strait authority %08x,O=Strait".formatted(RANDOM.nextInt()));
      var builder = builder(subject, subject, keys.getPublic(), now, MOST_DAYS);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      byte[] join = new byte[Tokens.KEY_BYTES];
      RANDOM.nextBytes(join);
      Map<Path, byte[]> files = new LinkedHashMap<>();
      files.put(folder.resolve("join.key"), join);
      files.put(folder.resolve(Tokens.PUBLIC), Pem.print(Tokens.publicKey(join)));
      files.put(folder.resolve("ca.key"), Pem.print(keys.getPrivate()));
      files.put(folder.resolve("ca.pem"), Pem.print(sign(builder, keys.getPrivate())));
      create(folder, files);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Makes a certificate and a key, {@code name.pem} and {@code name.key}. In another folder than
   * the authority's everything is put beside them that a site needs.
   *
   * @param folder the authority's folder
   * @param out the folder for the files, which is created if it is missing
   */
  public static void issue(Path folder, String name, NodeRole role, int days, Path out)
      throws IOException {
    issue(folder, name, role, days, out, Instant.now());
  }

  static void issue(Path folder, String name, NodeRole role, int days, Path out, Instant now)
      throws IOException {
    if (!isName(name)) {
      throw new InputException(
          "'%s' cannot be the name of a certificate, expected up to 63 letters, digits, '.', '_' or '-'"
                  .formatted(name)
              + ", but not 'ca' or 'join'");
    }
    try {
      KeyPair keys = keyPair();
      X509Certificate certificate = certify(folder, name, role, keys.getPublic(), days, now);
      Map<Path, byte[]> files = new LinkedHashMap<>();
      files.put(out.resolve(name + ".key"), Pem.print(keys.getPrivate()));
      files.put(out.resolve(name + ".pem"), Pem.print(certificate));
      SiteFiles.check(folder, out);
      create(out, files);
      IssuedList.add(folder, CertificateInfo.of(certificate, Optional.empty()));
      SiteFiles.copy(folder, out);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Makes a certificate for the key, name and role of one that this authority has issued, in its
   * place. The key may be far away.
   */
  public static void renew(Path folder, Path file, int days) throws IOException {
    renew(folder, file, days, Instant.now());
  }

  static void renew(Path folder, Path file, int days, Instant now) throws IOException {
    X509Certificate old = Pem.certificate(file);
    var info = CertificateInfo.of(old, Optional.empty());
    var role = info.role();
    if (!CertificateInfo.isIssued(old, Pem.certificate(folder.resolve("ca.pem")))
        || role.isEmpty()) {
      throw new InputException(
          "%s: the certificate was not issued by the authority of %s".formatted(file, folder));
    }
    if (Revoked.read(folder.resolve(Revoked.FILE)).containsKey(info.fingerprint())) {
      throw new InputException(
          "%s: the certificate was revoked, expected one that is trusted".formatted(file));
    }
    try {
      var renewed = certify(folder, info.name(), role.get(), old.getPublicKey(), days, now);
      IssuedList.add(folder, CertificateInfo.of(renewed, Optional.empty()));
      PrivateFiles.replace(file, Pem.print(renewed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Revokes all certificates that were issued under a name, or the one with a fingerprint.
   *
   * @return fingerprints and names of those that were not revoked before
   */
  public static Map<String, String> revoke(Path folder, String word) throws IOException {
    Pem.certificate(folder.resolve("ca.pem"));
    Path file = folder.resolve(Revoked.FILE);
    var all = Revoked.read(file);
    var fresh = IssuedList.find(folder, word);
    fresh.keySet().removeAll(all.keySet());
    if (!fresh.isEmpty()) {
      all.putAll(fresh);
      Revoked.write(file, all);
    }
    return fresh;
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches() && !TAKEN.contains(name);
  }

  private static X509Certificate certify(
      Path folder, String name, NodeRole role, PublicKey key, int days, Instant now)
      throws IOException {
    if (days < 1 || days > MOST_DAYS) {
      throw new InputException(
          "a certificate for %d days, expected 1 to %d".formatted(days, MOST_DAYS));
    }
    X509Certificate ca = Pem.certificate(folder.resolve("ca.pem"));
    PrivateKey caKey = Pem.key(folder.resolve("ca.key"));
    Instant end = now.plus(Duration.ofDays(days));
    if (end.isAfter(ca.getNotAfter().toInstant())) {
      throw new InputException(
          "a certificate for %d days would outlive its authority, which ends on %s"
              .formatted(days, CertificateInfo.day(ca.getNotAfter().toInstant())));
    }
    try {
      var subject = new X500Principal("CN=%s,OU=%s,O=Strait".formatted(name, role));
      var builder = builder(ca.getSubjectX500Principal(), subject, key, now, days);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(ca.getPublicKey()));
      builder.addExtension(Extension.extendedKeyUsage, false, purposes(role));
      if (role.isParent()) {
        builder.addExtension(Extension.subjectAlternativeName, false, hosts(name));
      }
      X509Certificate certificate = sign(builder, caKey);
      certificate.verify(ca.getPublicKey());
      return certificate;
    } catch (java.security.SignatureException e) {
      throw new InputException(folder + ": ca.key does not belong to ca.pem");
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a parent is called: by children, and by browsers if its name is that of a host. */
  private static GeneralNames hosts(String name) {
    var parent = new GeneralName(GeneralName.dNSName, PARENT);
    return HOST.matcher(name).matches()
        ? new GeneralNames(new GeneralName[] {parent, new GeneralName(GeneralName.dNSName, name)})
        : new GeneralNames(parent);
  }

  private static ExtendedKeyUsage purposes(NodeRole role) {
    return role.isParent()
        ? new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth})
        : new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth);
  }

  private static KeyPair keyPair() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, PublicKey key, Instant now, int days)
      throws GeneralSecurityException, IOException {
    var builder =
        new X509v3CertificateBuilder(
            X500Name.getInstance(issuer.getEncoded()),
            new BigInteger(127, RANDOM).add(BigInteger.ONE),
            time(now.minus(SKEW)),
            time(now.plus(Duration.ofDays(days))),
            X500Name.getInstance(subject.getEncoded()),
            SubjectPublicKeyInfo.getInstance(key.getEncoded()));
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
    return builder;
  }

  /** Without a locale it would look for an English one among all that there are. */
  private static Time time(Instant instant) {
    return new Time(Date.from(instant), Locale.ENGLISH);
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  static void create(Path folder, Map<Path, byte[]> files) throws IOException {
    for (Path file : files.keySet()) {
      if (Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
        throw new InputException(
            file
                + ": the file exists already and is not overwritten, expected a new name or"
                + " folder");
      }
    }
    PrivateFiles.createFolder(folder);
    PrivateFiles.create(files);
  }
}

package io.strait.transport.wire;

import io.strait.model.text.InputException;
import io.strait.transport.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/** Reads and prints certificates and keys. Errors name the file. */
final class Pem {
  private static final long LARGEST = 1 << 20;
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final Pattern PUBLIC_KEY =
      Pattern.compile("-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----");

  private Pem() {}

  static byte[] print(X509Certificate certificate) throws GeneralSecurityException {
    return print("CERTIFICATE", certificate.getEncoded());
  }

  static byte[] print(PrivateKey key) {
    return print("PRIVATE KEY", key.getEncoded());
  }

  static byte[] print(PublicKey key) {
    return print("PUBLIC KEY", key.getEncoded());
  }

  /** The public key in a file, which everybody may read. */
  static PublicKey publicKey(Path file, String algorithm) throws IOException {
    var text = PUBLIC_KEY.matcher(new String(read(file), StandardCharsets.ISO_8859_1));
    if (text.find()) {
      try {
        byte[] content = Base64.getMimeDecoder().decode(text.group(1));
        return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(content));
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        // reported below
      }
    }
    throw new InputException(
        "%s: this is not a public key, expected an %s key in PEM".formatted(file, algorithm));
  }

  private static byte[] print(String type, byte[] content) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, lines, type)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The first certificate of a file. */
  static X509Certificate certificate(Path file) throws IOException {
    try {
      var factory = CertificateFactory.getInstance("X.509");
      return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(read(file)));
    } catch (CertificateException e) {
      throw new InputException(file + ": this is not a certificate, expected one in PEM");
    }
  }

  /** The private key in a file, which only its owner may read. */
  static PrivateKey key(Path file) throws IOException {
    var text = KEY.matcher(new String(secret(file), StandardCharsets.ISO_8859_1));
    if (text.find()) {
      try {
        byte[] content = Base64.getMimeDecoder().decode(text.group(1));
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content));
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        // reported below
      }
    }
    throw new InputException(
        file + ": this is not a private key, expected an EC key in PKCS#8 PEM");
  }

  /** The content of a file that only its owner may read. */
  static byte[] secret(Path file) throws IOException {
    byte[] content = read(file);
    if (PrivateFiles.openToOthers(file)) {
      throw new InputException(
          "%s: users other than its owner can read or change it, expected mode 600; try: chmod 600 %s"
              .formatted(file, file));
    }
    return content;
  }

  private static byte[] read(Path file) throws IOException {
    try {
      if (Files.size(file) > LARGEST || Files.isDirectory(file)) {
        throw new InputException(file + ": this is not a certificate or key");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new InputException(file + ": there is no such file");
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage());
    }
  }
}

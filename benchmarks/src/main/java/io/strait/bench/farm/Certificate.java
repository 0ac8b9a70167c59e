package io.strait.bench.farm;

import io.strait.bench.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with its certificate for this machine, made anew for every run by the JDK's keytool. */
record Certificate(KeyManagerFactory keys, TrustManagerFactory trust) {
  /** It protects nothing: the key serves processes on this machine for a few seconds. */
  private static final String PASSWORD = "benchmark";

  /** Writes a new key and its certificate to a file. */
  static void make(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.deleteIfExists(file);
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", "farm"));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
    command.addAll(List.of("-dname", "CN=localhost", "-ext", "SAN=dns:localhost"));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", file.toString()));
    if (Command.call(command).status() != 0) {
      throw new IOException("keytool could not make a certificate");
    }
  }

  /** Reads what {@link #make} wrote: each side shows the certificate and trusts it. */
  static Certificate read(Path file) throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("farm", store.getCertificate("farm"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    return new Certificate(keys, trust);
  }

  SSLContext context() throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}

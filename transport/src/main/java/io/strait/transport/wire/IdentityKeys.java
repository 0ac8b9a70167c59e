package io.strait.transport.wire;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.crypto.spec.PBEParameterSpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows the certificate of an identity. Its files are read again at the next handshake after they
 * have changed, so that a certificate can be renewed while the process runs; files that do not fit
 * together leave the one in force that was shown before.
 */
final class IdentityKeys extends X509ExtendedKeyManager {
  /**
   * The store is gone after a moment and nobody sees it. The 10,000 rounds by which it would hide
   * the key behind a password would take every node a tenth of a second.
   */
  private static final PBEParameterSpec ONCE = new PBEParameterSpec(new byte[20], 1);

  private static final String PROTECTION = "PBEWithHmacSHA256AndAES_256";

  private final Identity identity;
  private X509ExtendedKeyManager present;
  private List<FileTime> read;

  /**
   * @param credentials of the identity
   */
  IdentityKeys(Identity identity, Credentials credentials) throws IOException {
    this.identity = identity;
    this.read = times();
    this.present = manager(credentials);
  }

  static X509ExtendedKeyManager manager(Credentials credentials) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setEntry(
          "own",
          new KeyStore.PrivateKeyEntry(
              credentials.key(), new Certificate[] {credentials.certificate(), credentials.ca()}),
          new KeyStore.PasswordProtection(new char[0], PROTECTION, ONCE));
      var keys = KeyManagerFactory.getInstance("SunX509");
      keys.init(store, new char[0]);
      return (X509ExtendedKeyManager) keys.getKeyManagers()[0];
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<FileTime> times() throws IOException {
    return List.of(time(identity.certificate()), time(identity.key()));
  }

  private static FileTime time(Path file) throws IOException {
    return Files.getLastModifiedTime(file);
  }

  /** The certificate that is in force. */
  private synchronized X509ExtendedKeyManager present() {
    try {
      var now = times();
      if (!now.equals(read)) {
        present = manager(Credentials.read(identity));
        read = now;
      }
    } catch (IOException | InputException e) {
      // Maybe they are being written: the next handshake looks again.
    }
    return present;
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return present().chooseEngineClientAlias(types, issuers, engine);
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    return present().chooseEngineServerAlias(type, issuers, engine);
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return present().chooseClientAlias(types, issuers, socket);
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return present().chooseServerAlias(type, issuers, socket);
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return present().getClientAliases(type, issuers);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return present().getServerAliases(type, issuers);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return present().getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return present().getPrivateKey(alias);
  }
}

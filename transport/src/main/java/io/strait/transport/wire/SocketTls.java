package io.strait.transport.wire;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS over plain sockets, with the platform's own implementation: both sides show a certificate of
 * one private authority, as with {@link Tls}. The side that listens is the parent.
 */
public final class SocketTls {
  private static final String VERSION = "TLSv1.3";
  private final SSLContext context;
  private final boolean parent;

  /**
   * Reads an identity.
   *
   * @param parent whether this side listens
   * @throws io.strait.model.text.InputException if the files cannot be used, with the reason
   */
  public SocketTls(Identity identity, boolean parent) throws IOException {
    this.parent = parent;
    var credentials = Credentials.read(identity);
    credentials.check(identity, parent, Instant.now());
    try {
      context = SSLContext.getInstance(VERSION);
      context.init(
          new KeyManager[] {IdentityKeys.manager(credentials)},
          new TrustManager[] {
            new PeerTrust(credentials.ca(), Revoked.beside(identity), PeerTrust.Parents.ANY)
          },
          null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Secures a connection. The handshake is done when this returns, but the other side may still
   * refuse our certificate, which shows when something is read.
   */
  public SSLSocket secure(Socket connection) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(connection, Authority.PARENT, connection.getPort(), true);
    socket.setUseClientMode(!parent);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(new String[] {VERSION});
    if (parent) {
      parameters.setNeedClientAuth(true);
    } else {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** Explains in one sentence why there is no connection; null if the failure is not known here. */
  public static @Nullable String explain(Throwable failure, String other) {
    String sentence = HandshakeFailure.explain(failure, other);
    return sentence.startsWith(HandshakeFailure.UNKNOWN) ? null : sentence;
  }
}

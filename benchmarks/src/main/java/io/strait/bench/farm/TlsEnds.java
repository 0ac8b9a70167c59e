package io.strait.bench.farm;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Both ends of a socket with TLS 1.3 and nothing else: the receiver writes how many results it
 * wants, the sender writes them one after another. The receiver reads each into the same array.
 */
final class TlsEnds implements BulkReceiver {
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256"};

  private final SSLServerSocket server;
  private final byte[] result = new byte[FarmUnderTest.BULK_BYTES];
  private @Nullable SSLSocket socket;

  TlsEnds(Certificate certificate) throws GeneralSecurityException, IOException {
    var factory = certificate.context().getServerSocketFactory();
    server = (SSLServerSocket) factory.createServerSocket(0, 1, InetAddress.getByName("localhost"));
    server.setEnabledProtocols(PROTOCOLS);
    server.setEnabledCipherSuites(CIPHERS);
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void connect() throws IOException {
    socket = (SSLSocket) server.accept();
    socket.setTcpNoDelay(true);
    socket.startHandshake();
  }

  @Override
  public double seconds(int results) throws IOException {
    var open = requireNonNull(socket);
    long start = System.nanoTime();
    new DataOutputStream(open.getOutputStream()).writeInt(results);
    var in = new DataInputStream(open.getInputStream());
    for (int i = 0; i < results; i++) {
      in.readFully(result);
      if (ByteBuffer.wrap(result).getInt() != i) {
        throw new IOException("result %d is wrong".formatted(i));
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Sends what the receiver asks for, until the connection ends. */
  static void send(Certificate certificate, int port) throws GeneralSecurityException, IOException {
    var factory = certificate.context().getSocketFactory();
    try (var socket = (SSLSocket) factory.createSocket("localhost", port)) {
      socket.setEnabledProtocols(PROTOCOLS);
      socket.setEnabledCipherSuites(CIPHERS);
      socket.setTcpNoDelay(true);
      socket.startHandshake();
      var in = new DataInputStream(socket.getInputStream());
      var out = socket.getOutputStream();
      var result = new byte[FarmUnderTest.BULK_BYTES];
      while (true) {
        int results = in.readInt();
        for (int i = 0; i < results; i++) {
          ByteBuffer.wrap(result).putInt(i);
          out.write(result);
        }
      }
    }
  }
}

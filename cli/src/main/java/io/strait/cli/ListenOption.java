package io.strait.cli;

import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import java.net.InetSocketAddress;

/** A port to open, as people write it: {@code PORT} or {@code HOST:PORT}. */
final class ListenOption {
  private ListenOption() {}

  /** The address; a port alone means this machine's loopback without TLS, else all addresses. */
  static InetSocketAddress parse(String text, ConnectionOptions connection) {
    if (text.indexOf(':') >= 0) {
      return HostPort.parse("--listen", text);
    }
    try {
      long port = PlainNumber.whole(text);
      if (port >= 0 && port <= 65535) {
        var host = connection.plaintext ? "localhost" : "0.0.0.0";
        return InetSocketAddress.createUnresolved(host, (int) port);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new InputException(
        "--listen '%s' is not a port, expected PORT such as 7078, or HOST:PORT".formatted(text));
  }
}

package io.strait.transport.wire;

import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.InputException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Addresses as people write them: {@code HOST:PORT}. */
public final class HostPort {
  private HostPort() {}

  /** Reads {@code HOST:PORT}. */
  public static InetSocketAddress parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    try {
      long port = PlainNumber.whole(text.substring(colon + 1));
      if (colon > 0 && port >= 0 && port <= 65535) {
        var host = text.substring(0, colon).replaceAll("^\\[|\\]$", "");
        return InetSocketAddress.createUnresolved(host, (int) port);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new InputException(
        "%s '%s' is not an address, expected HOST:PORT such as home.example.org:7077"
            .formatted(option, text));
  }

  /** An address as {@code HOST:PORT}, with numbers where it was resolved. */
  static String text(InetSocketAddress address) {
    @Nullable InetAddress resolved = address.getAddress();
    var host = resolved == null ? address.getHostString() : resolved.getHostAddress();
    return (host.contains(":") ? "[%s]:%d" : "%s:%d").formatted(host, address.getPort());
  }

  /** Resolves an address at which to open a port. */
  public static InetSocketAddress here(InetSocketAddress address) {
    var resolved = new InetSocketAddress(address.getHostString(), address.getPort());
    if (resolved.isUnresolved()) {
      throw new InputException(
          "there is no host '%s', expected an address of this machine"
              .formatted(address.getHostString()));
    }
    return resolved;
  }

  /** Whether an address is this machine's loopback address. */
  public static boolean isHere(InetSocketAddress address) {
    try {
      return InetAddress.getByName(address.getHostString()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}

package io.strait.cli;

import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import io.strait.run.farm.Settings;
import io.strait.run.wire.Identity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How processes of a farm find and know each other. */
final class ConnectionOptions {
  @Option(
      names = "--identity",
      paramLabel = "DIR/NAME",
      description =
          "Certificate to show: DIR/NAME.pem and NAME.key beside DIR/ca.pem, as strait cert issue"
              + " makes them.")
  @Nullable Path identity;

  @Option(
      names = "--plaintext",
      description = "No encryption; only with addresses of this machine, or with the next option.")
  boolean plaintext;

  @Option(
      names = "--plaintext-across-gaps",
      description =
          "No encryption wherever the other side is. Everybody on the way can read along.")
  boolean plaintextAcrossGaps;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      defaultValue = "60 s",
      description =
          "How long a silent child keeps its tasks before they are given to others (default: 60"
              + " s).")
  String lease = "60 s";

  /** The identity, or null where plain text was asked for. */
  @Nullable Identity identity(InetSocketAddress with) {
    var shown = identity;
    if (shown != null) {
      if (plaintext || plaintextAcrossGaps) {
        throw new InputException("--identity and --plaintext are both given, expected one of them");
      }
      var folder = shown.toAbsolutePath().getParent();
      return Identity.in(folder == null ? Path.of("/") : folder, shown.getFileName().toString());
    }
    if (plaintextAcrossGaps || (plaintext && isHere(with))) {
      return null;
    }
    throw new InputException(
        plaintext
            ? "--plaintext with %s, expected an address of this machine, or --identity, or --plaintext-across-gaps"
                .formatted(with.getHostString())
            : "no --identity, expected --identity DIR/NAME (strait cert makes one), or"
                + " --plaintext");
  }

  private static boolean isHere(InetSocketAddress address) {
    try {
      return InetAddress.getByName(address.getHostString()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  Settings settings() {
    return Settings.DEFAULT.withLease(nanos("--lease", lease, Duration.ofMillis(200)));
  }

  static long nanos(String option, String text, Duration least) {
    try {
      var time = Durations.parse(text);
      if (time.compareTo(least) < 0 || time.compareTo(Duration.ofDays(30)) > 0) {
        throw new InputException(
            "%s %s is out of range, expected %s to 30 d"
                .formatted(option, text, Durations.text(least)));
      }
      return time.toNanos();
    } catch (QuantityException e) {
      throw new InputException("%s: %s".formatted(option, e.getMessage()));
    }
  }

  /** Reads {@code HOST:PORT}. */
  static InetSocketAddress address(String option, String text) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (colon > 0 && port >= 0 && port <= 65535) {
        var host = text.substring(0, colon).replaceAll("^\\[|\\]$", "");
        return InetSocketAddress.createUnresolved(host, port);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new InputException(
        "%s '%s' is no address, expected HOST:PORT such as home.example.org:7077"
            .formatted(option, text));
  }

  /** An address to open a port at. */
  static InetSocketAddress here(InetSocketAddress address) {
    var resolved = new InetSocketAddress(address.getHostString(), address.getPort());
    if (resolved.isUnresolved()) {
      throw new InputException(
          "there is no host '%s', expected an address of this machine"
              .formatted(address.getHostString()));
    }
    return resolved;
  }
}

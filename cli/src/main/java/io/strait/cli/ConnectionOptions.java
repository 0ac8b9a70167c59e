package io.strait.cli;

import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Identity;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How processes of a farm find and know each other. */
public final class ConnectionOptions {
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

  /** Whether any of them is. */
  boolean isGiven() {
    return identity != null || plaintext || plaintextAcrossGaps;
  }

  /** The identity, or null where plain text was asked for. */
  public @Nullable Identity identity(InetSocketAddress with) {
    var shown = identity;
    if (shown != null) {
      if (plaintext || plaintextAcrossGaps) {
        throw new InputException("--identity and --plaintext are both given, expected one of them");
      }
      var folder = shown.toAbsolutePath().getParent();
      return Identity.in(folder == null ? Path.of("/") : folder, shown.getFileName().toString());
    }
    if (plaintextAcrossGaps || (plaintext && HostPort.isHere(with))) {
      return null;
    }
    throw new InputException(
        plaintext
            ? "--plaintext with %s, expected an address of this machine, or --identity, or --plaintext-across-gaps"
                .formatted(with.getHostString())
            : "no --identity, expected --identity DIR/NAME (strait cert makes one), or"
                + " --plaintext");
  }
}

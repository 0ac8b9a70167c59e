package io.strait.cli;

import io.strait.model.text.InputException;
import io.strait.run.wire.Identity;
import io.strait.run.wire.Tls;
import io.strait.run.wire.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a plan is run. */
final class RunOptions {
  /** Where workers come from. */
  enum Workers {
    EMBEDDED,
    PROCESSES,
    NONE
  }

  @Option(
      names = "--workers",
      paramLabel = "embedded|processes|none",
      defaultValue = "embedded",
      description =
          "Threads in this process; gateway and worker processes (for a stencil or a realignment,"
              + " ranks) on this machine; or none, and others join (default: embedded).")
  private String workers = "embedded";

  @Option(
      names = "--mpi",
      paramLabel = "auto|openmpi|mpich|none",
      defaultValue = "auto",
      description =
          "What carries messages inside the clusters of a stencil or a realignment whose ranks are"
              + " processes (default: what is installed).")
  String mpi = "auto";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Let gateways and workers join from outside.")
  private @Nullable String listen;

  @Option(
      names = "--tokens",
      paramLabel = "DIR",
      description = "Let in only who shows a token made with DIR/join.key.")
  @Nullable Path tokens;

  @Option(
      names = "--fail-fast",
      description = "End the run when a task has failed for good (default: go on, and report it).")
  boolean failFast;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "Port on this machine for metrics in the format of Prometheus, at /metrics (default: any;"
              + " see control.json in the run's folder).")
  int metrics;

  @Option(names = "--verbose", description = "Say what happens.")
  boolean verbose;

  @Option(names = "--quiet", description = "Show no progress.")
  boolean quiet;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the outcome (default: text).")
  Format format = Format.TEXT;

  Workers workers() {
    for (var value : Workers.values()) {
      if (value.name().toLowerCase(Locale.ROOT).equals(workers)) {
        return value;
      }
    }
    throw new InputException(
        "--workers '%s', expected one of: embedded, processes, none".formatted(workers));
  }

  @Nullable InetSocketAddress listen() {
    return listen == null ? null : ConnectionOptions.address("--listen", listen);
  }

  /** Complains about what does not fit, before anything is written. */
  void check(ConnectionOptions connection) throws IOException {
    if (workers() == Workers.NONE && listen == null) {
      throw new InputException("--workers none without --listen, expected --listen HOST:PORT");
    }
    var address = listen();
    if (address != null) {
      @Nullable Identity identity = connection.identity(address);
      checkPort(ConnectionOptions.here(address), "--listen " + listen);
      if (identity != null) {
        Tls.check(identity, true);
      }
    }
    if (tokens != null) {
      Tokens.key(tokens);
    }
    if (metrics < 0 || metrics > 65535) {
      throw new InputException("--metrics %d, expected a port".formatted(metrics));
    }
    if (metrics > 0) {
      checkPort(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), metrics), "--metrics " + metrics);
    }
    connection.settings();
  }

  /** Better to know now than when the folder of the run is there. */
  private static void checkPort(InetSocketAddress address, String option) {
    try (var probe = new ServerSocket()) {
      probe.bind(address);
    } catch (IOException e) {
      throw new InputException(
          "%s: %s, expected a free port of this machine".formatted(option, e.getMessage()));
    }
  }
}

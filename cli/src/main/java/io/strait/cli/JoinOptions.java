package io.strait.cli;

import io.strait.kind.run.ExitCode;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a gateway or worker joins a run. */
final class JoinOptions {
  @Option(
      names = "--parent",
      required = true,
      paramLabel = "HOST:PORT",
      description = "The master or gateway to work for.")
  private String parent = "";

  @Option(
      names = "--parent-name",
      paramLabel = "NAME",
      description =
          "The name in the parent's certificate: work for nobody else (default: for any master, and"
              + " for no gateway).")
  private @Nullable String parentName;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Its name in the run; the name of a host or cluster of the plan, if it is one"
              + " (default: this machine's name and the process number).")
  private @Nullable String name;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A join token, as strait cert token makes it. Or the environment variable STRAIT_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "24 h",
      description = "How long to try to reach the parent before giving up (default: 24 h).")
  String patience = "24 h";

  @Option(
      names = "--while",
      hidden = true,
      paramLabel = "PID",
      description = "End at once when this process ends: nobody else would end it then.")
  private @Nullable Long whileAlive;

  @Option(names = "--verbose", description = "Say what happens.")
  boolean verbose;

  InetSocketAddress parent() {
    return HostPort.parse("--parent", parent);
  }

  /** The identity to show, which also says for whom this process works. */
  @Nullable Identity identity(ConnectionOptions connection) {
    @Nullable Identity shown = connection.identity(parent());
    if (parentName == null || shown == null) {
      if (parentName != null) {
        throw new InputException(
            "--parent-name %s without certificates, expected --identity DIR/NAME"
                .formatted(parentName));
      }
      return shown;
    }
    return shown.under(parentName);
  }

  String name() {
    if (name != null) {
      if (name.isBlank() || name.length() > 100) {
        throw new InputException(
            "--name '%s' is not a name, expected 1 to 100 characters".formatted(name));
      }
      return name;
    }
    try {
      return InetAddress.getLocalHost().getHostName() + "-" + ProcessHandle.current().pid();
    } catch (UnknownHostException e) {
      return "host-" + ProcessHandle.current().pid();
    }
  }

  /** Whether the process that started this one, and all others of the run, is on this machine. */
  boolean hasStarter() {
    return whileAlive != null;
  }

  /** Lets this process end with the one that started it, whatever ends that. */
  void followStarter() {
    followStarter(whileAlive);
  }

  /** The same for the process with a number; null for none. */
  static void followStarter(@Nullable Long pid) {
    if (pid != null) {
      var _ =
          ProcessHandle.of(pid)
              .map(ProcessHandle::onExit)
              .orElse(CompletableFuture.completedFuture(null))
              .thenRun(() -> Runtime.getRuntime().halt(ExitCode.FAILED));
    }
  }

  String token() throws IOException {
    return Tokens.find(tokenFile, System.getenv()).orElse("");
  }
}

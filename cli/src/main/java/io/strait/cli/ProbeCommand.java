package io.strait.cli;

import io.strait.kind.option.Options;
import io.strait.kind.run.ExitCode;
import io.strait.measure.grid.probe.ProbeClient;
import io.strait.measure.link.Line;
import io.strait.measure.link.LinkDoor;
import io.strait.measure.link.LinkException;
import io.strait.measure.link.Probe;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Tokens;
import io.strait.view.Console;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strait probe}: the other end of a measurement. */
@Command(
    name = "probe",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "The other end of strait measure link or strait measure grid, on another machine.",
      "A probe that listens serves one measurement after the other until it is ended. A probe that"
          + " dials serves one and ends.",
      "With --join it dials strait measure grid, measures this host and networks to others, and"
          + " ends with the measurement. Experiments use ports that are open for them alone; one of"
          + " two hosts must be able to dial the other.",
      "Certificates are those of runs: the end that listens needs one of a master or gateway."
    },
    footer = {
      "",
      "Examples:",
      "  strait probe --listen 7078 --identity certs/gateway1",
      "  strait probe --connect home.example.org:7078 --identity certs/worker1",
      "  strait probe --listen 7078 --plaintext         for this machine alone",
      "  strait probe --join home.example.org:7078 --identity certs/worker1 --cluster spain"
    })
final class ProbeCommand implements Callable<Integer> {
  private static final int MOST_CORES = 10_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--listen",
      paramLabel = "PORT",
      description = "Wait for strait measure link at this port, or HOST:PORT.")
  private @Nullable String listen;

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      description = "Dial a waiting strait measure link --listen.")
  private @Nullable String connect;

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      description = "Join a waiting strait measure grid --listen.")
  private @Nullable String join;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "With --join: the name of this host in the grid (default: its own).")
  private @Nullable String name;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          "With --join: the cluster that it belongs to (default: found out by measuring).")
  private @Nullable String cluster;

  @Option(
      names = "--app",
      paramLabel = "APP",
      description = "With --join: measure the rate of this app's tasks here, on all cores.")
  private @Nullable Path app;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "With --join: count so many of this host's cores (default: all).")
  private @Nullable Integer cores;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "With --join: a token, as strait cert token makes it. Or the environment variable"
              + " STRAIT_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "1 min",
      description = "How long to dial where nothing listens yet (default: ${DEFAULT-VALUE}).")
  private String patience = "1 min";

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--beside-others",
      hidden = true,
      description = "Other probes may be on this host, which disturbs all of them.")
  private boolean besideOthers;

  @Option(
      names = "--while",
      hidden = true,
      paramLabel = "PID",
      description = "End at once when this process ends.")
  private @Nullable Long whileAlive;

  @Override
  public Integer call() throws IOException {
    long ways = Stream.of(listen, connect, join).filter(Objects::nonNull).count();
    if (ways != 1) {
      throw new InputException(
          "expected one of --listen PORT, --connect HOST:PORT and --join HOST:PORT");
    }
    if (join == null
        && Stream.of(name, cluster, cores, app, tokenFile).anyMatch(Objects::nonNull)) {
      throw new InputException(
          "--name, --cluster, --cores, --app and --token-file are for --join HOST:PORT, expected it"
              + " too");
    }
    if (cores != null && (cores < 1 || cores > MOST_CORES)) {
      throw new InputException(
          "--cores %d, expected a number from 1 to %d".formatted(cores, MOST_CORES));
    }
    var wait = Duration.ofNanos(Options.nanos("--patience", patience, Duration.ZERO));
    JoinOptions.followStarter(whileAlive);
    var console = Main.console(spec);
    if (join != null) {
      return join(HostPort.parse("--join", join), wait, console);
    }
    if (listen != null) {
      var address = ListenOption.parse(listen, connection);
      var door = new LinkDoor(HostPort.here(address), connection.identity(address));
      return LinkEnd.run(console, end -> serve(end.keep(door), end, console));
    }
    var address = HostPort.parse("--connect", String.valueOf(connect));
    var identity = connection.identity(address);
    return LinkEnd.run(
        console,
        end -> {
          new Probe(end.keep(LinkDoor.dial(address, identity, wait))).serve();
          return ExitCode.DONE;
        });
  }

  private int join(InetSocketAddress address, Duration wait, Console console) throws IOException {
    var identity = connection.identity(address);
    var called = name == null ? hostName() : name;
    if (!GridFile.isName(called) || (cluster != null && !GridFile.isName(cluster))) {
      throw new InputException(
          "--name '%s' or --cluster '%s' is no name, expected letters, digits, '_', '.' and '-'"
              .formatted(called, cluster == null ? "" : cluster));
    }
    var token = Tokens.find(tokenFile, System.getenv()).orElse("");
    var self =
        new ProbeClient.Self(
            called,
            cluster == null ? "" : cluster,
            token,
            cores == null ? 0 : cores,
            app == null ? null : ProbeTasks.of(app));
    var client = new ProbeClient(self, !besideOthers, console::say);
    return LinkEnd.run(
        console,
        end -> {
          end.keep(client).run(address, identity, wait);
          return end.isAsked() ? ExitCode.FAILED : ExitCode.DONE;
        });
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "host-" + ProcessHandle.current().pid();
    }
  }

  /** One measurement after the other; one that fails does not end the probe. */
  private static int serve(LinkDoor door, LinkEnd end, Console console) throws IOException {
    console.say("a probe listens at port %d".formatted(door.port()));
    while (true) {
      try (Line line = end.keep(door.accept())) {
        console.say("a measurement begins");
        long bytes = new Probe(line).serve();
        console.say("served a measurement of %.1f MB".formatted(bytes * 1e-6));
      } catch (LinkException e) {
        if (end.isAsked()) {
          throw e;
        }
        console.say("a measurement failed: " + e.getMessage());
      }
    }
  }
}

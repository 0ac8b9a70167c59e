package io.strait.cli;

import io.strait.kind.option.Options;
import io.strait.kind.run.ExitCode;
import io.strait.measure.link.Line;
import io.strait.measure.link.LinkDoor;
import io.strait.measure.link.LinkException;
import io.strait.measure.link.Probe;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.view.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
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
      "The other end of strait measure link, on another machine.",
      "A probe that listens serves one measurement after the other until it is ended. A probe that"
          + " dials serves one and ends.",
      "Certificates are those of runs: the end that listens needs one of a master or gateway."
    },
    footer = {
      "",
      "Examples:",
      "  strait probe --listen 7078 --identity certs/gateway1",
      "  strait probe --connect home.example.org:7078 --identity certs/worker1",
      "  strait probe --listen 7078 --plaintext         for this machine alone"
    })
final class ProbeCommand implements Callable<Integer> {
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
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "1 min",
      description = "How long to dial where nothing listens yet (default: ${DEFAULT-VALUE}).")
  private String patience = "1 min";

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--while",
      hidden = true,
      paramLabel = "PID",
      description = "End at once when this process ends.")
  private @Nullable Long whileAlive;

  @Override
  public Integer call() throws IOException {
    if ((listen == null) == (connect == null)) {
      throw new InputException("expected either --listen PORT or --connect HOST:PORT");
    }
    var wait = Duration.ofNanos(Options.nanos("--patience", patience, Duration.ZERO));
    JoinOptions.followStarter(whileAlive);
    var console = Main.console(spec);
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

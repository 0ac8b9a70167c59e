package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.launch.site.PortRelay;
import io.strait.transport.wire.HostPort;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strait relay}: started by runs on login nodes. */
@Command(
    name = "relay",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Passes connections on to another port. Runs start it on login nodes.",
    footer = {"", "Examples:", "  strait relay --listen 0.0.0.0:0 --to 127.0.0.1:7077"})
public final class RelayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--listen", required = true, paramLabel = "HOST:PORT", description = "Where.")
  private String listen = "";

  @Option(names = "--to", required = true, paramLabel = "HOST:PORT", description = "Where to.")
  private String to = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    var at = HostPort.here(HostPort.parse("--listen", listen));
    try (var relay = new PortRelay(at, HostPort.here(HostPort.parse("--to", to)))) {
      var err = spec.commandLine().getErr();
      err.println("listening on port %d".formatted(relay.port()));
      err.flush();
      relay.run();
    }
    return ExitCode.DONE;
  }
}

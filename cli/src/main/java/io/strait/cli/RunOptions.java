package io.strait.cli;

import io.strait.kind.option.Options;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;
import io.strait.launch.Launcher;
import io.strait.launch.Site;
import io.strait.model.Grid;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Tls;
import io.strait.transport.wire.Tokens;
import io.strait.view.Console;
import io.strait.view.Format;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a plan is run. */
public final class RunOptions {
  /** Leaves the word after an option without a port where it is, unless that is a port. */
  static final class PortIfGiven implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("PMD.LooseCoupling") // the interface says so
    public boolean preprocess(
        Stack<String> args, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
      boolean isAttached = !" ".equals(info.get("separator"));
      if (isAttached || (!args.isEmpty() && args.peek().matches("-?\\d+"))) {
        return false; // as usual
      }
      option.setValue(0);
      return true;
    }
  }

  @Option(
      names = "--workers",
      paramLabel = "embedded|processes|sites|none",
      description =
          "Threads in this process; gateway and worker processes (for other kinds than"
              + " farms, ranks) on this machine; processes at the sites of the grid, as start says"
              + " there; or none, and others join (default: sites where clusters have start,"
              + " otherwise embedded).")
  private @Nullable String workers;

  @Option(
      names = "--lab",
      description =
          "In a lab: brings up the grid's hosts and networks on this machine (see strait lab),"
              + " starts everything inside its hosts, and takes it down.")
  boolean lab;

  @Option(
      names = "--faults",
      paramLabel = "FILE",
      description = "With --lab: what happens to it, from the beginning of the run's last step.")
  @Nullable Path faults;

  @Option(names = "--in-lab", hidden = true, description = "This process is inside a host of it.")
  @Nullable String inLab;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Let gateways and workers join from outside.")
  private @Nullable String listen;

  @Option(
      names = "--tokens",
      paramLabel = "DIR",
      description = "Let in only who shows a token of the authority of DIR/join.pub.")
  public @Nullable Path tokens;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "Port on this machine for metrics in the format of Prometheus, at /metrics (default: any;"
              + " see control.json in the run's folder).")
  public int metrics;

  @Option(
      names = "--serve",
      arity = "0..1",
      fallbackValue = "0",
      preprocessor = PortIfGiven.class,
      paramLabel = "PORT",
      description =
          "Show the run in a browser while it goes on, on this port of this machine (default: any"
              + " that is free); see strait serve.")
  public @Nullable Integer serve;

  @Option(
      names = "--control",
      description = "With --serve: the page can stop the run and change who gets tasks.")
  boolean control;

  @Option(names = "--verbose", description = "Say what happens.")
  boolean verbose;

  @Option(names = "--quiet", description = "Show no progress.")
  public boolean quiet;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the outcome (default: text).")
  public Format format = Format.TEXT;

  /** Who computes, if nothing is known of the grid. */
  public Workers workers() {
    if (lab || inLab != null) {
      return Workers.PROCESSES;
    }
    if (workers == null) {
      return Workers.EMBEDDED;
    }
    for (var value : Workers.values()) {
      if (value.word().equals(workers)) {
        return value;
      }
    }
    throw new InputException(
        "--workers '%s', expected one of: embedded, processes, sites, none".formatted(workers));
  }

  /**
   * Who computes on a grid.
   *
   * @param isEmulated whether its hosts are emulated here
   */
  Workers workers(Grid grid, boolean isEmulated) {
    boolean hasSites = grid.clusters().stream().anyMatch(cluster -> cluster.start() != null);
    boolean isOpen = workers == null && !lab && inLab == null && listen == null;
    return isOpen && hasSites && !isEmulated ? Workers.SITES : workers();
  }

  public @Nullable InetSocketAddress listen() {
    return listen == null ? null : HostPort.parse("--listen", listen);
  }

  /** All that a kind of application must know to run a plan. */
  RunSettings settings(
      Grid grid,
      ConnectionOptions connection,
      EmulationOptions emulation,
      Launcher launcher,
      Site site,
      ClassLoader loader,
      Options options,
      Console console,
      RunSettings.Reporter reporter) {
    @Nullable InetSocketAddress address = listen();
    return new RunSettings(
        workers(grid, emulation.isGiven()),
        address == null
            ? null
            : new RunSettings.Door(HostPort.here(address), connection.identity(address), tokens),
        metrics,
        quiet,
        format,
        console,
        emulation.timeScale(lab || inLab != null),
        emulation.steps(),
        loader,
        launcher,
        site,
        reporter,
        options);
  }

  /** Complains about what does not fit, before anything is written. */
  void check(ConnectionOptions connection) throws IOException {
    if ((lab || inLab != null) && listen != null) {
      throw new InputException("--listen with --lab, expected one of them");
    }
    if (faults != null && !lab && inLab == null) {
      throw new InputException("--faults without --lab, expected both");
    }
    if (workers() == Workers.NONE && listen == null) {
      throw new InputException("--workers none without --listen, expected --listen HOST:PORT");
    }
    var address = listen();
    if (address != null) {
      @Nullable Identity identity = connection.identity(address);
      checkPort(HostPort.here(address), "--listen " + listen);
      if (identity != null) {
        Tls.checkMaster(identity);
      }
    }
    if (tokens != null) {
      var _ = Tokens.publicKey(tokens);
    }
    if (metrics < 0 || metrics > 65535) {
      throw new InputException("--metrics %d, expected a port".formatted(metrics));
    }
    if (serve != null && (serve < 0 || serve > 65535)) {
      throw new InputException("--serve %d, expected a port".formatted(serve));
    }
    if (control && serve == null) {
      throw new InputException("--control without --serve, expected both");
    }
    if (serve != null && (lab || inLab != null)) {
      throw new InputException(
          "--serve with --lab, expected one of them: strait serve shows the run from outside");
    }
    if (metrics > 0) {
      checkPort(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), metrics), "--metrics " + metrics);
    }
    if (serve != null && serve > 0) {
      checkPort(new InetSocketAddress(InetAddress.getLoopbackAddress(), serve), "--serve=" + serve);
    }
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

package io.strait.cli;

import io.strait.cli.sites.ProbePlaces;
import io.strait.cli.sites.SiteProbes;
import io.strait.kind.option.Options;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.ExitHook;
import io.strait.lab.Lab;
import io.strait.lab.host.Quotas;
import io.strait.lab.relay.Hosts;
import io.strait.launch.Launcher;
import io.strait.measure.grid.GridMeasurement;
import io.strait.measure.grid.MeasureReport;
import io.strait.measure.grid.MeasuredText;
import io.strait.measure.grid.MeasuredUpdate;
import io.strait.measure.grid.probe.ProbeServer;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.TokenGuard;
import io.strait.view.Console;
import io.strait.view.Format;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure grid}. */
@Command(
    name = "grid",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures hosts and the networks between them, and writes a grid file.",
      "With GRID, a grid file whose clusters have start, it sends Strait to each site, starts"
          + " probes where workers of a run would be, and ends them. Gaps are measured by the way"
          + " that runs take, the SSH connection. What it writes is GRID with the figures.",
      "Otherwise a strait probe --join runs on every host and dials this command.",
      "Probes measure cores"
          + " and speeds, find out which hosts share a LAN, whether it is a hub or a switch, which"
          + " clusters have a link or go through others, and which links share a network; and for"
          + " each network bandwidth, latency, jitter and loss, in both directions.",
      "Experiments that may share a network never overlap. If some fail, the others are written and"
          + " the exit code is 1.",
      "Into a file that is there go the figures; keys written by hand and comments stay."
    },
    footer = {
      "",
      "Examples:",
      "  strait measure grid grid.yaml -o measured.yaml",
      "                                 at the sites of the grid; -o grid.yaml changes it in place",
      "  strait measure grid --listen 7078 --probes 6 --identity certs/master -o grid.yaml",
      "    and on each host: strait probe --join home.example.org:7078 --identity certs/worker1",
      "  strait measure grid --lab examples/three-continents -o measured.yaml",
      "                                 in a lab, where the truth is known"
    })
final class MeasureGridCommand implements Callable<Integer> {
  private static final int MOST_PROBES = 10_000;
  private static final int LAB_PORT = 7078;
  private static final Duration LONGEST_END = Duration.ofSeconds(20);

  /** What a file says of gaps that were measured at sites. */
  private static final String GAPS =
      "measure grid, gaps: through the SSH connections and relays of runs; what passes between"
          + " sites goes through home, so they have no links";

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "GRID",
      description = "A grid file whose clusters say how probes are started there.")
  private @Nullable Path sites;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "With GRID: measure so many of each group of equal hosts (default: 2).")
  private @Nullable Integer hosts;

  @Option(
      names = "--listen",
      paramLabel = "PORT",
      description = "Wait for probes at this port, or HOST:PORT.")
  private @Nullable String listen;

  @Option(names = "--probes", paramLabel = "N", description = "How many probes to wait for.")
  private @Nullable Integer probes;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description =
          "How long to wait for them, or for jobs in queues; then those that came (default: 2 min,"
              + " with GRID 10 min).")
  private @Nullable String patienceOption;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The grid file to write, or to change (default: print a new one).")
  private @Nullable Path output;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "measured",
      description = "The name of a new grid (default: ${DEFAULT-VALUE}).")
  private String name = "measured";

  @Option(
      names = "--lan-latency",
      paramLabel = "TIME",
      defaultValue = "2 ms",
      description =
          "Hosts that are no further apart share a LAN, unless their probes name clusters (default:"
              + " ${DEFAULT-VALUE}).")
  private String lanLatency = "2 ms";

  @Option(names = "--idle", description = "Take hosts as if nobody used them: write no available.")
  private boolean isIdle;

  @Option(names = "--no-speed", description = "Do not measure the speed of hosts.")
  private boolean noSpeed;

  @Option(
      names = "--once",
      description = "Measure nothing again to know it better: faster, and wider intervals.")
  private boolean once;

  @Option(
      names = "--tokens",
      paramLabel = "DIR",
      description = "Let only probes join that show a token of the authority in this folder.")
  private @Nullable Path tokens;

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--lab",
      paramLabel = "GRID",
      description =
          "Bring up a lab of this grid, with a probe on every host, measure it and take it down."
              + " Clusters that only pass traffic on have no probes. Hosts count as idle.")
  private @Nullable Path lab;

  @Option(names = "--quota", description = "With --lab: hosts have CPU time by their speed.")
  private boolean quota;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print what was measured (default: text).")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    var settings =
        new GridMeasurement.Settings(
            Options.nanos("--lan-latency", lanLatency, Duration.ZERO) * 1e-9,
            isIdle || lab != null,
            !noSpeed,
            once);
    var patience = patience();
    var wait = Duration.ofNanos(Options.nanos("--patience", patience, Duration.ZERO));
    if (!GridFile.isName(name)) {
      throw new UsageException(
          "--name '%s', expected letters, digits, '_', '.' and '-'".formatted(name));
    }
    SafeFile.checkWritable(output);
    var console = Main.console(spec);
    if (sites != null) {
      return atSites(sites, settings, wait, console);
    }
    if (hosts != null) {
      throw new UsageException("--hosts without GRID, expected both");
    }
    @Nullable Path old = output == null || !Files.exists(output) ? null : output;
    checkGrid(old);
    if (lab != null) {
      if (listen != null || probes != null) {
        throw new UsageException("--lab with --listen or --probes, expected --lab alone");
      }
      return outside(LabCommand.read(lab), console);
    }
    if (quota) {
      throw new UsageException("--quota without --lab, expected both");
    }
    if (listen == null || probes == null) {
      throw new UsageException(
          "expected a grid file, or --listen PORT and --probes N, or --lab GRID");
    }
    if (probes < 1 || probes > MOST_PROBES) {
      throw new UsageException(
          "--probes %d, expected a number from 1 to %d".formatted(probes, MOST_PROBES));
    }
    var address = ListenOption.parse(listen, connection);
    var identity = connection.identity(address);
    var guard = TokenGuard.of(tokens);
    int wanted = probes;
    var server = new ProbeServer(HostPort.here(address), identity, guard, console::say);
    return LinkEnd.run(
        console,
        end -> {
          end.keep(server);
          console.say("waiting for %d probes at port %d".formatted(wanted, server.port()));
          var joined = server.await(wanted, wait);
          if (joined.isEmpty()) {
            console.say(
                end.isAsked()
                    ? "strait: stopped before it was done"
                    : "strait: no probe came in %s, expected strait probe --join on every host"
                        .formatted(patience));
            return ExitCode.FAILED;
          }
          boolean isAll = joined.size() >= wanted;
          if (!isAll) {
            console.say(
                "%d of %d probes came in %s: measuring those"
                    .formatted(joined.size(), wanted, patience));
          }
          var sorted = joined.stream().sorted(Comparator.comparing(RemoteProbe::name)).toList();
          var measurement = new GridMeasurement(sorted, settings, null, console::say);
          end.keep(measurement::stop);
          boolean isWhole = measurement.run();
          boolean fits = finish(measurement, old, console);
          return isWhole && isAll && fits ? ExitCode.DONE : ExitCode.FAILED;
        });
  }

  private String patience() {
    if (patienceOption != null) {
      return patienceOption;
    }
    return sites == null ? "2 min" : "10 min";
  }

  /** Reads the file that gets the figures; links are among what it may lack. */
  private static @Nullable Grid checkGrid(@Nullable Path file) {
    return file == null ? null : GridFile.readInParts(Document.read(file));
  }

  /** Measures with probes that are started at the sites of a grid. */
  private int atSites(Path file, GridMeasurement.Settings settings, Duration wait, Console console)
      throws IOException {
    if (Stream.of(listen, probes, tokens, lab, connection.identity).anyMatch(Objects::nonNull)
        || quota
        || connection.plaintext
        || connection.plaintextAcrossGaps) {
      throw new UsageException(
          "GRID with --listen, --probes, --tokens, --identity, --plaintext, --lab or --quota,"
              + " expected GRID alone");
    }
    int each = hosts == null ? 2 : hosts;
    if (each < 1 || each > MOST_PROBES) {
      throw new UsageException(
          "--hosts %d, expected a number from 1 to %d".formatted(each, MOST_PROBES));
    }
    var places = ProbePlaces.of(GridFile.read(Document.read(file)), each, file);
    var run =
        "measure-"
            + LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    return LinkEnd.run(
        console,
        LONGEST_END,
        end -> {
          var started =
              end.keep(new SiteProbes(places, run, wait, Main.class.getName(), console::say));
          var joined = started.await();
          if (end.isAsked() || joined.size() < 2) {
            console.say(
                "strait: "
                    + (end.isAsked()
                        ? "stopped before it was done"
                        : "no site has a probe, so there is nothing to measure"));
            return ExitCode.FAILED;
          }
          var measurement = new GridMeasurement(joined, settings, started.way(), console::say);
          end.keep(measurement::stop);
          boolean isWhole = measurement.run();
          boolean fits = finish(measurement, file, console);
          if (!started.lost().isEmpty()) {
            console.say("not measured: " + String.join(", ", started.lost()));
          }
          return isWhole && fits && started.lost().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        });
  }

  /**
   * Prints and writes what was measured.
   *
   * @param base the grid file that gets the figures; null for a new one
   * @return whether they fit into it
   */
  private boolean finish(GridMeasurement measurement, @Nullable Path base, Console console)
      throws IOException {
    @Nullable Grid old = checkGrid(base);
    var grid = measurement.result(host -> old == null ? "" : MeasuredUpdate.clusterOf(old, host));
    new MeasureReport(grid).print(console, format);
    grid.problems().forEach(problem -> console.say("not measured: " + problem));
    @Nullable Path file = output;
    boolean fits = true;
    var text = MeasuredText.of(name, grid);
    if (base != null) {
      try {
        text = MeasuredUpdate.of(base.toString(), Files.readString(base), grid);
        text = sites == null || grid.links().isEmpty() ? text : MeasuredUpdate.noted(text, GAPS);
      } catch (InputException e) {
        // What was measured is not lost.
        fits = false;
        file = file != null && Files.exists(file) ? beside(file) : file;
        console.say(String.valueOf(e.getMessage()));
        console.say("%s stays as it is, and a new file gets the figures".formatted(base));
      }
    }
    if (file != null) {
      SafeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
      console.say("wrote " + file);
    } else if (format == Format.TEXT) {
      console.print("\n" + text);
    }
    return fits;
  }

  /** A file beside another that is not there yet. */
  private static Path beside(Path file) {
    var stem = String.valueOf(file.getFileName()).replaceAll("\\.ya?ml$", "");
    for (int i = 1; ; i++) {
      var other = file.resolveSibling("%s-measured%s.yaml".formatted(stem, i == 1 ? "" : "-" + i));
      if (!Files.exists(other)) {
        return other;
      }
    }
  }

  // ---- in a lab

  /** Brings a lab up, measures it from its first host at home, and takes it down. */
  private int outside(Grid grid, Console console) throws IOException {
    long own = ProcessHandle.current().pid();
    var here = Lab.called("measure-" + own);
    var quotas = Map.<String, Double>of();
    if (quota) {
      Quotas.check();
      quotas = Quotas.of(grid, Runtime.getRuntime().availableProcessors());
    }
    var started = new ConcurrentLinkedDeque<Process>();
    try (var hook = new ExitHook(() -> first(started), LONGEST_END)) {
      int code = ExitCode.FAILED;
      try {
        LabCommand.up(here, grid, own, quotas);
        code = measure(here, grid, console, started);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        started.forEach(Process::destroy);
        here.down();
      }
      return hook.exits(code);
    }
  }

  /** Asks the coordinator to end, which writes what it has. */
  private static void first(ConcurrentLinkedDeque<Process> started) {
    @Nullable Process coordinator = started.peek();
    if (coordinator != null) {
      coordinator.destroy();
    }
  }

  private int measure(Lab here, Grid grid, Console console, ConcurrentLinkedDeque<Process> started)
      throws IOException, InterruptedException {
    var hosts = Hosts.of(grid);
    int home = Math.max(0, hosts.clusters().indexOf(String.valueOf(grid.home())));
    var leader = hosts.of(home).getFirst();
    var all = new ArrayList<Hosts.Host>();
    for (int i = 0; i < hosts.clusters().size(); i++) {
      if (i == home || computes(grid.clusters().get(i))) {
        hosts.of(i).stream()
            .filter(host -> !host.name().startsWith(Hosts.GATEWAY))
            .forEach(all::add);
      }
    }
    console.say("lab %s is up: %d hosts".formatted(here.name(), all.size()));
    started.add(
        new ProcessBuilder(here.namespaces().inside(leader.name(), coordinator(all.size())))
            .inheritIO()
            .start());
    var log = here.folder().resolve("probes.log").toFile();
    for (var host : all) {
      var command = new ArrayList<>(new Launcher(Main.class.getName(), null).command());
      command.addAll(List.of("probe", "--join", leader.address() + ":" + LAB_PORT));
      command.addAll(List.of("--plaintext-across-gaps", "--name", host.name()));
      command.addAll(List.of("--while", Long.toString(ProcessHandle.current().pid())));
      started.add(
          new ProcessBuilder(here.namespaces().inside(host.name(), command))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
              .start());
    }
    return started.getFirst().waitFor();
  }

  /** Whether a cluster has hosts that work. One that only passes traffic on has no probes. */
  private static boolean computes(Cluster cluster) {
    return cluster.hosts().stream().anyMatch(group -> group.role().mayWork());
  }

  /** The coordinator's command: this one, with other options. */
  private List<String> coordinator(int count) {
    var command = new ArrayList<>(new Launcher(Main.class.getName(), null).command());
    command.addAll(List.of("measure", "grid", "--listen", "0.0.0.0:" + LAB_PORT));
    command.addAll(List.of("--probes", Integer.toString(count), "--plaintext-across-gaps"));
    command.addAll(List.of("--patience", patience(), "--name", name, "--idle"));
    command.addAll(List.of("--lan-latency", lanLatency, "--format", format.name()));
    if (noSpeed) {
      command.add("--no-speed");
    }
    if (once) {
      command.add("--once");
    }
    if (output != null) {
      command.addAll(List.of("-o", output.toAbsolutePath().toString()));
    }
    return command;
  }
}

package io.strait.cli;

import io.strait.kind.run.ExitCode;
import io.strait.lab.Lab;
import io.strait.lab.control.RelayProcess;
import io.strait.lab.host.Quotas;
import io.strait.lab.host.ThisProcess;
import io.strait.lab.relay.CongestionControl;
import io.strait.launch.Launcher;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait lab}: a grid of real hosts on this machine. */
@Command(
    name = "lab",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "A grid on this machine: every host a network namespace, real TCP between them, with the"
          + " rates, latencies and losses of the grid file.",
      "Needs root, /dev/net/tun and ip (Debian: iproute2)."
    },
    footer = {
      "",
      "Examples:",
      "  strait lab up examples/three-continents/grid.yaml",
      "  strait lab exec ar1 -- ping -c 3 fast1",
      "  strait lab cut argentina-spain --for 30s",
      "  strait lab set argentina-spain latency=300ms,loss=2%%",
      "  strait lab faults night.yaml",
      "  strait lab status",
      "  strait lab down",
      "  strait run examples/three-continents --lab     up, run, report, down"
    })
final class LabCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Which lab is meant. */
  static final class Which {
    @Option(
        names = "--lab",
        paramLabel = "NAME",
        description = "The lab (default: the only one that is there).")
    @Nullable String name;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command given, expected one such as: strait lab up GRID");
  }

  @Command(
      name = "up",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Brings up a lab and leaves it running until strait lab down.",
      footer = {
        "",
        "Examples:",
        "  strait lab up examples/three-continents",
        "  strait lab up grid.yaml --lab night --time-scale 20",
        "  strait lab up grid.yaml --quota"
      })
  int up(
      @Parameters(paramLabel = "GRID", description = "A grid file, or a folder with grid.yaml.")
          Path file,
      @Option(names = "--lab", paramLabel = "NAME", description = "Its name (default: the grid's).")
          @Nullable String name,
      @Option(
              names = "--time-scale",
              paramLabel = "N",
              defaultValue = "1",
              description =
                  "N times faster than life: latencies divided by N, bandwidths multiplied"
                      + " (default: ${DEFAULT-VALUE}).")
          double scale,
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "1",
              description = "Of losses and jitter (default: ${DEFAULT-VALUE}).")
          long seed,
      @Option(
              names = "--quota",
              description =
                  "Gives every host CPU time in proportion to its speed: the fastest has its cores,"
                      + " as far as this machine has them.")
          boolean quota,
      @Option(
              names = "--tcp",
              paramLabel = "NAME",
              description =
                  "Congestion control of TCP in the hosts, such as bbr (default: cubic, or reno"
                      + " where this machine keeps cubic to itself).")
          @Nullable String tcp)
      throws IOException {
    var grid = read(file);
    checkScale(scale);
    var lab = Lab.called(name == null ? grid.name() : name);
    var quotas = Map.<String, Double>of();
    if (quota) {
      Quotas.check();
      quotas = Quotas.of(grid, Runtime.getRuntime().availableProcessors());
    }
    var control = tcp == null ? CongestionControl.usual() : CongestionControl.of(tcp);
    lab.up(grid, relay(scale, seed, control, null), quotas);
    Main.console(spec).print(LabText.up(lab, grid, scale, control, quotas));
    return ExitCode.DONE;
  }

  /**
   * Brings up a lab.
   *
   * @param owner a process at whose end the lab ends; null if it stays
   */
  static void up(Lab lab, Grid grid, double scale, long seed, @Nullable Long owner)
      throws IOException {
    lab.up(grid, relay(scale, seed, CongestionControl.usual(), owner));
  }

  /** Brings up a lab whose hosts may have quotas, which ends with a process. */
  static void up(Lab lab, Grid grid, long owner, Map<String, Double> quotas) throws IOException {
    lab.up(grid, relay(1, 1, CongestionControl.usual(), owner), quotas);
  }

  private static List<String> relay(
      double scale, long seed, CongestionControl control, @Nullable Long owner) {
    var command = new Launcher(Main.class.getName(), null).command();
    command.addAll(
        List.of(
            "lab", "relay", "--time-scale", Double.toString(scale), "--seed", Long.toString(seed)));
    command.addAll(List.of("--tcp", control.name()));
    if (owner != null) {
      command.addAll(List.of("--while", Long.toString(owner)));
    }
    return command;
  }

  static void checkScale(double scale) {
    if (!(scale > 0 && scale <= 1e6)) {
      throw new InputException(
          "--time-scale %s, expected a number above zero, at most 1e6".formatted(scale));
    }
  }

  static Grid read(Path file) {
    return GridFile.read(Document.read(Files.isDirectory(file) ? file.resolve("grid.yaml") : file));
  }

  @Command(name = "relay", hidden = true, description = "The process that is a lab's network.")
  int relay(
      @Option(names = "--time-scale") double scale,
      @Option(names = "--seed") long seed,
      @Option(names = "--tcp") String tcp,
      @Option(names = "--while") @Nullable Long owner,
      @Parameters String name)
      throws IOException {
    var lab = Lab.called(name);
    lab.relayIs(ProcessHandle.current());
    var err = spec.commandLine().getErr();
    @Nullable ProcessHandle process = owner == null ? null : ProcessHandle.of(owner).orElse(null);
    BooleanSupplier isWanted =
        () -> lab.isThere() && (owner == null || (process != null && process.isAlive()));
    RelayProcess.run(
        lab.grid(),
        lab.namespaces(),
        lab.socket(),
        scale,
        seed,
        CongestionControl.of(tcp),
        line -> {
          err.println(java.time.Instant.now() + " " + line);
          err.flush();
        },
        isWanted);
    lab.down();
    return ExitCode.DONE;
  }

  @Command(
      name = "down",
      mixinStandardHelpOptions = true,
      description = {
        "Takes a lab down: ends what runs in its hosts and removes all that belongs to it.",
        "Does no harm where there is none, and cleans up what a crash has left."
      })
  int down(
      @Parameters(
              arity = "0..1",
              paramLabel = "NAME",
              description = "The lab (default: the only one).")
          @Nullable String name,
      @Option(names = "--all", description = "All labs of this machine.") boolean all)
      throws IOException {
    var labs = Lab.all();
    if (name != null && all) {
      throw new InputException("--all with a name, expected one of them");
    }
    if (!all && name == null && labs.size() > 1) {
      labs = List.of(Lab.named(null)); // complains
    }
    var chosen = name == null ? labs : List.of(Lab.called(name));
    var console = Main.console(spec);
    for (var lab : chosen) {
      boolean was = lab.isThere();
      lab.down();
      console.print(
          was
              ? "lab %s is down%n".formatted(lab.name())
              : "lab %s was not there%n".formatted(lab.name()));
    }
    if (chosen.isEmpty()) {
      console.print("there is no lab%n".formatted());
    }
    return ExitCode.DONE;
  }

  @Command(
      name = "exec",
      mixinStandardHelpOptions = true,
      description = "Runs a command inside a host of a lab; its exit code is the command's.",
      footer = {"", "Examples:", "  strait lab exec ar1 -- iperf3 -c fast1"})
  int exec(
      @Mixin Which which,
      @Parameters(paramLabel = "HOST", description = "A host, or gateway.CLUSTER.") String host,
      @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command.")
          List<String> command)
      throws IOException {
    return become(which, host, command);
  }

  @Command(
      name = "shell",
      mixinStandardHelpOptions = true,
      description = "A shell inside a host of a lab.")
  int shell(
      @Mixin Which which,
      @Parameters(paramLabel = "HOST", description = "A host, or gateway.CLUSTER.") String host)
      throws IOException {
    var shell = System.getenv().getOrDefault("SHELL", "/bin/sh");
    return become(which, host, List.of(shell));
  }

  /** This process becomes the command, so that signals and the exit code are the command's. */
  private static int become(Which which, String host, List<String> command) throws IOException {
    var lab = Lab.named(which.name);
    lab.needHost(host);
    throw ThisProcess.become(lab.namespaces().inside(host, command));
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Shows the labs of this machine, or the networks of one and what passed them.")
  int status(
      @Mixin Which which,
      @Option(
              names = "--format",
              defaultValue = "text",
              paramLabel = "text|json",
              description = "How to print it (default: text).")
          Format format)
      throws IOException {
    var console = Main.console(spec);
    var labs = Lab.all();
    if (which.name == null && labs.size() != 1) {
      console.print(LabText.all(labs, format, console.style()));
      return ExitCode.DONE;
    }
    var lab = Lab.named(which.name);
    console.print(LabText.of(lab, format, console.style()));
    return lab.isUp() ? ExitCode.DONE : ExitCode.FAILED;
  }

  // ---- faults

  @Command(
      name = "faults",
      mixinStandardHelpOptions = true,
      description = {
        "Plays a file of faults: each happens at its time from now on.",
        "Times are those of the grid: a lab with --time-scale 20 plays them 20 times as fast."
      },
      footer = {
        "",
        "Example of a file:",
        "  faults:",
        "    - {at: 10 s, cut: argentina-spain, for: 90 s}",
        "    - {at: 20 s, set: argentina-brazil, change: \"latency=300ms,loss=2%%\"}",
        "    - {at: 30 s, kill: gateway.spain}",
        "    - {at: 40 s, freeze: ar1, for: 70 s}",
        "    - {at: 50 s, partition: \"argentina|spain,brazil\", for: 20 s}",
        "    - {at: 120 s, heal: all}"
      })
  int faults(
      @Mixin Which which, @Parameters(paramLabel = "SCRIPT", description = "The file.") Path file)
      throws IOException {
    var lab = Lab.named(which.name);
    var script = lab.faults(file);
    lab.needUp();
    lab.client().play(file);
    Main.console(spec).print(LabText.faults(lab, script));
    return ExitCode.DONE;
  }

  @Command(
      name = "cut",
      mixinStandardHelpOptions = true,
      description = "Cuts a gap A-B, one direction of it A>B, or the LAN of a cluster A.")
  int cut(
      @Mixin Which which,
      @Parameters(paramLabel = "WHERE") String where,
      @Option(names = "--for", paramLabel = "TIME", description = "Heals it after this time.")
          @Nullable String time)
      throws IOException {
    return fault(which, "cut", where, null, time);
  }

  @Command(
      name = "heal",
      mixinStandardHelpOptions = true,
      description = "Makes a gap, a LAN or a host what the grid says; without a name, all of them.")
  int heal(
      @Mixin Which which,
      @Parameters(paramLabel = "WHERE", arity = "0..1", defaultValue = "all") String where)
      throws IOException {
    return fault(which, "heal", where, null, null);
  }

  @Command(
      name = "set",
      mixinStandardHelpOptions = true,
      description =
          "Changes a gap A-B, one direction of it A>B, or the LAN of a cluster A: latency, jitter,"
              + " bandwidth, loss, reorder, queue.",
      footer = {"", "Examples:", "  strait lab set argentina-spain latency=300ms,loss=2%%"})
  int set(
      @Mixin Which which,
      @Parameters(paramLabel = "WHERE") String where,
      @Parameters(paramLabel = "KEY=VALUE,…") String change,
      @Option(names = "--for", paramLabel = "TIME", description = "Heals it after this time.")
          @Nullable String time)
      throws IOException {
    return fault(which, "set", where, change.replace(" ", ""), time);
  }

  @Command(
      name = "kill",
      mixinStandardHelpOptions = true,
      description = "Kills all processes of a host.")
  int kill(@Mixin Which which, @Parameters(paramLabel = "HOST") String host) throws IOException {
    return fault(which, "kill", host, null, null);
  }

  @Command(
      name = "freeze",
      mixinStandardHelpOptions = true,
      description = "Stops all processes of a host, and nothing reaches it.")
  int freeze(
      @Mixin Which which,
      @Parameters(paramLabel = "HOST") String host,
      @Option(names = "--for", paramLabel = "TIME", description = "It goes on after this time.")
          @Nullable String time)
      throws IOException {
    return fault(which, "freeze", host, null, time);
  }

  @Command(
      name = "partition",
      mixinStandardHelpOptions = true,
      description = "Cuts all gaps between groups of clusters.",
      footer = {"", "Examples:", "  strait lab partition 'argentina|spain,brazil' --for 20s"})
  int partition(
      @Mixin Which which,
      @Parameters(paramLabel = "A,B|C") String groups,
      @Option(names = "--for", paramLabel = "TIME", description = "Heals it after this time.")
          @Nullable String time)
      throws IOException {
    return fault(which, "partition", groups, null, time);
  }

  private static int fault(
      Which which, String what, String where, @Nullable String change, @Nullable String time)
      throws IOException {
    var lab = Lab.named(which.name);
    var words = new ArrayList<>(List.of(what, where));
    if (change != null) {
      words.add(change);
    }
    if (time != null) {
      words.addAll(List.of("for", time));
    }
    lab.needUp();
    lab.client().order(String.join(" ", words));
    return ExitCode.DONE;
  }
}

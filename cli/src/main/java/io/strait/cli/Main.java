package io.strait.cli;

import io.strait.cli.cert.CertCommand;
import io.strait.cli.imports.ImportCommand;
import io.strait.cli.sites.BundleCommand;
import io.strait.cli.sites.RelayCommand;
import io.strait.cli.sites.SitesCommand;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Version;
import io.strait.model.PlanException;
import io.strait.model.UsageException;
import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import io.strait.transport.wire.NodeRole;
import io.strait.view.Console;
import io.strait.view.Format;
import io.strait.view.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code strait}. */
@Command(
    name = "strait",
    versionProvider = VersionProvider.class,
    mixinStandardHelpOptions = true,
    description = "Plans, rehearses and runs parallel programs across clusters that are far apart.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  strait plan examples/three-continents        is it worth it, which machines, which"
          + " settings",
      "  strait measure app examples/resident-python  what a task takes, for the app file",
      "  strait measure link                          what messages cost, for the grid file",
      "  strait measure grid --listen 7078 --probes 6 hosts and networks, for the grid file",
      "  strait import simgrid platform.xml           a grid file from a SimGrid platform",
      "  strait import slurm -o grid.yaml             a grid file from a Slurm cluster",
      "  strait simulate examples/three-continents    how the run will go",
      "  strait cert init ca                          certificates for runs across clusters",
      "  strait run examples/resident-python          run it",
      "  strait report runs/ep-20260101-120000        how it went beside what was promised",
      "  strait help plan                             all options of a command",
      "",
      "Exit codes: 0 done, 1 the work failed, 2 the input or usage is wrong."
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;
  private final @Nullable Terminal terminal;

  /**
   * @param terminal behind standard error, if there is one
   */
  private Main(@Nullable Terminal terminal) {
    this.terminal = terminal;
  }

  /** Where a command prints. */
  static Console console(CommandSpec spec) {
    var command = spec.commandLine();
    return new Console(
        command.getOut(),
        command.getErr(),
        command.getColorScheme().ansi().enabled(),
        spec.root().userObject() instanceof Main main ? main.terminal : null);
  }

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers look the same everywhere
    boolean terminal = System.console() != null && System.console().isTerminal();
    boolean colours =
        terminal && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
    var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(Kinds.ALL, new Main(Terminal.ofStandardError()), out, err, colours, args);
    out.flush();
    if (code == ExitCode.DONE && out.checkError()) {
      err.println("strait: standard output could not be written");
      code = ExitCode.FAILED;
    }
    System.exit(code);
  }

  /** Runs one command line. */
  public static int run(PrintWriter out, PrintWriter err, boolean colours, String... args) {
    return run(Kinds.ALL, out, err, colours, args);
  }

  /** The same with other kinds of application. */
  static int run(Kinds kinds, PrintWriter out, PrintWriter err, boolean colours, String... args) {
    return run(kinds, new Main(null), out, err, colours, args);
  }

  /**
   * A command before it is made.
   *
   * @param make makes it, which takes a while
   * @param describe says what lists of commands show of it
   */
  private record Entry(Supplier<Object> make, Consumer<UsageMessageSpec> describe) {
    static Entry of(Class<?> type, Supplier<Object> make) {
      return new Entry(
          make,
          help -> {
            var said = type.getAnnotation(Command.class);
            help.description(said.description()).hidden(said.hidden());
          });
    }

    /** What is enough for lists of commands. */
    CommandSpec listed(String name) {
      var spec = CommandSpec.create().name(name);
      describe.accept(spec.usageMessage());
      return spec;
    }
  }

  /** All commands by name. */
  private static Map<String, Entry> commands(Kinds kinds) {
    var commands = new LinkedHashMap<String, Entry>();
    commands.put("plan", Entry.of(PlanCommand.class, () -> PlanCommand.of(kinds)));
    commands.put("simulate", Entry.of(SimulateCommand.class, () -> SimulateCommand.of(kinds)));
    commands.put("run", Entry.of(RunCommand.class, () -> RunCommand.of(kinds)));
    commands.put("status", Entry.of(StatusCommand.class, StatusCommand::new));
    commands.put("stop", Entry.of(StopCommand.class, StopCommand::new));
    commands.put("report", Entry.of(ReportCommand.class, () -> new ReportCommand(kinds)));
    commands.put("serve", Entry.of(ServeCommand.class, () -> new ServeCommand(kinds)));
    for (var kind : kinds.all()) {
      for (var node : kind.nodes()) {
        commands.put(
            node.name(),
            new Entry(
                () -> NodeProcessCommand.of(node), help -> help.description(node.description())));
      }
    }
    commands.put("rank", Entry.of(RankCommand.class, () -> new RankCommand(kinds)));
    commands.put("measure", Entry.of(MeasureCommand.class, () -> MeasureCommand.of(kinds)));
    commands.put("probe", Entry.of(ProbeCommand.class, ProbeCommand::new));
    commands.put("lab", Entry.of(LabCommand.class, LabCommand::new));
    commands.put("import", Entry.of(ImportCommand.class, ImportCommand::new));
    commands.put("bundle", Entry.of(BundleCommand.class, BundleCommand::new));
    commands.put("sites", Entry.of(SitesCommand.class, SitesCommand::new));
    commands.put("relay", Entry.of(RelayCommand.class, RelayCommand::new));
    commands.put("cert", Entry.of(CertCommand.class, CertCommand::new));
    return commands;
  }

  /**
   * With the command that a line begins with, else with all of them: those that the line names can
   * be used, the others are there for lists of commands.
   */
  private static CommandLine commands(Kinds kinds, Main main, String... args) {
    var command = new CommandLine(main);
    var all = commands(kinds);
    @Nullable Entry wanted = args.length == 0 ? null : all.get(args[0]);
    if (wanted != null) {
      return command.addSubcommand(wanted.make.get());
    }
    var named = List.of(args);
    all.forEach(
        (name, entry) ->
            command.addSubcommand(named.contains(name) ? entry.make.get() : entry.listed(name)));
    return command.addSubcommand(new CommandLine.HelpCommand());
  }

  private static int run(
      Kinds kinds, Main main, PrintWriter out, PrintWriter err, boolean colours, String... args) {
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      out.println(Version.text()); // scripts ask for it often
      out.flush();
      return ExitCode.DONE;
    }
    var command =
        commands(kinds, main, args)
            .setOut(out)
            .setErr(err)
            .setColorScheme(CommandLine.Help.defaultColorScheme(colours ? Ansi.ON : Ansi.OFF))
            .registerConverter(Format.class, choice(Format.class))
            .registerConverter(NodeRole.class, choice(NodeRole.class))
            .registerConverter(int.class, NumberOption::whole)
            .registerConverter(Integer.class, NumberOption::whole)
            .registerConverter(long.class, NumberOption::large)
            .registerConverter(Long.class, NumberOption::large)
            .registerConverter(double.class, NumberOption::decimal)
            .registerConverter(Double.class, NumberOption::decimal)
            .setUsageHelpWidth(110)
            .setExpandAtFiles(false) // the arguments of a command that is measured stay as they are
            .setParameterExceptionHandler(Main::usageError)
            .setExecutionExceptionHandler((e, c, parsed) -> failure(e, c, err));
    int code = command.execute(args);
    out.flush();
    err.flush();
    return code;
  }

  /** Reads one of a few words, in upper or lower case. */
  private static <E extends Enum<E>> ITypeConverter<E> choice(Class<E> type) {
    return word -> {
      for (var value : type.getEnumConstants()) {
        if (value.name().equalsIgnoreCase(word)) {
          return value;
        }
      }
      var words =
          Stream.of(type.getEnumConstants()).map(v -> v.name().toLowerCase(Locale.ROOT)).toList();
      throw new TypeConversionException(
          "'%s', expected one of: %s".formatted(word, String.join(", ", words)));
    };
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command given, expected one such as: strait plan");
  }

  private static int usageError(ParameterException e, String[] args) {
    var command = e.getCommandLine();
    var message =
        e instanceof UnmatchedArgumentException unknown
            ? unknown(unknown)
            : String.valueOf(e.getMessage());
    if (message.startsWith("Unknown subcommand ")) {
      message =
          "u%s, expected one of: %s"
              .formatted(
                  message.substring(1, message.lastIndexOf('.')),
                  String.join(", ", commands(command)));
    }
    return usageError(command, message);
  }

  private static int usageError(CommandLine command, String message) {
    var help = command.getCommandSpec().qualifiedName() + " --help";
    command.getErr().println("strait: %s (see %s)".formatted(oneLine(message), help));
    return ExitCode.WRONG;
  }

  /** What people may ask for. */
  private static List<String> commands(CommandLine command) {
    return command.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String unknown(UnmatchedArgumentException e) {
    var word = e.getUnmatched().getFirst();
    var command = e.getCommandLine().getCommandSpec();
    if (e.isUnknownOption()) {
      var names = command.options().stream().map(o -> o.longestName()).toList();
      return "unknown option '%s', expected one of: %s".formatted(word, String.join(", ", names));
    }
    if (!command.subcommands().isEmpty()) {
      return "unknown command '%s', expected one of: %s"
          .formatted(word, String.join(", ", commands(e.getCommandLine())));
    }
    return String.valueOf(e.getMessage());
  }

  /** Says what went wrong, if it is one of the things that may, and returns the exit code. */
  static int failure(Exception e, CommandLine command, PrintWriter err) throws Exception {
    switch (e) {
      case InputException wrong -> {
        err.println(String.valueOf(wrong.getMessage()));
        return ExitCode.WRONG;
      }
      case UsageException wrong -> {
        return usageError(command, String.valueOf(wrong.getMessage()));
      }
      case PlanException.Usage wrong -> {
        err.println("strait: " + oneLine(String.valueOf(wrong.getMessage())));
        return ExitCode.WRONG;
      }
      case PlanException.Value wrong -> {
        err.println("strait: " + oneLine(String.valueOf(wrong.getMessage())));
        return ExitCode.WRONG;
      }
      case PlanException failed -> {
        err.println("strait: " + oneLine(String.valueOf(failed.getMessage())));
        return ExitCode.FAILED;
      }
      case UncheckedIOException failed -> {
        @Nullable IOException cause = failed.getCause();
        if (cause != null && cause.toString().equals(failed.getMessage())) {
          return failure(cause, command, err); // it has no words of its own
        }
        err.println("strait: " + oneLine(String.valueOf(failed.getMessage())));
        return ExitCode.FAILED;
      }
      case IOException failed -> {
        var what = failed instanceof FileSystemException ? "cannot write: " : "";
        err.println("strait: " + what + oneLine(String.valueOf(failed.getMessage())));
        return ExitCode.FAILED;
      }
      default -> throw e;
    }
  }

  private static String oneLine(String message) {
    return Printable.message(message);
  }
}

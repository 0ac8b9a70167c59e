package io.strait.cli;

import io.strait.cli.series.ShowCommand;
import io.strait.cli.series.WatchCommand;
import io.strait.kind.Kind;
import io.strait.kind.measure.AppMeasurer;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure}: figures for grid and app files from reality. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WHAT",
    description = "Measures what grid and app files say in numbers.",
    footer = {
      "",
      "Examples:",
      "  strait measure app examples/resident-python    what a task takes, here",
      "  strait measure link far.example.org:7078       what messages cost between here and there",
      "  strait measure grid --listen 7078 --probes 6   hosts and networks, for a grid file",
      "  strait measure watch grid.yaml --host es1      what of this machine is free, over time",
      "  strait measure show grid.yaml                  what such series will do next"
    })
final class MeasureCommand implements Runnable {
  static CommandLine of(Kinds kinds) {
    return new CommandLine(new MeasureCommand())
        .addSubcommand(new App(kinds))
        .addSubcommand(new MeasureProgramCommand(kinds))
        .addSubcommand(new MeasureLinkCommand())
        .addSubcommand(new MeasureGridCommand())
        .addSubcommand(watch(kinds))
        .addSubcommand(new ShowCommand());
  }

  private static CommandLine watch(Kinds kinds) {
    var connection = new ConnectionOptions();
    var command =
        new CommandLine(
            new WatchCommand(
                connection::identity,
                (run, step) -> ReportCommand.kind(kinds, run).observed(run, step)));
    command.addMixin("connection", connection);
    return command;
  }

  @Override
  public void run() {
    throw new UsageException(
        "nothing to measure given, expected: strait measure app APP, or strait measure link, or"
            + " strait measure grid");
  }

  /** {@code strait measure app}. */
  @Command(
      name = "app",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Runs some tasks of an app here, one at a time, and prints what the app file should say of"
            + " them: input, output, work, and the master's work; and the rates of this host for a"
            + " grid file.",
        "The tasks are spread over all of the app's. Before, up to five are not counted, so that"
            + " what is loaded once does not count.",
        "Work is the mean time of a task times the speed of a core here, so it goes with speeds"
            + " that strait measured; the master's work is making an input, adding a result up and"
            + " journalling it, without the network."
      },
      footer = {
        "",
        "Examples:",
        "  strait measure app examples/resident-python",
        "  strait measure app app.yaml --tasks 100 --seconds 60 --write",
        "  strait measure app examples/java-farm --classpath classes --format json"
      })
  static final class App implements Callable<Integer> {
    private static final int MOST_TASKS = 1_000_000;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "APP", description = "The app file, or a folder with app.yaml.")
    private Path app = Path.of("");

    @Option(
        names = "--tasks",
        paramLabel = "N",
        defaultValue = "10",
        description = "How many tasks to measure (default: ${DEFAULT-VALUE}).")
    private int tasks = 10;

    @Option(
        names = "--seconds",
        paramLabel = "S",
        defaultValue = "10",
        description =
            "Begin no task that would end later; at least one is measured (default:"
                + " ${DEFAULT-VALUE}).")
    private double seconds = 10;

    @Option(
        names = "--write",
        description =
            "Write the figures into the app file; its comments and layout stay as they are.")
    private boolean write;

    @Mixin private ClassPathOption classes = new ClassPathOption();

    @Option(
        names = "--format",
        defaultValue = "text",
        paramLabel = "text|json",
        description = "How to print what was measured (default: text).")
    private Format format = Format.TEXT;

    private final Kinds kinds;

    App(Kinds kinds) {
      this.kinds = kinds;
    }

    @Override
    public Integer call() throws IOException {
      if (tasks < 1 || tasks > MOST_TASKS) {
        throw new UsageException(
            "--tasks %d, expected a number from 1 to %d".formatted(tasks, MOST_TASKS));
      }
      if (!(seconds > 0) || seconds > 1e6) {
        throw new UsageException(
            "--seconds %s, expected more than 0, up to 1e6".formatted(seconds));
      }
      var loader = classes.install();
      var file = Files.isDirectory(app) ? app.resolve("app.yaml") : app;
      var document = Document.read(file);
      @Nullable AppMeasurer measurer = kinds.ofApp(document).measurer();
      if (measurer == null) {
        throw document.error(
            document.root(), "the app has no tasks to measure, expected kind: " + measured());
      }
      return measurer.measure(
          new AppMeasurer.Request(
              file, document, loader, tasks, seconds, write, format, Main.console(spec)));
    }

    private String measured() {
      return String.join(
          " or ",
          kinds.all().stream()
              .filter(kind -> kind.measurer() != null)
              .<String>map(Kind::name)
              .toList());
    }
  }
}

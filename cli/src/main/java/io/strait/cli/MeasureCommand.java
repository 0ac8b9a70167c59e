package io.strait.cli;

import io.strait.cli.measure.AppMeasurement;
import io.strait.cli.measure.AppProbe;
import io.strait.model.FarmApp;
import io.strait.model.text.AppFile;
import io.strait.model.text.Document;
import io.strait.run.node.Folders;
import io.strait.run.task.TaskFailure;
import io.strait.run.task.TaskSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure}: figures for grid and app files from reality. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    subcommands = MeasureCommand.App.class,
    synopsisSubcommandLabel = "WHAT",
    description = "Measures what grid and app files say in numbers.",
    footer = {
      "",
      "Example:",
      "  strait measure app examples/resident-python    what a task takes, here"
    })
final class MeasureCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "nothing to measure given, expected: strait measure app APP");
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

    @Override
    public Integer call() throws IOException {
      check();
      var loader = classes.install();
      var file = Files.isDirectory(app) ? app.resolve("app.yaml") : app;
      var document = Document.read(file);
      if (!(AppFile.read(document) instanceof FarmApp farm)) {
        throw document.error(document.root(), "the app is no farm, expected kind: farm");
      }
      var folder = file.toAbsolutePath().getParent();
      var task = TaskSpec.of(farm, document, folder == null ? Path.of("") : folder, loader);
      var text = Files.readString(file);
      if (write) {
        SafeFile.checkWritable(file, spec.commandLine());
        // Better to know now than after the measurement that the file cannot be changed.
        MeasureText.trial(file.toString(), text);
      }
      @Nullable AppMeasurement measured = measure(farm, task);
      if (measured == null) {
        return Main.FAILED;
      }
      var shown = new MeasureText(farm, measured, LocalDate.now(ZoneId.systemDefault()));
      if (write) {
        var changed = shown.edited(file.toString(), text);
        SafeFile.write(file, changed.getBytes(StandardCharsets.UTF_8));
      }
      var out = spec.commandLine().getOut();
      boolean colours = spec.commandLine().getColorScheme().ansi().enabled();
      out.print(
          format == Format.JSON
              ? shown.json(write ? file : null)
              : shown.text(write, new Style(colours)));
      out.flush();
      if (write) {
        spec.commandLine().getErr().println("wrote " + file);
      }
      return Main.DONE;
    }

    private void check() {
      if (tasks < 1 || tasks > MOST_TASKS) {
        throw new ParameterException(
            spec.commandLine(),
            "--tasks %d, expected a number from 1 to %d".formatted(tasks, MOST_TASKS));
      }
      if (!(seconds > 0) || seconds > 1e6) {
        throw new ParameterException(
            spec.commandLine(), "--seconds %s, expected more than 0, up to 1e6".formatted(seconds));
      }
    }

    /** What was measured; null if a task failed, which is reported. */
    private @Nullable AppMeasurement measure(FarmApp farm, TaskSpec task) throws IOException {
      var err = spec.commandLine().getErr();
      var progress = progress(farm, err);
      var folder = temporary();
      // Also when the program is interrupted; the processes of tasks end with it by themselves.
      var tidy = Thread.ofPlatform().unstarted(() -> delete(folder, err));
      Runtime.getRuntime().addShutdownHook(tidy);
      try {
        return new AppProbe(task, progress::step)
            .measure(tasks, seconds, folder.resolve("scratch"), folder.resolve("journal"));
      } catch (TaskFailure e) {
        progress.done();
        err.println("strait: " + e.getMessage());
        e.output().lines().forEach(line -> err.println("  " + line));
        return null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      } finally {
        progress.done();
        delete(folder, err);
        removeHook(tidy);
      }
    }

    private Progress progress(FarmApp farm, PrintWriter err) {
      int total = (int) Math.min(tasks, farm.tasks());
      return new Progress(err, "tasks", total, Main.terminal(spec.commandLine()) != null);
    }

    /** Where a run would put its journal, if that may be written. */
    private static Path temporary() throws IOException {
      var here = Path.of("").toAbsolutePath();
      return Files.isWritable(here)
          ? Files.createTempDirectory(here, ".strait-measure")
          : Files.createTempDirectory("strait-measure");
    }

    private static void delete(Path folder, PrintWriter err) {
      try {
        Folders.delete(folder);
      } catch (IOException e) {
        err.println("strait: %s could not be removed: %s".formatted(folder, e.getMessage()));
      }
    }

    private static void removeHook(Thread hook) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The program ends anyway.
      }
    }
  }
}

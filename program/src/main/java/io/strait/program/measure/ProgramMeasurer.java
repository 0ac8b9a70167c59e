package io.strait.program.measure;

import io.strait.kind.measure.CommandMeasurer;
import io.strait.kind.run.ExitCode;
import io.strait.measure.command.Command;
import io.strait.measure.command.CommandFailure;
import io.strait.measure.command.CommandMeasurement;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.view.Format;
import io.strait.view.Progress;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** {@code strait measure program}: a command as a calculation of a program. */
public final class ProgramMeasurer implements CommandMeasurer {
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  @Override
  public int measure(Request request) throws IOException {
    var command = request.command();
    var target = request.target();
    var name = name(target, command);
    checkUsage(request);
    command.check();
    SafeFile.checkWritable(target.file());
    SafeFile.checkWritable(command.output());
    var file = file(target);
    // Better to know now than after the measurement that the file cannot be changed.
    file.check(name);
    file.with(Measured.trial(name, command), "trial");
    @Nullable CommandMeasurement runs = measured(request);
    if (runs == null) {
      return ExitCode.FAILED;
    }
    print(request, file, new Measured(name, runs));
    return ExitCode.DONE;
  }

  private static void checkUsage(Request request) {
    var target = request.target();
    if (target.after() != null && (target.file() == null || target.isNew())) {
      throw new UsageException(
          "--after '%s' needs a file that has it, expected --into FILE".formatted(target.after()));
    }
    if (target.after() != null && request.command().input() == null) {
      throw new UsageException(
          "--after '%s' without its data, expected --input FILE".formatted(target.after()));
    }
  }

  private static String name(Target target, Command command) {
    @Nullable String name = target.name();
    if (name == null) {
      var program = String.valueOf(Path.of(command.words().getFirst()).getFileName());
      return Fields.isName(program) ? program : "command";
    }
    if (!Fields.isName(name)) {
      throw new UsageException(
          "--name '%s', expected letters, digits, '_', '.' and '-'".formatted(name));
    }
    return name;
  }

  /** The file that is to be changed; an empty one for a new file or none. */
  private static MeasuredFile file(Target target) throws IOException {
    @Nullable Path file = target.file();
    if (file == null || target.isNew()) {
      var app = file == null ? "program" : MeasuredFile.appName(file);
      return MeasuredFile.empty(String.valueOf(file), app).with(target.stream());
    }
    Document.read(file); // complains about a file that is none of ours
    return new MeasuredFile(
        file.toString(), Files.readString(file), target.after(), target.stream());
  }

  /** What was measured; null if the command failed, which is reported. */
  private static @Nullable CommandMeasurement measured(Request request) throws IOException {
    var console = request.console();
    var repeat = request.repeat();
    var progress = new Progress(console.err(), "runs", repeat.most(), console.terminal() != null);
    try {
      return CommandMeasurement.of(request.command(), repeat, progress::step);
    } catch (CommandFailure e) {
      progress.done();
      console.say("strait: " + e.getMessage());
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      progress.done();
    }
  }

  private static void print(Request request, MeasuredFile file, Measured measured)
      throws IOException {
    var console = request.console();
    var shown = new MeasuredText(measured);
    var comment = shown.comment(LocalDate.now(ZoneId.systemDefault()).toString(), host());
    var text = file.with(measured, comment);
    @Nullable Path path = request.target().file();
    if (path != null) {
      SafeFile.write(path, text.getBytes(StandardCharsets.UTF_8));
    }
    if (request.format() == Format.JSON) {
      console.print(shown.json(path));
    } else {
      console.print(shown.text(console.style()));
      if (path == null) {
        console.print(
            "\n"
                + console.style().dim("for an app file (-o FILE or --into FILE puts it there):")
                + "\n"
                + text);
      }
    }
    double within = measured.runs().seconds().relative();
    if (request.repeat().until() > 0 && !(within < request.repeat().until())) {
      console.say(
          "the run time is known to ± %.1f %% after %d runs, not to the ± %.1f %% asked for; more runs (--repeat) or a quieter machine help"
              .formatted(
                  100 * within, measured.runs().runs().size(), 100 * request.repeat().until()));
    }
    if (path != null) {
      console.say("wrote " + path);
    }
  }

  private static String host() {
    try {
      return Files.readString(HOST).strip();
    } catch (IOException e) {
      return "this machine";
    }
  }
}

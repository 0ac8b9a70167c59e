package io.strait.farm.measure;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.measure.AppMeasurer;
import io.strait.kind.run.ExitCode;
import io.strait.transport.Folders;
import io.strait.view.Format;
import io.strait.view.Progress;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** {@code strait measure app} for a farm: some of its tasks, computed here. */
public final class FarmMeasurer implements AppMeasurer {
  @Override
  public int measure(Request request) throws IOException {
    var file = request.file();
    var farm = FarmFile.read(request.app());
    var folder = file.toAbsolutePath().getParent();
    var task =
        TaskSpec.of(farm, request.app(), folder == null ? Path.of("") : folder, request.loader());
    var text = Files.readString(file);
    if (request.write()) {
      SafeFile.checkWritable(file);
      // Better to know now than after the measurement that the file cannot be changed.
      MeasureText.trial(file.toString(), text);
    }
    @Nullable AppMeasurement measured = measure(request, farm, task);
    if (measured == null) {
      return ExitCode.FAILED;
    }
    var shown = new MeasureText(farm, measured, LocalDate.now(ZoneId.systemDefault()));
    if (request.write()) {
      var changed = shown.edited(file.toString(), text);
      SafeFile.write(file, changed.getBytes(StandardCharsets.UTF_8));
    }
    var console = request.console();
    console.print(
        request.format() == Format.JSON
            ? shown.json(request.write() ? file : null)
            : shown.text(request.write(), console.style()));
    if (request.write()) {
      console.say("wrote " + file);
    }
    return ExitCode.DONE;
  }

  /** What was measured; null if a task failed, which is reported. */
  private static @Nullable AppMeasurement measure(Request request, FarmApp farm, TaskSpec task)
      throws IOException {
    var err = request.console().err();
    var progress = progress(request, farm);
    var folder = temporary();
    // Also when the program is interrupted; the processes of tasks end with it by themselves.
    var tidy = Thread.ofPlatform().unstarted(() -> delete(folder, err));
    Runtime.getRuntime().addShutdownHook(tidy);
    try {
      return new AppProbe(task, progress::step)
          .measure(
              request.tasks(),
              request.seconds(),
              folder.resolve("scratch"),
              folder.resolve("journal"));
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

  private static Progress progress(Request request, FarmApp farm) {
    int total = (int) Math.min(request.tasks(), farm.tasks());
    var console = request.console();
    return new Progress(console.err(), "tasks", total, console.terminal() != null);
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

package io.strait.cli;

import io.strait.launch.Launcher;
import io.strait.measure.grid.probe.ProbeClient;
import io.strait.measure.grid.probe.ProbeException;
import io.strait.measure.output.JsonReader;
import io.strait.measure.output.ToolOutput;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs an app's real tasks on this host: a {@code strait measure app} for every core, all at the
 * same time, so that the rate is that of a host that is busy with them.
 */
record ProbeTasks(String app, Path file) implements ProbeClient.AppRate {
  private static final long LONGEST_SECONDS = 540;

  /** The tasks of an app file, or of a folder with app.yaml. */
  static ProbeTasks of(Path path) {
    var file = Files.isDirectory(path) ? path.resolve("app.yaml") : path;
    var document = Document.read(file);
    return new ProbeTasks(Fields.any(document, document.root(), "the app file").name("app"), file);
  }

  @Override
  public double perSecond(int cores) throws IOException {
    var processes = new ArrayList<Process>();
    var said = Files.createTempFile("strait-probe", ".log");
    try {
      for (int i = 0; i < cores; i++) {
        var command = new ArrayList<>(new Launcher(Main.class.getName(), null).command());
        command.addAll(List.of("measure", "app", file.toString(), "--format", "json"));
        processes.add(
            new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(said.toFile()))
                .start());
      }
      // Ends them all if one does not end: what waits for its output goes on then.
      var limit =
          CompletableFuture.runAsync(
              () -> processes.forEach(Process::destroyForcibly),
              CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS));
      double sum = 0;
      for (var process : processes) {
        sum += 1 / seconds(process, said);
      }
      limit.cancel(false);
      return sum;
    } finally {
      processes.forEach(Process::destroyForcibly);
      Files.delete(said);
    }
  }

  /** What a task takes on one core. */
  private double seconds(Process process, Path said) throws IOException {
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var objects = JsonReader.objects(new ToolOutput("strait measure app", text));
    double seconds =
        objects.isEmpty() ? Double.NaN : objects.getFirst().at("time_s", "mean").number();
    if (!(seconds > 0)) {
      var why = Files.readString(said).strip().lines().reduce((a, b) -> b).orElse("it was ended");
      throw new ProbeException("strait measure app %s failed here: %s".formatted(file, why));
    }
    return seconds;
  }
}

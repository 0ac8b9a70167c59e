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

/**
 * Runs an app's real tasks on this host: a {@code strait measure app} for every core, all at the
 * same time, so that the rate is that of a host that is busy with them.
 */
record ProbeTasks(String app, Path file) implements ProbeClient.AppRate {
  /** The tasks of an app file, or of a folder with app.yaml. */
  static ProbeTasks of(Path path) {
    var file = Files.isDirectory(path) ? path.resolve("app.yaml") : path;
    var document = Document.read(file);
    return new ProbeTasks(Fields.any(document, document.root(), "the app file").name("app"), file);
  }

  @Override
  public double perSecond() throws IOException {
    var processes = new ArrayList<Process>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      var command = new ArrayList<>(new Launcher(Main.class.getName(), null).command());
      command.addAll(List.of("measure", "app", file.toString(), "--format", "json"));
      processes.add(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }
    double sum = 0;
    for (var process : processes) {
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var objects = JsonReader.objects(new ToolOutput("strait measure app", text));
      double seconds =
          objects.isEmpty() ? Double.NaN : objects.getFirst().at("time_s", "mean").number();
      if (!(seconds > 0)) {
        throw new ProbeException("strait measure app %s failed here".formatted(file));
      }
      sum += 1 / seconds;
    }
    return sum;
  }
}

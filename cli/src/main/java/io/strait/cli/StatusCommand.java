package io.strait.cli;

import io.strait.model.text.InputException;
import io.strait.run.node.RunFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait status}: how far a run is. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows how far a run is, as JSON; of one that has ended, how it ended.",
    footer = {"", "Example:", "  strait status runs/ep-20260101-120000 | jq .finished"})
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "The folder of the run.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    var run = RunFolder.open(folder);
    @Nullable String answer = ask(run, "status");
    var summary = folder.resolve("summary.json");
    if (answer != null) {
      spec.commandLine().getOut().print(answer);
      return Main.DONE;
    }
    if (Files.exists(summary)) {
      spec.commandLine().getOut().print(Files.readString(summary));
      return Main.DONE;
    }
    spec.commandLine()
        .getErr()
        .println(
            "strait: the master of %s does not run and has left no summary; go on with: strait run --resume %s"
                .formatted(folder, folder));
    return Main.FAILED;
  }

  /** Asks a running master; null if none runs. */
  static @Nullable String ask(RunFolder run, String what) throws IOException {
    var control = run.read("control.json");
    if (!control.containsKey("port")) {
      return null;
    }
    try (var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:%s/%s".formatted(control.get("port"), what)))
              .header("Authorization", "Bearer " + control.get("secret"))
              .timeout(Duration.ofSeconds(10))
              .build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        return null;
      }
      return answer.body();
    } catch (java.net.ConnectException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (IllegalArgumentException e) {
      throw new InputException("%s: control.json cannot be read".formatted(run.path()));
    }
  }
}

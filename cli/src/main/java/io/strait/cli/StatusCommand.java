package io.strait.cli;

import io.strait.kind.run.ControlClient;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Lead;
import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
public final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "The folder of the run.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    var run = RunFolder.open(folder);
    LabSite.follow(run, spec);
    @Nullable String answer = ControlClient.ask(Lead.folder(run), "status");
    var summary = folder.resolve("summary.json");
    if (answer != null) {
      spec.commandLine().getOut().print(answer);
      return ExitCode.DONE;
    }
    if (Files.exists(summary)) {
      spec.commandLine().getOut().print(Files.readString(summary));
      return ExitCode.DONE;
    }
    spec.commandLine()
        .getErr()
        .println(
            "strait: the master of %s is not running and has left no summary; go on with: strait run --resume %s"
                .formatted(folder, folder));
    return ExitCode.FAILED;
  }
}

package io.strait.cli;

import io.strait.kind.run.ControlClient;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Lead;
import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait stop}: ends a run early. */
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    description =
        "Stops a running master. What was done is kept: strait run --resume goes on from there.",
    footer = {"", "Example:", "  strait stop runs/ep-20260101-120000"})
final class StopCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "The folder of the run.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    var run = RunFolder.open(folder);
    LabSite.follow(run, spec);
    var err = spec.commandLine().getErr();
    if (ControlClient.ask(Lead.folder(run), "stop") == null) {
      err.println("strait: the master of %s is not running".formatted(folder));
      return ExitCode.FAILED;
    }
    err.println("strait: %s stops".formatted(folder));
    return ExitCode.DONE;
  }
}

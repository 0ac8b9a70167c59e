package io.strait.measure.slurm;

import io.strait.measure.output.ToolOutput;
import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks the Slurm of this machine, with the command that all versions have. */
final class LocalSlurm {
  private static final int PATIENCE_SECONDS = 60;
  private static final Pattern CLUSTER =
      Pattern.compile("(?m)^\\s*ClusterName\\s*=\\s*(\\S+)\\s*$");

  private LocalSlurm() {}

  /**
   * What it says about its nodes.
   *
   * @param scontrol the command
   * @throws InputException if there is no Slurm, or if it fails
   */
  static SlurmReport ask(String scontrol) {
    var report = SlurmReport.parse(run(List.of(scontrol, "show", "nodes", "-o")));
    var config = CLUSTER.matcher(run(List.of(scontrol, "show", "config")).text());
    @Nullable String cluster = config.find() ? config.group(1) : null;
    return report.named(cluster);
  }

  private static ToolOutput run(List<String> command) {
    var name = String.join(" ", command);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new InputException(
          "there is no '%s' here, expected a machine with Slurm, or a file with %s"
              .formatted(command.getFirst(), SlurmReport.EXPECTED));
    }
    try (var out = process.getInputStream()) {
      process.getOutputStream().close();
      Thread.startVirtualThread(() -> endLater(process));
      var bytes = out.readNBytes(ToolOutput.LARGEST + 1);
      if (bytes.length > ToolOutput.LARGEST) {
        throw new InputException(
            "'%s' prints more than %d bytes, expected fewer".formatted(name, ToolOutput.LARGEST));
      }
      var text = new String(bytes, StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new InputException(
            "'%s' ended with %d and says '%s', expected nodes"
                .formatted(name, code, Printable.line(text.strip(), 200)));
      }
      return new ToolOutput(name, text);
    } catch (IOException | InterruptedException e) {
      throw new InputException("'%s' was cut off, expected its answer".formatted(name));
    } finally {
      process.destroyForcibly();
    }
  }

  private static void endLater(Process process) {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }
}

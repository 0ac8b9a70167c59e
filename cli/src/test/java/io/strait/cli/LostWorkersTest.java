package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run whose workers are all lost ends, although its gateways are well. */
@Timeout(60)
final class LostWorkersTest {
  @TempDir Path folder;

  @Test
  void gatewaysAloneAreNoRun() throws IOException {
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: pair
        home: left
        clusters:
          left: {hosts: [{name: front, role: master}, {name: l, count: 2, rate: {lost: 4/s}}]}
          right: {hosts: [{name: r, count: 3, role: worker, rate: {lost: 4/s}}]}
        links: [{between: [left, right], bandwidth: 1 MB/s, latency: 5 ms}]
        """);
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: lost
        kind: farm
        tasks: 20
        output: 4 B
        run: {class: io.strait.cli.LostWorkers}
        """);
    var run =
        CommandLineRun.of("run", folder.toString(), "--folder", folder.resolve("run").toString());
    assertThat(run.out() + run.err()).contains("no worker is left", "no room for a table");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All results together may be larger than the memory of the master. */
@Tag("real")
class LargeResultsTest {
  private static final int TASKS = 160;
  private static final int BYTES = 1_000_000;

  @TempDir Path folder;

  @Test
  void theyStreamToDisk() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: big
        kind: farm
        tasks: %d
        output: 1 MB
        reduce: concat
        run: {command: "head -c %d /dev/zero | tr '\\\\000' 'x'"}
        """
            .formatted(TASKS, BYTES));
    Files.writeString(
        folder.resolve("grid.yaml"),
        "{grid: g, clusters: {c: {hosts: [{name: m, role: master}, {name: w, rate: 10/s}]}}}");
    var said = folder.resolve("said");
    var process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx48m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "run",
                    "grid.yaml",
                    "app.yaml",
                    "--workers",
                    "processes",
                    "--folder",
                    "run",
                    "--quiet"))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroy();
    }
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    assertThat(Files.size(folder.resolve("run/result"))).isEqualTo((long) TASKS * BYTES);
  }
}

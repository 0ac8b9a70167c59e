package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of more than 64 MiB get to the workers of a run, wherever it starts them. */
@Tag("real")
class SiteDataTest {
  private static final int BYTES = 70_000_000;

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    System.setProperty("strait.cache", folder.resolve("cache").toString());
    var data = new byte[BYTES];
    new Random(7).nextBytes(data);
    data[BYTES - 1] = '!';
    Files.write(folder.resolve("data.bin"), data);
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: ends
        kind: farm
        tasks: 4
        output: 1 B
        reduce: concat
        run: {command: tail -c 1 data.bin, files: [data.bin]}
        """);
    Files.writeString(
        folder.resolve("submit"), "setsid sh \"$1\" >/dev/null 2>&1 </dev/null &\necho $!\n");
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: g
        home: here
        clusters:
          here: {hosts: [{name: m, role: master}]}
          east:
            start:
              folder: %s/site
              quota: 100 MB
              command: {submit: "sh %s/submit {script}", status: "kill -0 {id}", cancel: "kill {id}"}
            hosts: [{name: e, rate: 1/s}]
        links: [{between: [here, east], bandwidth: 100 MB/s, duplex: full}]
        """
            .formatted(folder, folder));
  }

  @AfterEach
  void otherCache() {
    System.clearProperty("strait.cache");
  }

  private CommandLineRun run(String name, String... more) throws IOException {
    var args = new String[4 + more.length + 1];
    args[0] = "run";
    args[1] = folder.resolve("grid.yaml").toString();
    args[2] = folder.resolve("app.yaml").toString();
    args[3] = "--folder";
    args[4] = folder.resolve(name).toString();
    System.arraycopy(more, 0, args, 5, more.length);
    return CommandLineRun.of(args);
  }

  @Test
  void aSiteGetsThemOnce() throws IOException {
    var first = run("first");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.err()).contains("east: data are there: 70 MB in ");
    assertThat(first.out()).contains("east: data are there: 70 MB in ");
    assertThat(folder.resolve("first/result")).hasContent("!!!!");
    var second = run("second");
    assertThat(second.err()).contains("east: data are there already (70 MB)");
    assertThat(folder.resolve("second/result")).hasContent("!!!!");
    try (var there = Files.list(folder.resolve("site/data"))) {
      assertThat(there).hasSize(1); // without marks of runs that are over
    }
  }

  @Test
  void aQuotaThatIsTooSmallIsNamed() throws IOException {
    var grid = folder.resolve("grid.yaml");
    Files.writeString(grid, Files.readString(grid).replace("quota: 100 MB", "quota: 10 MB"));
    var run = run("small");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("the data have 70 MB, the quota is 10 MB: name a larger quota under start");
  }

  @Test
  void workersHereReadThemWhereTheyAre() throws IOException {
    for (var workers : new String[] {"embedded", "processes"}) {
      var run = run(workers, "--workers", workers);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(folder.resolve(workers).resolve("result")).hasContent("!!!!");
      assertThat(folder.resolve(workers).resolve("data")).doesNotExist();
      assertThat(folder.resolve(workers).resolve("inputs/data.bin")).isSymbolicLink();
    }
    assertThat(folder.resolve("site")).doesNotExist();
  }

  @Test
  void nobodyBringsThemToWorkersOfOthers() throws IOException {
    var run = run("none", "--workers", "none", "--listen", "localhost:0", "--plaintext");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "app.yaml:6:6: with 'data.bin' (70000000 bytes) files exceed 67108864 bytes, and"
                + " --workers none cannot bring it to workers; expected clusters with start, or a"
                + " file system that workers share");
    assertThat(folder.resolve("none")).doesNotExist();
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications whose workers are killed on the way give exactly what one computer alone gives. */
@Tag("real")
@Timeout(180)
class ExactRunTest {
  private static final String GRID =
      """
      grid: two
      home: near
      clusters:
        near: {hosts: [{name: front, role: master}, {name: n, rate: 1/s}]}
        far: {hosts: [{name: f, count: 2, rate: 1/s}]}
      links: [{between: [near, far], bandwidth: 10 MB/s, latency: 5 ms}]
      """;

  @TempDir private Path folder;

  /** Runs an app with processes, some of which are killed, and returns the folder of the run. */
  private Path runWithKills(String app, int kills) throws Exception {
    Files.writeString(folder.resolve("grid.yaml"), GRID);
    Files.writeString(folder.resolve("app.yaml"), app);
    var run = folder.resolve("run");
    var master =
        CompletableFuture.supplyAsync(
            () ->
                CommandLineRun.of(
                    "run",
                    folder.toString(),
                    "--folder",
                    run.toString(),
                    "--workers",
                    "processes",
                    "--lease",
                    "1 s",
                    "--format",
                    "json"),
            task -> Thread.ofPlatform().daemon().start(task));
    var random = new SplittableRandom(1);
    int killed = 0;
    int seen = 0;
    while (!master.isDone() && killed < kills) {
      int finished = finished(run);
      if (finished > seen) { // there is progress between kills
        seen = finished;
        var workers = workers(run);
        if (!workers.isEmpty()) {
          workers.get(random.nextInt(workers.size())).destroyForcibly();
          killed++;
        }
      }
      Thread.sleep(100);
    }
    var done = master.get(120, TimeUnit.SECONDS);
    assertThat(done.exitCode()).as(done.err() + done.out()).isZero();
    assertThat(killed).as("workers killed before the end").isPositive();
    assertThat(done.json().path("failed").asInt()).isZero();
    return run;
  }

  /** The worker processes that this process has started for a run. */
  private static List<ProcessHandle> workers(Path run) {
    var scratch = run.resolve("scratch").toString();
    return ProcessHandle.current()
        .children()
        .filter(child -> commandLine(child).contains("\0worker\0"))
        .filter(child -> commandLine(child).contains(scratch))
        .toList();
  }

  /** All of it; a process handle knows only the beginning of long ones. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
    } catch (IOException e) {
      return ""; // it is gone
    }
  }

  private static int finished(Path run) {
    if (!Files.exists(run.resolve("control.json"))) {
      return 0;
    }
    var answer = CommandLineRun.of("status", run.toString());
    return answer.exitCode() == 0 ? answer.json().path("finished").asInt() : 0;
  }

  /** What the same app gives in this process alone. */
  private Path alone(String app) throws IOException {
    var file = folder.resolve("alone/app.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, app);
    var run = folder.resolve("alone/run");
    var done = CommandLineRun.of("run", file.toString(), "--folder", run.toString());
    assertThat(done.exitCode()).as(done.err()).isZero();
    return run;
  }

  @Test
  void theSumsOfEp() throws Exception {
    var app =
        """
        app: ep
        kind: farm
        tasks: %d
        output: 96 B
        reduce: sum long
        run: {class: io.strait.apps.Ep, with: {class: W}}
        """;
    // finish compares with the published sums, to 1e-8; the run fails if they differ.
    var run = runWithKills(app.formatted(128), 3);
    assertThat(run.resolve("ep.txt")).isNotEmptyFile();
    var one = alone(app.formatted(1));
    assertThat(Files.readAllBytes(run.resolve("result")))
        .isEqualTo(Files.readAllBytes(one.resolve("result")));
    assertThat(run.resolve("ep.txt")).hasSameTextualContentAs(one.resolve("ep.txt"));
  }

  @Test
  void thePixelsOfPovRay() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/povray")), "povray is installed");
    var scene = CommandLineRun.root().resolve("examples/povray/scene.pov");
    Files.copy(scene, folder.resolve("scene.pov"));
    Files.createDirectories(folder.resolve("whole"));
    var app =
        """
        app: povray
        kind: farm
        tasks: 20
        output: 10 kB
        run: {class: io.strait.apps.PovRay, with: {width: 120, height: 80, scene: scene.pov}, files: [scene.pov]}
        """;
    var run = runWithKills(app, 2);
    var joined = ImageIO.read(run.resolve("povray.png").toFile());
    // As POV-Ray alone renders it, all at once.
    var whole = folder.resolve("whole/whole.png");
    var povray =
        new ProcessBuilder(
                ("povray +I%s +O%s +W120 +H80 +FN8 -D -GD -GR -GS -V -P +WT1 +A0.1 +AM2 +R2 -J")
                    .formatted(scene, whole)
                    .split(" "))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("whole/messages").toFile())
            .start();
    assertThat(povray.waitFor()).isZero();
    var expected = ImageIO.read(whole.toFile());
    assertThat(joined.getWidth()).isEqualTo(expected.getWidth());
    assertThat(joined.getHeight()).isEqualTo(expected.getHeight());
    var row = new int[joined.getWidth()];
    for (int y = 0; y < joined.getHeight(); y++) {
      assertThat(joined.getRGB(0, y, row.length, 1, null, 0, row.length))
          .as("row %d", y)
          .isEqualTo(expected.getRGB(0, y, row.length, 1, null, 0, row.length));
    }
  }
}

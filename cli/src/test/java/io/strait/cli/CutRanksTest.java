package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.chaos.Proxy;
import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stencil of two clusters whose connections are cut again and again. */
@Tag("real")
@Timeout(120)
final class CutRanksTest {
  private static final int RANKS = 4;

  @TempDir Path folder;
  private int port;

  private Path run() {
    return folder.resolve("run");
  }

  private final List<CompletableFuture<CommandLineRun>> started = new ArrayList<>();

  private CompletableFuture<CommandLineRun> inThread(String... line) {
    var command =
        CompletableFuture.supplyAsync(
            () -> CommandLineRun.of(line), task -> Thread.ofPlatform().daemon().start(task));
    started.add(command);
    return command;
  }

  /** A command that goes on would end this process with an error, whatever other tests find. */
  @AfterEach
  void end() throws Exception {
    if (started.stream().allMatch(CompletableFuture::isDone)) {
      return;
    }
    CommandLineRun.of("stop", run().toString());
    for (var command : started) {
      try {
        System.err.println("left behind: " + command.get(20, TimeUnit.SECONDS));
      } catch (TimeoutException e) {
        System.err.println("a command does not end");
      }
    }
  }

  private CompletableFuture<CommandLineRun> master(String... more) throws Exception {
    Files.writeString(folder.resolve("grid.yaml"), Plates.GRID);
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: plate
        kind: stencil
        domain: [40, 24]
        iterations: 400
        cost-per-cell: 100 ns
        strategy: wavefront
        checkpoint: 100
        run: {class: io.strait.apps.Heat}
        """);
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    var line =
        new ArrayList<>(List.of("run", folder.toString(), "--folder", run().toString(), "--quiet"));
    line.addAll(List.of("--workers", "none", "--listen", "localhost:" + port, "--plaintext"));
    line.addAll(List.of(more));
    var master = inThread(line.toArray(String[]::new));
    TestLab.await("home is there", () -> Files.exists(run().resolve("control.json")));
    // The port of ranks opens a little later, and they ask once.
    TestLab.await("home lets ranks in", this::isOpen);
    return master;
  }

  private boolean isOpen() {
    try (var _ = new Socket("localhost", port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private CompletableFuture<CommandLineRun> rank(int rank, int parent) throws IOException {
    return inThread(
        "rank",
        run().resolve("plan.yaml").toString(),
        "--rank",
        Integer.toString(rank),
        "--run",
        RunFolder.open(run()).read("run.json").get("name") + "-wavefront",
        "--parent",
        "localhost:" + parent,
        "--plaintext");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void cutsChangeNoCell(long seed) throws Exception {
    var master = master("--patience", "1min");
    try (var gap = new Proxy(5)) {
      gap.target(port);
      var ranks = new ArrayList<CompletableFuture<CommandLineRun>>();
      for (int rank = 0; rank < RANKS; rank++) {
        ranks.add(rank(rank, rank < 2 ? port : gap.port()));
      }
      var random = new SplittableRandom(seed);
      TestLab.await("it is under way", () -> master.isDone() || finished() > 20);
      for (int cut = 0; cut < 8 && !master.isDone(); cut++) {
        gap.stall();
        Thread.sleep(random.nextInt(100));
        gap.cut();
        gap.restore();
        Thread.sleep(random.nextInt(200, 500));
      }
      var ended = master.get(60, TimeUnit.SECONDS);
      assertThat(ended.exitCode()).as(ended.err() + ended.out()).isZero();
      for (var rank : ranks) {
        var end = rank.get(60, TimeUnit.SECONDS);
        assertThat(end.exitCode()).as(end.err()).isZero();
      }
    }
    assertThat(Files.readAllBytes(run().resolve("result.raw")))
        .isEqualTo(new Plates(folder).run().bytes());
  }

  private long finished() {
    var status = CommandLineRun.of("status", run().toString());
    return status.exitCode() == 0 ? status.json().path("finished").asLong() : -1;
  }

  @Test
  void patienceIsForRanksThatAreProcesses() throws Exception {
    Files.writeString(folder.resolve("grid.yaml"), Plates.GRID);
    Files.writeString(
        folder.resolve("app.yaml"),
        "app: plate\nkind: stencil\ndomain: [40, 24]\niterations: 8\ncost-per-cell: 100 ns\n"
            + "run: {class: io.strait.apps.Heat}\n");
    var embedded = CommandLineRun.of("run", folder.toString(), "--patience", "1min");
    assertThat(embedded.exitCode()).isEqualTo(2);
    assertThat(embedded.err())
        .contains("--patience with --workers embedded, expected --workers processes or none");
    var none =
        CommandLineRun.of("run", folder.toString(), "--workers", "processes", "--patience", "soon");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--patience: ").contains("soon");
  }
}

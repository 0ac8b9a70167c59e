package io.strait.farm.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.Master;
import io.strait.farm.protocol.Observer;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.TaskRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Farms whose results do not fit on a disk: they wait, and nothing is lost. */
@Tag("real")
@Timeout(120)
class FullDiskFarmTest {
  private static final int TASKS = 40;
  private static final int BYTES = 40_000;
  private static final int ROOM = 200_000;
  private static final ProtocolSettings SETTINGS =
      ProtocolSettings.DEFAULT.withLease(Duration.ofSeconds(2));

  @TempDir Path small;
  @TempDir Path large;

  private final List<String> words = new CopyOnWriteArrayList<>();

  /** Bytes of a result. */
  private int bytes = BYTES;

  /** Tasks whose results are there before the gateway loses its parent. */
  private int early = Integer.MAX_VALUE;

  private final CountDownLatch cut = new CountDownLatch(1);

  private byte[] result(int task) {
    var bytes = new byte[this.bytes];
    new SplittableRandom(task).nextBytes(bytes);
    return bytes;
  }

  /** A connection to nobody. */
  private record Nowhere() implements NodeLink {
    @Override
    public void send(Envelope envelope) {}

    @Override
    public boolean ready() {
      return false;
    }

    @Override
    public void close() {}
  }

  /** A master, a gateway and its two workers. */
  private final class Farm implements AutoCloseable {
    final MasterNode master;
    final CompletableFuture<@Nullable Void> ended;
    private final GatewayNode gateway;
    private volatile boolean away;
    private volatile @Nullable NodeLink up;
    private final List<WorkerNode> workers;

    Farm(Path journal, Path spools, FarmLog log, int tasks) throws IOException {
      var work =
          new FarmWork(
              "full",
              tasks,
              new byte[] {0},
              task -> new byte[0],
              null,
              2,
              false,
              0,
              name -> Delivery.UNKNOWN,
              name -> Map.of(),
              0,
              name -> 4,
              name -> early < tasks ? tasks : 0);
      master = new MasterNode(SETTINGS, work, log, journal, hello -> null, Observer.NOBODY);
      ended = master.start();
      gateway =
          new GatewayNode(
              "gate", "", SETTINGS, log, spools, this::dial, spec -> null, hello -> null);
      var unused = gateway.start();
      workers = List.of(worker("a", log), worker("b", log));
    }

    private NodeLink dial(Loop loop) {
      var link = away ? new Nowhere() : LocalNet.dial(loop, master.loop(), null);
      up = link;
      return link;
    }

    /** Lets the gateway lose its parent, or find it again. */
    void away(boolean now) {
      away = now;
      var lost = requireNonNull(up);
      lost.close();
      gateway.loop().closed(lost, "");
    }

    private WorkerNode worker(String name, FarmLog log) {
      var runner =
          new TaskRunner() {
            @Override
            public byte[] run(int task, int attempt, byte[] input) throws InterruptedException {
              if (task >= early) {
                cut.await();
              }
              return result(task);
            }

            @Override
            public void close() {}
          };
      var worker =
          new WorkerNode(
              name,
              "",
              1,
              SETTINGS,
              log,
              loop -> LocalNet.dial(loop, gateway.loop(), null),
              spec -> runner,
              null);
      var unused = worker.start();
      return worker;
    }

    void checkResults(int tasks) throws Exception {
      ended.get(30, TimeUnit.SECONDS);
      assertThat(master.<Integer>ask(m -> m.failed().size())).isZero();
      for (int task = 0; task < tasks; task++) {
        int of = task;
        byte[] found = master.ask(m -> m.resultOf(of));
        assertThat(Arrays.equals(found, result(task))).as("task " + task).isTrue();
      }
    }

    @Override
    public void close() throws IOException {
      workers.forEach(WorkerNode::close);
      gateway.close();
      master.close();
    }
  }

  private List<String> said(String part) {
    return words.stream().filter(line -> line.contains(part)).toList();
  }

  private void awaitWords(String part) throws InterruptedException {
    for (int i = 0; i < 2_000 && said(part).isEmpty(); i++) {
      Thread.sleep(10);
    }
    assertThat(said(part)).as(words::toString).isNotEmpty();
  }

  private static String trouble(String node, Path folder) {
    return node
        + ": cannot write to "
        + folder
        + ": No space left on device; results wait until it can be written again";
  }

  /** It says once that the disk is full, waits through several leases, and goes on. */
  private void waitsForRoom(Farm farm, SmallDisk disk, String node, Path folder) throws Exception {
    awaitWords("No space left");
    Thread.sleep(5_000);
    assertThat(farm.ended).isNotDone();
    assertThat(words).containsExactly(trouble(node, folder));
    disk.makeRoom();
    farm.checkResults(TASKS);
  }

  @Test
  void theMastersDisk() throws Exception {
    try (var disk = SmallDisk.mount(small, ROOM);
        var log = FarmLog.file(disk.path().resolve("log.jsonl"), words::add)) {
      var journal = disk.path().resolve("journal");
      try (var farm = new Farm(journal, large, log, TASKS)) {
        waitsForRoom(farm, disk, "master", journal);
      }
      // What is in the journal is the same to another life of the master.
      try (var again = new Farm(journal, large, log, TASKS)) {
        again.checkResults(TASKS);
      }
      var lines = Files.readAllLines(disk.path().resolve("log.jsonl"));
      assertThat(lines)
          .allSatisfy(line -> assertThat(line).startsWith("{\"time\"").endsWith("\"}"))
          .anySatisfy(line -> assertThat(line).contains("can be written again"));
    }
  }

  @Test
  void theGatewaysDisk() throws Exception {
    // Not even one result fits: what the master has is deleted from the spool at once.
    try (var disk = SmallDisk.mount(small, BYTES / 2);
        var log = FarmLog.people(words::add, false);
        var farm = new Farm(large.resolve("journal"), disk.path(), log, TASKS)) {
      waitsForRoom(farm, disk, "gate", disk.path().resolve("run-full").resolve("gateway-gate"));
    }
  }

  /** All results together are far larger than the spool's disk, which one file could fill. */
  @Test
  void aSpoolGivesItsRoomBackWhileResultsLeave() throws Exception {
    bytes = 300_000;
    try (var disk = SmallDisk.empty(small, 8 << 20);
        var log = FarmLog.people(words::add, false);
        var farm = new Farm(large.resolve("journal"), disk.path(), log, 100)) {
      farm.checkResults(100);
    }
  }

  /** A cut fills the spool: it says so, the workers keep the rest, and all goes on afterwards. */
  @Test
  void aCutFillsTheSpool() throws Exception {
    bytes = 300_000;
    early = 5;
    try (var disk = SmallDisk.empty(small, 8 << 20);
        var log = FarmLog.people(words::add, true);
        var farm = new Farm(large.resolve("journal"), disk.path(), log, 100)) {
      while (farm.master.<Integer>ask(Master::finished) < early) {
        Thread.sleep(10);
      }
      farm.away(true);
      cut.countDown();
      awaitWords("No space left");
      assertThat(farm.ended).isNotDone();
      farm.away(false);
      farm.checkResults(100);
      awaitWords("gate: the disk can be written again");
    }
  }
}

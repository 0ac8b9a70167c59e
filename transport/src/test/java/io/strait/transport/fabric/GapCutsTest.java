package io.strait.transport.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.transport.wire.Authority;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks whose connections to a real hub are cut: every message still arrives once, in order. */
@Tag("real")
@Timeout(120)
class GapCutsTest {
  @TempDir static Path folder;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final List<String> said = new ArrayList<>();
  private Hub hub;
  private CutProxy proxy;

  @BeforeAll
  static void issue() throws IOException {
    Authority.init(folder);
    Authority.issue(folder, "home", NodeRole.MASTER, 10, folder);
    Authority.issue(folder, "w", NodeRole.WORKER, 10, folder);
  }

  private void open(int size, Patience patience) throws IOException {
    hub = Hubs.open(folder, size, Delays.NONE, patience, heard::add);
    proxy = new CutProxy(hub.port());
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    hub.close();
  }

  /** Rank 0 is at home, all others are in a cluster behind the proxy. */
  private GapFabric rank(int rank) throws IOException {
    return Hubs.join(folder, rank == 0 ? hub.port() : proxy.port(), rank);
  }

  @ParameterizedTest
  @CsvSource({"ONE_BYTE, 1, 3", "RANDOM, 2, 5", "LARGE, 3, 1", "FULL_WINDOWS, 4, 2"})
  void holdsTheContractThroughRandomCuts(Contract contract, long seed, int rounds)
      throws Exception {
    open(3, new Patience(Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofMillis(100)));
    var thrown = new CopyOnWriteArrayList<Throwable>();
    // A rank joins once the hub has said so to it, which may be after the hub has said so here.
    var joined = new CountDownLatch(3);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 3; i++) {
      int rank = i;
      threads.add(
          Thread.ofPlatform().start(() -> run(rank, contract, seed, rounds, joined, thrown)));
    }
    joined.await();
    var random = new SplittableRandom(seed);
    for (int cut = 0; cut < 12 && threads.stream().anyMatch(Thread::isAlive); cut++) {
      Thread.sleep(random.nextInt(5, 300));
      if (random.nextInt(4) == 0) {
        proxy.stall(true);
        Thread.sleep(random.nextInt(800));
      }
      proxy.reset();
      proxy.stall(false);
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(thrown).isEmpty();
    assertThat(heard).noneMatch(line -> line.startsWith("lost"));
  }

  private void run(
      int rank,
      Contract contract,
      long seed,
      int rounds,
      CountDownLatch joined,
      List<Throwable> thrown) {
    try (var fabric = rank(rank)) {
      joined.countDown();
      try {
        for (int round = 0; round < rounds; round++) {
          contract.run(fabric, seed);
        }
        new Collectives(fabric).barrier();
      } catch (Exception | AssertionError e) {
        thrown.add(e);
        fabric.fail(String.valueOf(e.getMessage()));
      }
    } catch (Exception e) {
      thrown.add(e);
    }
  }

  @Test
  void silenceIsToldAndWaitedFor() throws Exception {
    open(2, Hubs.PATIENCE);
    try (var one = rank(0);
        var two = rank(1)) {
      await("joined 1");
      proxy.stall(true);
      two.sendControl(1, new byte[] {'a'});
      hub.send(1, 2, new byte[] {'b'});
      await("cut off 1");
      proxy.reset();
      Thread.sleep(1_000); // longer than a connection that was closed is waited for
      proxy.stall(false);
      await("back 1");
      await("1 says 1: a");
      var answer = two.pollControl();
      while (answer == null) {
        two.await(1_000_000_000);
        answer = two.pollControl();
      }
      assertThat(answer.payload()).isEqualTo(new byte[] {'b'});
      assertThat(one.size()).isEqualTo(2);
    }
  }

  @Test
  void patienceEnds() throws Exception {
    open(2, new Patience(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofMillis(100)));
    var one = rank(0);
    var two = rank(1);
    await("joined 1");
    proxy.stall(true);
    await("cut off 1");
    await("lost 1: it was cut off for more than 1 s");
    assertThatThrownBy(() -> endless(one))
        .hasMessage("rank 1 is lost: it was cut off for more than 1 s");
    assertThatThrownBy(() -> endless(two))
        .isInstanceOf(RankLostException.class)
        .hasMessageContaining("home is lost: ");
    one.close();
    two.close();
  }

  /** What a rank may send while it is cut off is bounded, and all of it arrives afterwards. */
  @Test
  void aRankThatIsCutOffIsHeldBack() throws Exception {
    open(2, new Patience(Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofMillis(100)));
    try (var one = rank(0);
        var two = rank(1)) {
      int bytes = 4 << 20;
      int ahead = 24;
      one.open(1, bytes, ahead);
      two.open(0, bytes, ahead);
      proxy.stall(true);
      proxy.reset();
      int sent = 0;
      while (two.room(0)) {
        two.begin(0).set(ValueLayout.JAVA_INT, 0, sent++);
        two.send(0, bytes);
      }
      assertThat(sent).isEqualTo(16);
      proxy.stall(false);
      for (int i = 0; i < ahead; i++) {
        if (i >= sent) {
          two.begin(0).set(ValueLayout.JAVA_INT, 0, i);
          two.send(0, bytes);
        }
        var message = one.poll(1);
        while (message == null) {
          one.await(1_000_000_000);
          message = one.poll(1);
        }
        assertThat(message.byteSize()).isEqualTo(bytes);
        assertThat(message.get(ValueLayout.JAVA_INT, 0)).isEqualTo(i);
        one.release(1);
      }
    }
  }

  /** A master that takes over the port has never heard of the rank. */
  @Test
  void anotherHubDoesNotTakeTheRank() throws Exception {
    open(2, Hubs.PATIENCE);
    var two = rank(1);
    hub.send(1, 1, new byte[0]);
    while (two.pollControl() == null) {
      two.await(1_000_000);
    }
    var other = Hubs.open(folder, 2, Delays.NONE, Hubs.PATIENCE, heard::add);
    try {
      proxy.target(other.port());
      proxy.reset();
      assertThatThrownBy(() -> endless(two))
          .hasMessageContaining("the run has begun anew since it joined");
    } finally {
      other.close();
      two.close();
    }
  }

  private static void endless(GapFabric fabric) {
    while (true) {
      fabric.await(1_000_000_000);
    }
  }

  private void await(String line) throws InterruptedException {
    while (!said.contains(line)) {
      var next = heard.poll(60, TimeUnit.SECONDS);
      assertThat(next).as("waiting for " + line + ", heard " + said).isNotNull();
      said.add(next);
    }
  }
}

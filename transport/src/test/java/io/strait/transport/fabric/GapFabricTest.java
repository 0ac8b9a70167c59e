package io.strait.transport.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.InputException;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Tokens;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that meet at a real hub, over real TLS. */
@Tag("real")
@Timeout(120)
class GapFabricTest {
  @TempDir static Path folder;
  private static byte[] key;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private Hub hub;

  @BeforeAll
  static void issue() throws IOException {
    Authority.init(folder);
    Authority.issue(folder, "home", NodeRole.MASTER, 10, folder);
    Authority.issue(folder, "w", NodeRole.WORKER, 10, folder);
    key = Tokens.key(folder);
  }

  @AfterEach
  void close() {
    if (hub != null) {
      hub.close();
    }
  }

  private void open(int size, Delays delays) throws IOException {
    hub = Hubs.open(folder, size, delays, heard::add);
  }

  private GapFabric rank(int rank) throws IOException {
    return Hubs.join(folder, hub.port(), rank);
  }

  private List<Throwable> run(int size, ThreadFabricTest.Program program) throws Exception {
    var thrown = new CopyOnWriteArrayList<Throwable>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < size; i++) {
      int rank = i;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try (var fabric = rank(rank)) {
                      try {
                        program.run(fabric);
                        new Collectives(fabric).barrier();
                      } catch (Exception | AssertionError e) {
                        thrown.add(e);
                        fabric.fail(String.valueOf(e.getMessage()));
                      }
                    } catch (Exception e) {
                      thrown.add(e);
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
    return thrown;
  }

  @ParameterizedTest
  @EnumSource(value = Contract.class, names = "NO_GARBAGE", mode = EnumSource.Mode.EXCLUDE)
  void holdsTheContract(Contract contract) throws Exception {
    open(3, Delays.NONE);
    assertThat(run(3, fabric -> contract.run(fabric, 3))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Contract.class,
      names = {"RANDOM", "FULL_WINDOWS", "SLOW_RECEIVER"})
  void holdsTheContractAcrossALongerGap(Contract contract) throws Exception {
    var delays =
        new Delays() {
          @Override
          public long latency(int from, int to) {
            return 500_000L * (1 + from);
          }

          @Override
          public double jitter(int from, int to) {
            return 300_000;
          }
        };
    open(2, delays);
    assertThat(run(2, fabric -> contract.run(fabric, 7))).isEmpty();
  }

  @Test
  void noMessageIsEarly() throws Exception {
    open(2, (from, to) -> 50_000_000);
    var thrown =
        run(
            2,
            fabric -> {
              fabric.open(1 - fabric.rank(), 8, 1);
              if (fabric.rank() == 0) {
                fabric.begin(1).set(ValueLayout.JAVA_LONG, 0, System.nanoTime());
                fabric.send(1, 8);
              } else {
                var message = fabric.poll(0);
                while (message == null) {
                  fabric.await(1_000_000_000);
                  message = fabric.poll(0);
                }
                long took = fabric.arrived() - message.get(ValueLayout.JAVA_LONG, 0);
                assertThat(took).isGreaterThanOrEqualTo(50_000_000);
                fabric.release(0);
              }
            });
    assertThat(thrown).isEmpty();
  }

  /**
   * A rank says when its message left, and hears when it arrived. The time for frames to the hub
   * and on is this machine's. One message of many is enough: others may really be late.
   */
  @Test
  void whatFramesTakeIsNotAddedToAnEmulatedGap() throws Exception {
    open(2, latency(15_000_000));
    var left = new long[50];
    var arrived = new long[left.length];
    var failures =
        run(
            2,
            fabric -> {
              fabric.open(1 - fabric.rank(), 8, left.length);
              for (int i = 0; i < left.length; i++) {
                if (fabric.rank() == 0) {
                  left[i] = System.nanoTime();
                  fabric.departAt(left[i]);
                  fabric.begin(1);
                  fabric.send(1, 8);
                } else {
                  while (fabric.poll(0) == null) {
                    fabric.await(1_000_000_000);
                  }
                  arrived[i] = fabric.arrived();
                  fabric.release(0);
                }
              }
            });
    assertThat(failures).isEmpty();
    assertThat(IntStream.range(0, left.length).filter(i -> arrived[i] - left[i] == 15_000_000))
        .isNotEmpty();
  }

  private static Delays latency(long nanos) {
    return new Delays() {
      @Override
      public long latency(int from, int to) {
        return nanos;
      }
    };
  }

  /** What was heard next; a machine that stalls may cut a rank off for a while. */
  private @Nullable String next() throws InterruptedException {
    while (true) {
      var line = heard.poll(30, TimeUnit.SECONDS);
      if (line == null || !(line.startsWith("cut off ") || line.startsWith("back "))) {
        return line;
      }
    }
  }

  @Test
  void masterAndRanksTalk() throws Exception {
    open(2, Delays.NONE);
    try (var one = rank(0);
        var two = rank(1)) {
      assertThat(next()).isEqualTo("joined 0");
      assertThat(next()).isEqualTo("joined 1");
      two.sendControl(7, "hello".getBytes(StandardCharsets.UTF_8));
      assertThat(next()).isEqualTo("1 says 7: hello");
      byte[] large = new byte[3_000_000];
      Arrays.fill(large, (byte) 'x');
      large[2_999_999] = 'y';
      one.sendControl(8, large);
      assertThat(next()).startsWith("0 says 8: xxx").endsWith("xxy");
      hub.send(1, -3, large);
      hub.send(1, 4, new byte[0]);
      var first = hear(two);
      assertThat(first.kind()).isEqualTo((byte) -3);
      assertThat(first.payload()).isEqualTo(large);
      assertThat(hear(two).payload()).isEmpty();
    }
    assertThat(Arrays.asList(next(), next())).containsExactlyInAnyOrder("ended 0", "ended 1");
  }

  /** Messages that home sent before it hung up arrive first. */
  @Test
  void lastMessagesArrive() throws Exception {
    open(1, Delays.NONE);
    try (var one = rank(0)) {
      assertThat(next()).isEqualTo("joined 0");
      hub.send(0, 4, new byte[] {1});
      hub.close();
      assertThatThrownBy(
              () -> {
                while (true) {
                  one.await(1_000_000);
                }
              })
          .isInstanceOf(RankLostException.class);
      assertThat(one.pollControl()).isNotNull();
      assertThatThrownBy(one::pollControl).isInstanceOf(RankLostException.class);
    }
  }

  private static ControlMessage hear(GapFabric fabric) {
    var message = fabric.pollControl();
    while (message == null) {
      fabric.await(Long.MAX_VALUE);
      message = fabric.pollControl();
    }
    return message;
  }

  @Test
  void whoIsNotExpectedIsRefused() throws Exception {
    open(2, Delays.NONE);
    assertThatThrownBy(() -> rank(2))
        .isInstanceOf(InputException.class)
        .hasMessage("the hub refuses this rank: it is rank 2, expected 0 to 1");
    assertThat(next()).isEqualTo("refused 127.0.0.1: it is rank 2, expected 0 to 1");
    try (var one = rank(0)) {
      assertThat(one.size()).isEqualTo(2);
      assertThatThrownBy(() -> rank(0)).hasMessageEndingWith("rank 0 has already joined");
    }
    assertThatThrownBy(() -> join(1, "other", Tokens.make(key, Duration.ofHours(1))))
        .hasMessageEndingWith("it belongs to run other, expected run test");
    assertThatThrownBy(() -> join(1, "test", "nonsense")).hasMessageEndingWith("wrong token");
    assertThatThrownBy(() -> join(1, "test", Tokens.make(key, Duration.ofSeconds(-5))))
        .hasMessageEndingWith("expired token");
  }

  private GapFabric join(int rank, String run, String token) throws IOException {
    return new GapFabric(
        new GapFabric.Options(
            new InetSocketAddress("127.0.0.1", hub.port()),
            Identity.in(folder, "w"),
            run,
            rank,
            token,
            Duration.ofSeconds(20),
            line -> {}));
  }

  @Test
  void whereNobodyListensThereIsNoRank() throws IOException {
    open(2, Delays.NONE);
    hub.close();
    assertThatThrownBy(() -> rank(0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nothing listens there");
  }

  @Test
  void aRankThatFailsIsNamedToAll() throws Exception {
    open(3, Delays.NONE);
    var thrown =
        run(
            3,
            fabric -> {
              for (int peer = 0; peer < 3; peer++) {
                if (peer != fabric.rank()) {
                  fabric.open(peer, 8, 1);
                }
              }
              if (fabric.rank() == 1) {
                throw new IllegalStateException("out of luck");
              }
              while (fabric.rank() == 0) {
                fabric.await(Long.MAX_VALUE);
              }
              while (true) {
                fabric.begin(0);
                fabric.send(0, 8);
              }
            });
    assertThat(thrown)
        .hasSize(3)
        .filteredOn(RankLostException.class::isInstance)
        .hasSize(2)
        .allSatisfy(e -> assertThat(e).hasMessage("rank 1 is lost: out of luck"));
    assertThat(heard).contains("lost 1: out of luck");
  }

  @Test
  void aKilledProcessIsNoticed() throws Exception {
    open(2, Delays.NONE);
    var output = folder.resolve("output");
    var process = Hubs.process(folder, hub.port(), 1, output);
    try (var one = rank(0)) {
      one.open(1, 8, 1);
      var message = one.poll(1);
      while (message == null) {
        one.await(Long.MAX_VALUE);
        message = one.poll(1);
      }
      process.destroyForcibly();
      assertThatThrownBy(
              () -> {
                while (true) {
                  one.await(Long.MAX_VALUE);
                }
              })
          .isInstanceOf(RankLostException.class)
          .hasMessage("rank 1 is lost: its connection broke");
    } finally {
      process.destroyForcibly();
    }
    assertThat(heard).contains("lost 1: its connection broke");
  }

  @Test
  void aHubThatEndsIsNoticed() throws Exception {
    open(2, Delays.NONE);
    var one = rank(0);
    hub.close();
    assertThatThrownBy(() -> one.await(Long.MAX_VALUE))
        .hasMessage("home is lost: it has ended the run");
    one.close();
  }

  /** The result of checking a token, in a word. */
  static String worth(byte[] key, String token) {
    return switch (Tokens.check(Tokens.publicKey(key), token, Instant.now())) {
      case Tokens.Answer.Good good -> null;
      case Tokens.Answer.Expired expired -> "expired token";
      case Tokens.Answer.Wrong wrong -> "wrong token";
    };
  }
}

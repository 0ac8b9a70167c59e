package io.strait.transport.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("real")
@Timeout(120)
class ThreadFabricTest {
  interface Program {
    void run(Fabric fabric) throws Exception;
  }

  /** Runs a program on every rank and returns the exceptions. */
  static List<Throwable> run(ThreadFabrics fabrics, int size, Program program)
      throws InterruptedException {
    var thrown = new CopyOnWriteArrayList<Throwable>();
    var threads = new ArrayList<Thread>();
    for (int rank = 0; rank < size; rank++) {
      var fabric = fabrics.fabric(rank);
      threads.add(
          Thread.ofPlatform()
              .name("rank " + rank)
              .start(
                  () -> {
                    try {
                      program.run(fabric);
                    } catch (Exception | AssertionError e) {
                      thrown.add(e);
                      fabric.fail(String.valueOf(e.getMessage()));
                    } finally {
                      fabric.close();
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
    return thrown;
  }

  static Stream<Arguments> contracts() {
    return Stream.of(Contract.values())
        .flatMap(c -> Stream.of(Arguments.of(c, 2), Arguments.of(c, 5)));
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void holdsTheContract(Contract contract, int size) throws Exception {
    assertThat(run(new ThreadFabrics(size), size, f -> contract.run(f, 1))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void holdsTheContractWithDelays(Contract contract, int size) throws Exception {
    var delays =
        new Delays() {
          @Override
          public long latency(int from, int to) {
            return (from + to) % 3 * 20_000L;
          }

          @Override
          public double jitter(int from, int to) {
            return 30_000;
          }

          @Override
          public double bandwidth(int from, int to) {
            return 4e9;
          }

          @Override
          public long seed() {
            return size;
          }
        };
    assertThat(run(new ThreadFabrics(size, delays), size, f -> contract.run(f, size))).isEmpty();
  }

  @Test
  void messagesAreThereWhenTheyAreDueAndNotBefore() throws Exception {
    var delays =
        new Delays() {
          @Override
          public long latency(int from, int to) {
            return 5_000_000;
          }

          @Override
          public double bandwidth(int from, int to) {
            return 1e6;
          }
        };
    var thrown =
        run(
            new ThreadFabrics(2, delays),
            2,
            fabric -> {
              fabric.open(1 - fabric.rank(), 1_000, 4);
              if (fabric.rank() == 0) {
                long leaves = System.nanoTime() + 10_000_000;
                fabric.departAt(leaves);
                for (int i = 0; i < 3; i++) {
                  fabric.begin(1).set(ValueLayout.JAVA_LONG, 0, leaves);
                  fabric.send(1, 1_000);
                }
              } else {
                for (int i = 1; i <= 3; i++) {
                  var message = fabric.poll(0);
                  while (message == null) {
                    fabric.await(1_000_000_000);
                    message = fabric.poll(0);
                  }
                  long due = message.get(ValueLayout.JAVA_LONG, 0) + i * 1_000_000L + 5_000_000;
                  assertThat(fabric.arrived()).isEqualTo(due);
                  assertThat(System.nanoTime() - due).isNotNegative();
                  fabric.release(0);
                }
              }
            });
    assertThat(thrown).isEmpty();
  }

  @Test
  void theSameSeedGivesTheSameJitter() {
    var delays =
        new Delays() {
          @Override
          public long latency(int from, int to) {
            return 1_000;
          }

          @Override
          public double jitter(int from, int to) {
            return 10_000;
          }
        };
    var one = new DelaySchedule(delays, 0, 1);
    var two = new DelaySchedule(delays, 0, 1);
    var other = new DelaySchedule(delays, 1, 0);
    long last = 0;
    double sum = 0;
    int differ = 0;
    for (int i = 0; i < 10_000; i++) {
      long leaves = i * 1_000_000L;
      long due = one.due(leaves, 8);
      assertThat(two.due(leaves, 8)).isEqualTo(due);
      assertThat(due).isGreaterThanOrEqualTo(last);
      differ += other.due(leaves, 8) == due ? 0 : 1;
      sum += due - leaves - 1_000;
      last = due;
    }
    assertThat(sum / 10_000).isBetween(9_500.0, 10_500.0);
    assertThat(differ).isGreaterThan(9_000);
  }

  @Test
  void aLostRankIsNamedToThoseWhoWait() throws Exception {
    var thrown =
        run(
            new ThreadFabrics(3),
            3,
            fabric -> {
              for (int peer = 0; peer < 3; peer++) {
                if (peer != fabric.rank()) {
                  fabric.open(peer, 8, 1);
                }
              }
              if (fabric.rank() == 1) {
                Thread.sleep(50);
                throw new IllegalStateException("out of luck");
              } else if (fabric.rank() == 0) {
                while (true) {
                  fabric.await(Long.MAX_VALUE);
                }
              }
              while (true) { // waits for room that never comes
                fabric.begin(0);
                fabric.send(0, 8);
              }
            });
    assertThat(thrown).hasSize(3);
    assertThat(thrown)
        .filteredOn(RankLostException.class::isInstance)
        .hasSize(2)
        .allSatisfy(e -> assertThat(e).hasMessage("rank 1 is lost: out of luck"));
  }

  @Test
  void waitingEndsOnceForAMessageThatIsNotTaken() {
    try (var fabrics = new ThreadFabrics(2)) {
      var one = fabrics.fabric(0);
      var two = fabrics.fabric(1);
      one.open(1, 8, 4);
      two.open(0, 8, 4);
      one.begin(1);
      one.send(1, 8);
      two.await(Long.MAX_VALUE); // would not end without a message
      long before = System.nanoTime();
      two.await(20_000_000);
      assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(20_000_000);
      assertThat(two.poll(0)).isNotNull();
    }
  }

  @Test
  void refusesWhatCannotBe() {
    try (var fabrics = new ThreadFabrics(2)) {
      var one = fabrics.fabric(0);
      assertThatThrownBy(() -> one.open(0, 8, 1)).hasMessage("rank 0 cannot talk to rank 0 of 2");
      assertThatThrownBy(() -> one.open(4, 8, 1)).hasMessage("rank 0 cannot talk to rank 4 of 2");
      assertThatThrownBy(() -> one.open(1, 0, 1)).hasMessageContaining("with 0 bytes, 1 ahead");
      assertThatThrownBy(() -> one.begin(1)).hasMessage("rank 1 was not opened");
      one.open(1, 8, 1);
      assertThatThrownBy(() -> fabrics.fabric(1).open(0, 16, 1))
          .hasMessageContaining("different sizes: 8 and 16 bytes, 1 and 1 ahead");
      one.begin(1);
      assertThatThrownBy(() -> one.send(1, 9))
          .hasMessage("a message of 9 bytes, expected at most 8");
      assertThatThrownBy(() -> one.release(1)).hasMessage("release without poll");
    }
  }
}

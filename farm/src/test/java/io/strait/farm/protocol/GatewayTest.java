package io.strait.farm.protocol;

import static io.strait.farm.protocol.TestHost.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.LongSum;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.farm.task.Reducer;
import io.strait.transport.store.Disk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A gateway between a parent and a worker that the test plays. */
class GatewayTest {
  private static final int TASKS = 1_000;

  private ProtocolSettings settings = ProtocolSettings.DEFAULT;
  private final TreeMap<Long, byte[]> records = new TreeMap<>();
  private long next;
  private final TestEnd parent = new TestEnd();
  private final TestEnd child = new TestEnd();
  private final TestHost host = new TestHost(() -> parent);

  private final Disk disk =
      new Disk() {
        @Override
        public long append(byte kind, byte[] record) {
          records.put(next, record);
          return next++;
        }

        @Override
        public void sync() {}

        @Override
        public byte[] read(long position) {
          return records.get(position);
        }

        @Override
        public void release(long position) {
          records.remove(position);
        }

        @Override
        public void releaseBefore(long position) {}
      };

  private static Message.Hello hello(String name, Message.Role role) {
    return new Message.Hello(Message.OLDEST, Message.NEWEST, "", name, role, 1, 7, 1);
  }

  /** A gateway that has joined, and its worker. */
  private Gateway gateway(int aggregate, int ahead, @Nullable Supplier<Reducer> reducer) {
    var gateway =
        new Gateway(
            host,
            settings,
            hello("gate", Message.Role.GATEWAY),
            1,
            (run, visitor) -> disk,
            spec -> reducer,
            hello -> null);
    step(gateway);
    gateway.connected(parent);
    step(gateway);
    parent.session = 5;
    gateway.received(
        parent,
        parent.says(
            new Message.Welcome(
                Message.NEWEST,
                1,
                "run",
                TASKS,
                60_000,
                aggregate,
                ahead,
                256 << 20,
                new byte[0])));
    step(gateway);
    gateway.accepted(child);
    gateway.received(child, new Envelope(0, 0, hello("worker", Message.Role.WORKER)));
    assertThat(child.session).isPositive();
    gateway.received(child, child.says(new Message.Holding(IdSet.EMPTY)));
    return gateway;
  }

  private void step(Gateway gateway) {
    host.now += SECOND / 1_000;
    gateway.durable(next - 1);
    gateway.flush();
  }

  private void give(Gateway gateway, int from, int count) {
    var ids = new int[count];
    Arrays.setAll(ids, i -> from + i);
    var attempts = new byte[count];
    Arrays.fill(attempts, (byte) 1);
    var inputs = new byte[count][];
    Arrays.fill(inputs, new byte[0]);
    gateway.received(parent, parent.says(new Message.Tasks(ids, attempts, inputs)));
  }

  private void bring(Gateway gateway, int part, int task, byte[] value) {
    gateway.received(
        child,
        child.says(
            new Message.Results(List.of(new Part(part, Part.Kind.VALUE, IdSet.of(task), value)))));
  }

  /** What the gateway has asked for since this was asked before. */
  private int asked() {
    int sum = 0;
    for (var message : parent.got) {
      sum += message instanceof Message.Want want ? want.tasks() : 0;
    }
    parent.got.removeIf(Message.Want.class::isInstance);
    return sum;
  }

  private List<Part> parts() {
    var parts = new ArrayList<Part>();
    for (var message : parent.got) {
      if (message instanceof Message.Results results) {
        parts.addAll(results.parts());
      }
    }
    return parts;
  }

  @ParameterizedTest
  @CsvSource({"1, 20, 1", "4, 22, 1", "4, 22, 3", "7, 7, 1", "10, 35, 5", "50, 20, 1"})
  void everySumIsAsLargeAsThePlanSaysUntilTheEnd(int aggregate, int tasks, int atATime) {
    var gateway = gateway(aggregate, 3, LongSum::new);
    gateway.received(child, child.says(new Message.Want(tasks)));
    step(gateway);
    give(gateway, 0, tasks);
    step(gateway);
    for (int task = 0; task < tasks; task++) {
      bring(gateway, task, task, new byte[8]);
      if (task % atATime == atATime - 1) {
        step(gateway);
      }
    }
    step(gateway);
    var sizes = parts().stream().map(part -> part.tasks().size()).toList();
    var expected = new ArrayList<Integer>();
    for (int left = tasks; left > 0; left -= aggregate) {
      expected.add(Math.min(left, aggregate));
    }
    assertThat(sizes).isEqualTo(expected);
  }

  /** A gateway that lets workers go after a minute. */
  private Gateway lettingGo() {
    settings =
        ProtocolSettings.of(
            s -> {
              s.idle = Duration.ofMinutes(1);
              s.silence = Duration.ofHours(1);
            });
    var gateway = gateway(1, 1, LongSum::new);
    settings = ProtocolSettings.DEFAULT;
    gateway.received(child, child.says(new Message.Want(1)));
    return gateway;
  }

  private void pass(Gateway gateway, int seconds) {
    for (int i = 0; i < seconds; i++) {
      host.now += SECOND;
      gateway.received(parent, parent.says(new Message.Beat(host.now, 0)));
      step(gateway);
    }
  }

  private boolean isLetGo() {
    return child.got.contains(new Message.Finished(Master.IDLE));
  }

  /** At the end a worker without work is not kept, and gets nothing once it was told. */
  @Test
  void whoHasNothingToDoAtTheEndMayGo() {
    var gateway = lettingGo();
    gateway.received(parent, parent.says(new Message.Stock(5_000, Integer.MAX_VALUE)));
    pass(gateway, 100);
    assertThat(isLetGo()).as("there is more to come").isFalse();
    gateway.received(parent, parent.says(new Message.Stock(0, Integer.MAX_VALUE)));
    pass(gateway, 50);
    assertThat(isLetGo()).as("not yet").isFalse();
    give(gateway, 0, 1);
    pass(gateway, 100);
    assertThat(isLetGo()).as("it computes").isFalse();
    bring(gateway, 0, 0, new byte[8]);
    gateway.received(child, child.says(new Message.Want(1)));
    pass(gateway, 50);
    assertThat(isLetGo()).as("not yet again").isFalse();
    pass(gateway, 20);
    assertThat(isLetGo()).isTrue();
    child.got.clear();
    give(gateway, 1, 1);
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    assertThat(child.got).noneMatch(Message.Tasks.class::isInstance);
    // It takes its leave without a word, and nobody waits for it.
    gateway.closed(child, "");
    assertThat(gateway.children()).isEmpty();
  }

  /** While home is out of reach nobody knows whether there is work: a place in a queue is dear. */
  @Test
  void nobodyGoesWhileTheParentIsAway() {
    var gateway = lettingGo();
    gateway.received(parent, parent.says(new Message.Stock(0, Integer.MAX_VALUE)));
    pass(gateway, 50);
    gateway.closed(parent, "");
    for (int i = 0; i < 200; i++) {
      host.now += SECOND;
      step(gateway);
    }
    assertThat(isLetGo()).isFalse();
  }

  @Test
  void whoJoinsIsToldWithItsRole() {
    var gateway = gateway(1, 3, LongSum::new);
    var below = new TestEnd();
    gateway.accepted(below);
    gateway.received(below, new Envelope(0, 0, hello("deep", Message.Role.GATEWAY)));
    step(gateway);
    var told = new ArrayList<String>();
    for (var message : parent.got) {
      if (message instanceof Message.Trace trace) {
        told.add(trace.path() + " " + trace.event());
      }
    }
    assertThat(told).containsExactly("[gate, worker] JOINED", "[gate, deep] GATEWAY_JOINED");
  }

  @Test
  void theReserveOfThePlanIsKept() {
    var gateway = gateway(1, 6, LongSum::new);
    step(gateway);
    assertThat(asked()).isZero(); // nobody computes
    gateway.received(child, child.says(new Message.Want(2)));
    step(gateway);
    assertThat(asked()).isEqualTo(2 + 6);
    give(gateway, 0, 8);
    step(gateway);
    assertThat(asked()).isZero();
    bring(gateway, 0, 0, new byte[8]);
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    assertThat(asked()).isEqualTo(1);
  }

  /** A task that waits here may be one of the last, and others could have done it meanwhile. */
  @Test
  void aReserveOfOneIsAskedForJustBeforeItIsNeeded() {
    var gateway = gateway(1, 1, LongSum::new);
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    assertThat(asked()).isEqualTo(2); // nobody knows yet how long a task takes
    give(gateway, 0, 2);
    int known = 2;
    for (int task = 0; task < 3; task++) {
      host.now += 10 * SECOND;
      bring(gateway, task, task, new byte[8]);
      gateway.received(child, child.says(new Message.Want(1)));
      step(gateway);
      int more = asked();
      give(gateway, known, more);
      known += more;
    }
    // The child has a task that takes 10 s, and there is none for afterwards.
    assertThat(known).isEqualTo(4);
    long began = host.now;
    while (asked() == 0) {
      assertThat(host.now - began).isLessThan(10 * SECOND);
      host.now = Math.max(host.now, gateway.wake());
      step(gateway);
    }
    assertThat(host.now - began).isBetween(99 * SECOND / 10, 10 * SECOND);
  }

  /** The worker takes 10 s for a task: of two that wait in the last 25 s, it can do one. */
  @Test
  void whatWouldBeLateGoesBack() {
    var gateway = gateway(1, 1, LongSum::new);
    gateway.received(
        parent, parent.says(new Message.Paces(List.of("worker"), new long[] {10_000_000})));
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    give(gateway, 0, 3);
    step(gateway);
    gateway.received(parent, parent.says(new Message.Stock(0, 60_000)));
    step(gateway);
    assertThat(returned()).isEmpty();
    gateway.received(parent, parent.says(new Message.Stock(0, 25_000)));
    step(gateway);
    assertThat(returned()).containsExactly(2);
    gateway.received(parent, parent.says(new Message.Stock(0, 15_000)));
    step(gateway);
    assertThat(returned()).containsExactly(2, 1);
  }

  private List<Integer> returned() {
    var tasks = new ArrayList<Integer>();
    for (var message : parent.got) {
      if (message instanceof Message.Returned back) {
        back.tasks().forEach(tasks::add);
      }
    }
    return tasks;
  }

  /** Asking for one at a time would cost too much where many come and go; asking late, too. */
  @Test
  void fewOfManyAreAskedForSoon() {
    var gateway = gateway(1, 1, LongSum::new);
    gateway.received(child, child.says(new Message.Want(100)));
    step(gateway);
    int given = asked();
    assertThat(given).isGreaterThanOrEqualTo(100);
    give(gateway, 0, given);
    host.now += SECOND;
    for (int task = 0; task < 30; task++) {
      bring(gateway, task, task, new byte[8]);
    }
    gateway.received(child, child.says(new Message.Want(30)));
    step(gateway);
    assertThat(asked()).isGreaterThanOrEqualTo(29);
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    assertThat(asked()).isZero();
    assertThat(gateway.wake()).isBetween(host.now, host.now + 10_000_000);
    host.now = gateway.wake();
    step(gateway);
    assertThat(asked()).isEqualTo(1);
  }

  @Test
  void largeResultsAreAddedUpOneAtATime() {
    var added = new int[1];
    var gateway =
        gateway(
            3,
            1,
            () ->
                new Reducer() {
                  @Override
                  public void add(byte[] result) {
                    added[0]++;
                  }

                  @Override
                  public void merge(byte[] partial) {}

                  @Override
                  public byte[] partial() {
                    return new byte[8];
                  }

                  @Override
                  public byte[] result() {
                    return partial();
                  }

                  @Override
                  public void clear() {}
                });
    gateway.received(child, child.says(new Message.Want(3)));
    step(gateway);
    give(gateway, 0, 3);
    step(gateway);
    for (int task = 0; task < 3; task++) {
      bring(gateway, task, task, new byte[300 << 10]);
    }
    for (int count = 1; count <= 3; count++) {
      assertThat(parts()).isEmpty();
      step(gateway);
      assertThat(added[0]).isEqualTo(count);
      assertThat(gateway.wake() <= host.now).isEqualTo(count < 3); // others get a turn in between
    }
    assertThat(parts()).hasSize(1);
  }

  @Test
  void aGatewayWhoseResultsDoNotLeaveStopsAsking() {
    var gateway = gateway(1, 2, null);
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    int credits = asked();
    assertThat(credits).isEqualTo(3);
    int given = 0;
    int brought = 0;
    var value = new byte[60_000]; // below what is fetched in chunks; 4 MiB are 70 of them
    while (given < TASKS && credits > 0) {
      give(gateway, given, credits);
      given += credits;
      for (; brought < given; brought++) {
        step(gateway);
        bring(gateway, brought, brought, value);
        gateway.received(child, child.says(new Message.Want(1)));
      }
      step(gateway);
      credits = asked();
    }
    assertThat(given).isBetween(70, 100);
    // The parent takes some: there is room again.
    var sent = parts().stream().map(Part::number).toList();
    assertThat(sent).isNotEmpty();
    for (int number : sent) {
      gateway.received(parent, parent.says(new Message.Ack(IdSet.of(number))));
    }
    step(gateway);
    assertThat(asked()).isPositive();
  }

  @Test
  void smallResultsThatWaitHoldNobodyBack() {
    var gateway = gateway(1, 2, null);
    gateway.received(child, child.says(new Message.Want(1)));
    step(gateway);
    int credits = asked();
    int given = 0;
    int brought = 0;
    while (given < TASKS && credits > 0) {
      credits = Math.min(credits, TASKS - given);
      give(gateway, given, credits);
      given += credits;
      for (; brought < given; brought++) {
        step(gateway);
        bring(gateway, brought, brought, new byte[100]);
        gateway.received(child, child.says(new Message.Want(1)));
      }
      step(gateway);
      credits = asked();
    }
    assertThat(given).isEqualTo(TASKS);
  }

  /**
   * The parent hands a task out again while a worker that was cut off brings its result: that one
   * counts as soon as it is safe, and the task is not given back before.
   */
  @Test
  void aResultThatIsNotSentYetIsNotGivenBack() {
    var gateway = gateway(1, 2, null);
    gateway.received(child, child.says(new Message.Holding(IdSet.of(96))));
    bring(gateway, 0, 96, new byte[8]);
    give(gateway, 96, 1);
    assertThat(parts()).isEmpty();
    assertThat(parent.got).noneMatch(Message.Returned.class::isInstance);
    step(gateway);
    assertThat(parts()).extracting(part -> part.tasks().contains(96)).containsExactly(true);
    // Now the parent has it, and wants another one all the same.
    give(gateway, 96, 1);
    step(gateway);
    assertThat(parent.got).anyMatch(Message.Returned.class::isInstance);
  }
}

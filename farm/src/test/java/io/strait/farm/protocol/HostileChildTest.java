package io.strait.farm.protocol;

import static io.strait.farm.protocol.TestHost.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.journal.LongSum;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.wire.Messages;
import io.strait.transport.store.Disk;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A master among children that say anything at any time. It must not break, must not run out of
 * memory, and when they are gone an honest child must be able to bring the run to its right end.
 */
class HostileChildTest {
  private static final int TASKS = 40;

  /** An end of a connection. */
  private static final class End implements NodeLink {
    final List<Envelope> got = new ArrayList<>();
    boolean closed;
    long session;
    int next;

    @Override
    public void send(Envelope envelope) {
      got.add(envelope);
      if (envelope.message() instanceof Message.Welcome) {
        session = envelope.session();
        next = 0;
      }
    }

    @Override
    public boolean ready() {
      return true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final TestHost host = new TestHost();
  private final TreeMap<Long, byte[]> records = new TreeMap<>();
  private boolean synced;

  private final Disk disk =
      new Disk() {
        @Override
        public long append(byte kind, byte[] record) {
          records.put((long) records.size(), record);
          return records.size() - 1;
        }

        @Override
        public void sync() {
          synced = true;
        }

        @Override
        public byte[] read(long position) {
          return records.get(position);
        }

        @Override
        public void release(long position) {}

        @Override
        public void releaseBefore(long position) {}
      };

  private static byte[] value(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  private Master master() {
    var work =
        new FarmWork(
            "run",
            TASKS,
            new byte[0],
            task -> new byte[0],
            LongSum::new,
            1_000_000,
            false,
            0,
            name -> Delivery.UNKNOWN,
            name -> Map.of(),
            0,
            name -> 1,
            name -> 0);
    var settings = ProtocolSettings.DEFAULT.withLease(Duration.ofNanos(4 * SECOND));
    return new Master(host, settings, work, disk, new Journal(work), hello -> null);
  }

  private void step(Master master, long time) {
    host.now += time;
    if (synced) {
      synced = false;
      master.durable(records.size() - 1);
    }
    master.flush();
  }

  private static Message.Hello hello(String name, int dial) {
    return new Message.Hello(
        Message.OLDEST, Message.NEWEST, "", name, Message.Role.WORKER, 1, 7, dial);
  }

  /** Something that a child might say; lies about tasks are more likely to be believed. */
  private static Message lie(Random random) {
    var message = Messages.message(random, TASKS);
    var some = IdSet.of(random.nextInt(TASKS));
    return switch (random.nextInt(9)) {
      case 0 -> new Message.Holding(some);
      case 1 -> new Message.Want(1 + random.nextInt(5));
      case 2 -> new Message.Offer(random.nextInt(3), Part.Kind.of(random.nextInt(3)), some, 100);
      case 3 -> new Message.Chunk(random.nextInt(3), 0, new byte[random.nextInt(120)]);
      case 4 ->
          new Message.Results(
              List.of(
                  new Part(
                      3,
                      Part.Kind.FAILED,
                      some,
                      "\u001b[2J".getBytes(java.nio.charset.StandardCharsets.UTF_8))));
      case 5 -> new Message.Results(List.of(new Part(4, Part.Kind.PARTIAL, some, new byte[3])));
      default -> message;
    };
  }

  @Test
  void whateverChildrenSayTheMasterGoesOn() {
    for (int seed = 0; seed < 150; seed++) {
      host.warnings.clear();
      records.clear();
      var random = new Random(seed);
      var master = master();
      step(master, 1);
      var ends = new ArrayList<End>();
      for (int i = 0; i < 300; i++) {
        if (ends.size() < 3 || random.nextInt(10) == 0) {
          var end = new End();
          ends.add(end);
          master.accepted(end);
          if (random.nextInt(8) > 0) {
            master.received(end, new Envelope(0, 0, hello("liar" + random.nextInt(4), i)));
          }
          if (random.nextInt(8) > 0 && end.session != 0) {
            var all = new int[random.nextInt(TASKS)];
            java.util.Arrays.setAll(all, n -> random.nextInt(TASKS));
            var held = new Message.Holding(IdSet.of(all, all.length));
            master.received(end, new Envelope(end.session, end.next++, held));
          }
        }
        var end = ends.get(random.nextInt(ends.size()));
        var said = random.nextInt(50) == 0 ? Messages.message(random, TASKS) : lie(random);
        if (!isTrueValue(said)) {
          master.received(end, new Envelope(end.session, end.next++, said));
        }
        if (end.closed || random.nextInt(30) == 0) {
          ends.remove(end);
          master.closed(end);
        }
        step(master, random.nextInt(40) * SECOND / 1000);
      }
      ends.forEach(master::closed);
      for (int i = 0; i < 20; i++) {
        step(master, SECOND); // their leases end
      }
      finish(master, seed);
      assertThat(String.join("", host.warnings)).doesNotContain("null");
    }
  }

  /**
   * With a lease of 4 s a child counts as lost after 2 s of silence; a closed connection is one,
   * and ends the lease sooner.
   */
  @Test
  void observersHearSinceWhenAChildWasSilentAndWhatItHeld() {
    var told = new ArrayList<String>();
    var master = master();
    master.observe(
        new Observer() {
          @Override
          public void joined(String child, Message.Role role) {}

          @Override
          public void silent(String child, long nanos) {
            told.add("%s silent for %.1f s".formatted(child, nanos * 1e-9));
          }

          @Override
          public void gone(String child, String why) {
            told.add(child + " gone");
          }

          @Override
          public void handedBack(String child, int tasks) {
            told.add("%s held %d".formatted(child, tasks));
          }

          @Override
          public void traced(List<String> path, Message.Trace trace) {}
        });
    step(master, 1);
    var ends = List.of(new End(), new End());
    for (int i = 0; i < ends.size(); i++) {
      master.accepted(ends.get(i));
      master.received(ends.get(i), new Envelope(0, 0, hello("child" + i, i)));
      say(master, ends.get(i), new Message.Holding(IdSet.EMPTY));
      say(master, ends.get(i), new Message.Want(3 + i));
    }
    step(master, SECOND / 2);
    master.closed(ends.getFirst());
    for (int i = 0; i < 25; i++) {
      step(master, SECOND / 10);
    }
    assertThat(told)
        .containsExactly("child0 gone", "child0 held 3", "child1 silent for 2.0 s", "child1 gone");
    for (int i = 0; i < 25; i++) {
      step(master, SECOND / 10);
    }
    assertThat(told).endsWith("child1 held 4").hasSize(5);
  }

  /** What the reducer would take: the sum could not be known. */
  private static boolean isTrueValue(Message said) {
    return said instanceof Message.Results results
            && results.parts().stream()
                .anyMatch(p -> p.kind() != Part.Kind.FAILED && p.payload().length % 8 == 0)
        || said instanceof Message.Offer offer
            && offer.kind() != Part.Kind.FAILED
            && offer.size() % 8 == 0;
  }

  /** An honest child comes and does all that is to be done. */
  private void finish(Master master, int seed) {
    var honest = new End();
    master.accepted(honest);
    master.received(honest, new Envelope(0, 0, hello("honest", 1)));
    assertThat(honest.session).as("seed %d: %s", seed, host.warnings).isPositive();
    say(master, honest, new Message.Holding(IdSet.EMPTY));
    say(master, honest, new Message.Want(2 * TASKS));
    int part = 0;
    for (int round = 0; round < 20 && !master.isComplete(); round++) {
      step(master, SECOND / 10);
      var all = List.copyOf(honest.got);
      honest.got.clear();
      for (var envelope : all) {
        if (envelope.message() instanceof Message.Tasks tasks) {
          for (int task : tasks.ids()) {
            var value = new Part(part++, Part.Kind.VALUE, IdSet.of(task), value(1L << task));
            say(master, honest, new Message.Results(List.of(value)));
          }
        }
      }
    }
    assertThat(master.isComplete())
        .as("seed %d: %d done, %d held", seed, master.finished(), master.handedOut())
        .isTrue();
    assertThat(master.failed()).isEmpty();
    assertThat(master.total()).isEqualTo(value((1L << TASKS) - 1));
  }

  private static void say(Master master, End end, Message message) {
    master.received(end, new Envelope(end.session, end.next++, message));
  }
}

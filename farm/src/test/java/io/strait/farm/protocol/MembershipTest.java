package io.strait.farm.protocol;

import static io.strait.farm.protocol.TestHost.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.journal.LongSum;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.farm.simulate.Delivery;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tokens are for joining: who is in stays in, until its certificate is revoked. */
class MembershipTest {
  private static final int TASKS = 40;

  private static FarmWork work(int quorum) {
    return new FarmWork(
        "run",
        TASKS,
        new byte[0],
        task -> new byte[1],
        LongSum::new,
        1,
        false,
        0,
        name -> Delivery.UNKNOWN,
        name -> Map.of(),
        quorum,
        name -> 1,
        name -> 0);
  }

  private final TestHost host = new TestHost();
  private boolean expired;
  private int dials;
  private final SimDisk disk = new SimDisk(position -> {});
  private Master master = start(work(0));

  private Master start(FarmWork work) {
    var journal = new Journal(work);
    disk.recover(journal::read);
    var settings =
        ProtocolSettings.of(s -> s.checkpoint = 1).withLease(Duration.ofNanos(60 * SECOND));
    var started =
        new Master(
            host, settings, work, disk, journal, hello -> expired ? "its token expired" : null);
    durable(started);
    return started;
  }

  private void durable(Master of) {
    long last = disk.append(Journal.EPOCH, Journal.epoch(of.epoch()));
    disk.madeDurable(last);
    of.durable(last);
    of.flush();
  }

  private void restart() {
    disk.crash(new java.util.Random(1));
    master = start(work(0));
  }

  private TestEnd join(String name, long instance, @Nullable Peer peer, Message.Role role) {
    var end = new TestEnd("", peer);
    master.accepted(end);
    master.received(
        end,
        new Envelope(
            0,
            0,
            new Message.Hello(
                Message.OLDEST, Message.NEWEST, "t", name, role, 1, instance, ++dials)));
    durable(master);
    return end;
  }

  private TestEnd join(String name, long instance, @Nullable Peer peer) {
    return join(name, instance, peer, Message.Role.WORKER);
  }

  private static Peer certificate(String name, String fingerprint) {
    return Peer.of(name, NodeRole.WORKER, fingerprint);
  }

  private static void assertIn(TestEnd end) {
    assertThat(end.got.getFirst()).isInstanceOf(Message.Welcome.class);
  }

  private static void assertOut(TestEnd end, String why) {
    assertThat(end.got).containsExactly(new Message.Refused(why, true));
    assertThat(end.closed).isTrue();
  }

  @Test
  void whoIsInStaysInWhenItsTokenHasExpiredAndTheMasterIsStartedAgain() {
    assertIn(join("w1", 1, certificate("es", "aa")));
    assertIn(join("plain", 2, null));
    expired = true;
    for (int i = 0; i < 3; i++) {
      restart();
      assertIn(join("w1", 1, certificate("es", "aa")));
      assertIn(join("plain", 2, null));
    }
    // Started again with its certificate, and with a renewed one while it runs.
    assertIn(join("w1", 9, certificate("es", "aa")));
    assertIn(join("w1", 9, certificate("es", "bb")));
    restart();
    assertIn(join("w1", 11, certificate("es", "bb")));
    assertThat(host.warnings).noneMatch(line -> line.contains("refused"));
  }

  @Test
  void whoIsUnknownIsRefusedByNameOnceTokensHaveExpired() {
    assertIn(join("w1", 1, certificate("es", "aa")));
    assertIn(join("plain", 2, null));
    expired = true;
    restart();
    assertOut(join("w2", 5, certificate("es", "aa")), "its token expired");
    assertOut(join("w1", 5, certificate("es", "cc")), "its token expired");
    assertOut(join("w1", 1, certificate("fr", "aa")), "its token expired");
    assertOut(join("w1", 1, null), "its token expired");
    assertOut(join("plain", 3, null), "its token expired");
    assertThat(host.warnings).contains("refused w2: its token expired");
  }

  /** What is to be expected depends on who is there, not on how much those ask for. */
  @Test
  void nobodyGetsATaskBeforeAllAreThere() {
    master = start(work(2));
    var hungry = join("w1", 1, null);
    master.received(hungry, hungry.says(new Message.Holding(IdSet.EMPTY)));
    master.received(hungry, hungry.says(new Message.Want(4)));
    durable(master);
    assertThat(hungry.got).noneMatch(Message.Tasks.class::isInstance);
    var other = join("w2", 2, null);
    master.received(other, other.says(new Message.Holding(IdSet.EMPTY)));
    master.received(other, other.says(new Message.Want(1)));
    durable(master);
    assertThat(hungry.got).anyMatch(Message.Tasks.class::isInstance);
    assertThat(other.got).anyMatch(Message.Tasks.class::isInstance);
  }

  /** A slow worker has nothing to do near the end, unless those who are faster say nothing. */
  @Test
  void whoIsSlowGoesOnWhenOthersHang() {
    var work =
        new FarmWork(
            "run",
            TASKS,
            new byte[0],
            task -> new byte[1],
            LongSum::new,
            1,
            false,
            50.5,
            name -> name.equals("fast") ? new Delivery(0.02, 50) : new Delivery(2, 0.5),
            name -> Map.of(),
            0,
            name -> 1,
            name -> 0);
    master = start(work);
    var fast = join("fast", 1, null);
    var slow = join("slow", 2, null);
    for (var end : List.of(fast, slow)) {
      master.received(end, end.says(new Message.Holding(IdSet.EMPTY)));
      master.received(end, end.says(new Message.Want(1)));
      durable(master);
    }
    assertThat(fast.got).anyMatch(Message.Tasks.class::isInstance);
    assertThat(slow.got).noneMatch(Message.Tasks.class::isInstance);
    host.now += 10 * SECOND;
    durable(master);
    assertThat(slow.got).anyMatch(Message.Tasks.class::isInstance);
  }

  @Test
  void aCheckpointKeepsThemToo() {
    var worker = join("w1", 1, certificate("es", "aa"));
    var other = join("w2", 2, certificate("es", "aa"));
    master.received(worker, worker.says(new Message.Holding(IdSet.of(1))));
    var part = new Part(0, Part.Kind.VALUE, IdSet.of(1), new byte[16]);
    master.received(worker, worker.says(new Message.Results(List.of(part))));
    durable(master);
    durable(master);
    assertThat(disk.durableRecords().getFirst().kind()).isEqualTo(Journal.MEMBER);
    assertThat(disk.durableRecords()).anyMatch(record -> record.kind() == Journal.CHECKPOINT);
    assertThat(disk.durableRecords()).noneMatch(record -> record.kind() == Journal.PART);
    expired = true;
    restart();
    assertThat(master.finished()).isEqualTo(1);
    assertIn(join("w1", 1, certificate("es", "aa")));
    assertIn(join("w2", 2, certificate("es", "aa")));
    assertThat(other.closed).isFalse();
  }

  @Test
  void aWorkersCertificateIsNoGateways() {
    var shown = certificate("es", "aa");
    assertOut(
        join("gate", 1, shown, Message.Role.GATEWAY),
        "its certificate (es) is a worker's, expected a gateway's");
    assertIn(join("gate", 1, Peer.of("spain", NodeRole.GATEWAY, "bb"), Message.Role.GATEWAY));
    assertIn(join("w", 2, Peer.of("spain", NodeRole.GATEWAY, "bb"), Message.Role.WORKER));
  }

  @Test
  void whatTheDepartedDidStillCounts() {
    for (int life = 1; life <= 2; life++) {
      var gate = join("far", life, null, Message.Role.GATEWAY);
      assertThat(master.departed()).isEmpty();
      master.received(gate, gate.says(new Message.Holding(IdSet.of(life))));
      var part = new Part(0, Part.Kind.VALUE, IdSet.of(life), new byte[16]);
      master.received(gate, gate.says(new Message.Results(List.of(part))));
      durable(master);
      master.received(gate, gate.says(new Message.Leaving("enough")));
      assertThat(master.children()).isEmpty();
      assertThat(master.departed()).extracting(ChildState::name).containsExactly("far");
      assertThat(master.departed()).extracting(ChildState::finished).containsExactly(life);
    }
  }
}

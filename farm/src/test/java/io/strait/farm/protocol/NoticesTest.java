package io.strait.farm.protocol;

import static io.strait.farm.protocol.TestHost.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.journal.Spools;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.simulate.Delivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Warnings that go up to the master, and why children leave, in virtual time. */
class NoticesTest {
  private TestEnd parent = end();
  private final TestEnd child = end();

  private final TestHost host =
      new TestHost(
          () -> {
            parent = end();
            return parent;
          });

  private static TestEnd end() {
    return new TestEnd(TestEnd.ADDRESS, null);
  }

  private static Message.Hello hello(String name, Message.Role role) {
    return new Message.Hello(Message.OLDEST, Message.NEWEST, "", name, role, 1, 7, 1);
  }

  private Gateway gateway(Spools spools) {
    return new Gateway(
        host,
        ProtocolSettings.DEFAULT,
        hello("gate", Message.Role.GATEWAY),
        1,
        spools,
        spec -> null,
        hello -> hello.name().equals("thief") ? "its token is wrong" : null);
  }

  private static final Spools SPOOLS = (run, visitor) -> new SimDisk(position -> {});

  /** The parent welcomes the node. */
  private void join(ProtocolNode node) {
    while (parent.session == 0) {
      step(node);
      if (host.dials == 0) {
        continue;
      }
      node.connected(parent);
      parent.session = 5;
      node.received(
          parent,
          parent.says(
              new Message.Welcome(
                  Message.NEWEST, host.dials, "run", 100, 60_000, 1, 1, 1 << 20, new byte[0])));
      step(node);
    }
  }

  private void step(ProtocolNode node) {
    host.now += SECOND / 10;
    node.flush();
  }

  private void joinChild(Gateway gateway, TestEnd link, String name) {
    gateway.accepted(link);
    gateway.received(link, new Envelope(0, 0, hello(name, Message.Role.WORKER)));
  }

  @Test
  void aGatewayPassesWarningsOnWithItsName() {
    var gateway = gateway(SPOOLS);
    join(gateway);
    joinChild(gateway, child, "w");
    gateway.received(
        child, child.says(new Message.Notice(List.of("w"), "\u001b[2Jthe disk\nis full")));
    gateway.tell("the spool's disk is full");
    var thief = end();
    joinChild(gateway, thief, "thief");
    step(gateway);
    assertThat(parent.notices())
        .containsExactly(
            "gate/w: ?[2Jthe disk?is full",
            "gate: the spool's disk is full",
            "gate: refused thief: its token is wrong (from 10.0.0.7:5000)");
    assertThat(host.warnings)
        .containsExactly("refused thief: its token is wrong (from 10.0.0.7:5000)");
  }

  @Test
  void whatIsWarnedOfWhileCutOffComesLaterAndNotTooMuchOfIt() {
    var gateway = gateway(SPOOLS);
    join(gateway);
    gateway.closed(parent, "the network broke");
    for (int i = 0; i < 500; i++) {
      gateway.tell("warning %d of its %s".formatted(i, "x".repeat(5_000)));
    }
    step(gateway);
    join(gateway);
    assertThat(host.dials).isEqualTo(2);
    assertThat(parent.notices()).hasSize(20);
    assertThat(parent.notices().getFirst()).startsWith("gate: warning 0 ").hasSizeLessThan(520);
    for (int i = 0; i < 100 * 3 * 10; i++) {
      gateway.received(parent, parent.says(new Message.Beat(1, 1)));
      step(gateway);
    }
    assertThat(parent.notices())
        .hasSize(101)
        .last()
        .isEqualTo("gate: 400 more warnings are only in its own log");
    // The parent itself lost the gateway for a while: people there hear of that from it.
    assertThat(host.warnings).allMatch(w -> w.contains("the parent at 10.0.0.7:5000"));
  }

  @Test
  void aWorkerThatCannotComputeSaysWhyAndLeaves() {
    var worker =
        new Worker(
            host,
            ProtocolSettings.DEFAULT,
            hello("w", Message.Role.WORKER),
            new Worker.Computer() {
              @Override
              public @Nullable String prepare(byte[] spec) {
                return "there is no class org.example.Missing";
              }

              @Override
              public void submit(int task, int attempt, byte[] input) {}

              @Override
              public boolean withdraw(int task) {
                return false;
              }

              @Override
              public void abandon(int task) {}
            });
    join(worker);
    assertThat(parent.got)
        .endsWith(
            new Message.Notice(List.of("w"), "there is no class org.example.Missing"),
            new Message.Leaving("there is no class org.example.Missing"));
    assertThat(worker.isRefused()).isTrue();
  }

  @Test
  void aGatewayWithoutASpoolSaysWhyAndLeaves() {
    var gateway =
        gateway(
            (run, visitor) -> {
              throw new UncheckedIOException(
                  "its spool cannot be opened: No space left on device", new IOException());
            });
    join(gateway);
    assertThat(parent.got)
        .endsWith(
            new Message.Notice(
                List.of("gate"), "its spool cannot be opened: No space left on device"),
            new Message.Leaving("its spool cannot be opened: No space left on device"));
    assertThat(gateway.ended()).contains("No space left on device");
  }

  @Test
  void whyAWorkerBelowAGatewayIsGoneIsToldAtHome() {
    var gateway = gateway(SPOOLS);
    join(gateway);
    joinChild(gateway, child, "w1");
    gateway.received(child, child.says(new Message.Leaving("drained")));
    var killed = end();
    joinChild(gateway, killed, "w2");
    gateway.closed(killed, "");
    step(gateway);
    var gone = new ArrayList<String>();
    for (var message : parent.got) {
      if (message instanceof Message.Trace trace && trace.event() == Message.Trace.Event.GONE) {
        gone.add(trace.path() + " " + trace.why());
      }
    }
    assertThat(gone)
        .containsExactly(
            "[gate, w1] it left: drained",
            "[gate, w2] its connection is gone; it ended, or the network broke");
  }

  @Test
  void theMasterNotesWarningsAndDepartures() {
    var told = new ArrayList<String>();
    var work =
        new FarmWork(
            "run",
            10,
            new byte[0],
            task -> new byte[0],
            null,
            1,
            false,
            0,
            name -> Delivery.UNKNOWN,
            name -> Map.of(),
            0,
            name -> 1,
            name -> 0);
    var disk = new SimDisk(position -> {});
    var master =
        new Master(host, ProtocolSettings.DEFAULT, work, disk, new Journal(work), hello -> null);
    master.observe(
        new Observer() {
          @Override
          public void joined(String name, Message.Role role) {}

          @Override
          public void gone(String name, String why) {
            told.add(name + " is gone: " + why);
          }

          @Override
          public void traced(List<String> path, Message.Trace trace) {}

          @Override
          public void noticed(List<String> path, String text) {
            told.add(path + " " + text);
          }
        });
    master.durable(0);
    master.accepted(child);
    master.received(child, new Envelope(0, 0, hello("gate", Message.Role.GATEWAY)));
    master.received(
        child, child.says(new Message.Notice(List.of("gate", "w"), "its disk is full")));
    // Who warns without end is not heard for long.
    for (int i = 0; i < 10_000; i++) {
      master.received(child, child.says(new Message.Notice(List.of("gate"), "again")));
    }
    assertThat(told).hasSize(40).startsWith("[gate, w] its disk is full");
    assertThat(host.warnings).hasSize(40).startsWith("gate/w: its disk is full");
    told.clear();
    master.received(child, child.says(new Message.Leaving("no class\u0007 Missing")));
    assertThat(told).containsExactly("gate is gone: it left: no class? Missing");
  }
}

package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.farm.wire.Attacker;
import io.strait.farm.wire.Links;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attacks over real TCP, in plain text: whoever gets that far may say anything. */
@Tag("real")
@Timeout(60)
class AttackTest {
  @TempDir Path folder;

  private Target target;

  @BeforeEach
  void start() throws Exception {
    target = new Target(folder, null, hello -> null).worker(null, "");
    target.heard("honest joined");
  }

  @AfterEach
  void end() throws Exception {
    target.endsWell();
    target.close();
  }

  private Attacker attacker() throws IOException {
    return new Attacker(target.port(), null, true);
  }

  @Test
  void anOlderAndANewerProtocol() throws Exception {
    int newer = Message.NEWEST + 1;
    for (int[] range :
        new int[][] {{0, Message.OLDEST - 1}, {newer, newer + 2}, {newer + 4, newer}}) {
      try (var attacker = attacker()) {
        var answer = attacker.hello("other", "", range[0], range[1]);
        assertThat(answer).isInstanceOf(Message.Refused.class);
        var refused = (Message.Refused) answer;
        assertThat(refused.forGood()).isTrue();
        assertThat(refused.reason())
            .isEqualTo(
                "it speaks versions %d to %d of the protocol, expected %d to %d"
                    .formatted(range[0], range[1], Message.OLDEST, Message.NEWEST));
        attacker.thrownOut();
      }
    }
    target.heard(
        "refused other: it speaks versions %d to %d of the protocol, expected %d to %d"
            .formatted(newer, newer + 2, Message.OLDEST, Message.NEWEST));
  }

  @Test
  void namesThatAreNone() throws Exception {
    for (var name : List.of("", " ", "a\nb", "\u001b[2J")) {
      try (var attacker = attacker()) {
        assertThat(attacker.hello(name, "", Message.OLDEST, Message.NEWEST))
            .isEqualTo(
                new Message.Refused("its name is not valid, expected printable characters", true));
      }
    }
    target.heard("refused ?[2J: its name is not valid");
  }

  @Test
  void tasksThatItCannotHold() throws Exception {
    violates(
        new Message.Holding(IdSet.ofRanges(new int[] {0, Integer.MAX_VALUE - 1})),
        "it names tasks 0 to 2147483646");
    violates(new Message.Holding(IdSet.of(Target.TASKS)), "it names tasks 60 to 60");
    violates(
        new Message.Returned(IdSet.ofRanges(new int[] {5, Integer.MAX_VALUE - 1})),
        "it names tasks 5 to 2147483646");
  }

  @Test
  void tasksThatItCannotWant() throws Exception {
    violates(new Message.Want(0), "it asks for 0 more tasks");
    violates(new Message.Want(Integer.MAX_VALUE), "it asks for 2147483647 more tasks");
  }

  @Test
  void resultsThatItWasNotAskedFor() throws Exception {
    var value = new Part(0, Part.Kind.VALUE, IdSet.of(7), Target.value(1000));
    violates(new Message.Results(List.of(value)), "a result of task 7, which it was not given");
    violates(new Message.Chunk(3, 0, new byte[10]), "it sent a chunk that was not asked for");
    violates(
        new Message.Offer(0, Part.Kind.VALUE, IdSet.of(1), Integer.MAX_VALUE),
        "it offers a result of 2147483647 bytes, expected at most 268435456");
    violates(
        new Message.Offer(0, Part.Kind.VALUE, IdSet.of(1), 1000),
        "it sent a result of task 1, which it was not given");
    var many = new int[400_000];
    java.util.Arrays.setAll(many, i -> 2 * i);
    var part = new Part(0, Part.Kind.PARTIAL, IdSet.of(many, many.length), Target.value(1000));
    violates(new Message.Results(List.of(part)), "(400000 in all), which it was not given");
  }

  @Test
  void whatOnlyParentsSay() throws Exception {
    for (var message :
        List.of(
            new Message.Welcome(1, 1, "run", 1, 1, 1, 1, 1, new byte[0]),
            new Message.Refused("no", true),
            new Message.Fetch(0),
            new Message.Ack(IdSet.of(0)),
            new Message.Reject(0, IdSet.of(0)),
            new Message.Cancel(IdSet.of(0)),
            new Message.Finished("it is over"),
            new Message.Tasks(new int[] {1}, new byte[1], new byte[1][0]))) {
      violates(message, "it sent a message that only parents send");
    }
  }

  @Test
  void whoDoesNotSayWhatItHolds() throws Exception {
    try (var attacker = attacker()) {
      attacker.hello("hasty", "", Message.OLDEST, Message.NEWEST);
      attacker.say(new Message.Want(1));
      attacker.thrownOut();
    }
    target.heard("hasty breaks the protocol: it did not begin with the tasks that it holds");
  }

  /** A child joins properly, says something, and is thrown out for it. */
  private void violates(Message message, String why) throws Exception {
    target.words.clear();
    try (var attacker = attacker()) {
      attacker.join("liar", IdSet.EMPTY);
      attacker.say(message);
      attacker.thrownOut();
    }
    target.heard("liar breaks the protocol: ");
    assertThat(target.heard("liar breaks the protocol: ")).contains(why);
    target.words.add("honest joined");
  }

  @Test
  void whoDoesNotSayHello() throws Exception {
    try (var silent = attacker();
        var rude = attacker();
        var long1 = attacker();
        var garbage = attacker()) {
      rude.say(5, 3, new Message.Want(3));
      rude.thrownOut();
      target.heard(": it did not begin with hello");
      var frame = new byte[400_000];
      frame[0] = 1;
      long1.raw(frame);
      long1.thrownOut();
      target.heard("it sent a first message of more than one frame");
      garbage.raw(new byte[] {0, 99, 1, 2});
      garbage.thrownOut();
      target.heard("it sent a message that is 6 bytes too short");
      silent.thrownOut(); // after a while
    }
  }

  @Test
  void framesThatAreTooLong() throws Exception {
    try (var attacker = attacker()) {
      attacker.join("long", IdSet.EMPTY);
      attacker.raw(new byte[600_000]);
      attacker.thrownOut();
    }
    target.heard("the child sent a frame that is too long");
    target.heard("the session with long ends: its connection is gone");
  }

  @Test
  void aMessageWithoutEnd() throws Exception {
    try (var attacker = attacker()) {
      attacker.join("endless", IdSet.EMPTY);
      var frame = new byte[500_000];
      frame[0] = 1;
      for (int i = 0; i < 80; i++) {
        attacker.raw(frame);
      }
      attacker.thrownOut();
    }
    target.heard("it sent a message of more than 33554432 bytes");
  }

  @Test
  void sessionsOfOthers() throws Exception {
    try (var attacker = attacker()) {
      long session = attacker.join("thief", IdSet.EMPTY);
      var value = new Part(0, Part.Kind.VALUE, IdSet.of(0), Target.value(1000));
      for (long other = session - 5; other < session + 5; other++) {
        if (other != session) {
          for (int number = 0; number < 10; number++) {
            attacker.say(other, number, new Message.Results(List.of(value)));
            attacker.say(other, number, new Message.Leaving("tired"));
          }
        }
      }
      attacker.say(new Message.Beat(1, 0));
      assertThat(attacker.next(Message.Beat.class).echo()).isEqualTo(1);
    }
  }

  /** Takes room for results and sends none: what others offer must find room again. */
  @Test
  void roomIsGivenBack() throws Exception {
    try (var attacker = attacker()) {
      attacker.join("greedy", IdSet.ofRanges(new int[] {0, 3}));
      for (int i = 0; i < 2; i++) {
        attacker.say(new Message.Offer(1, Part.Kind.VALUE, IdSet.of(1), 200 << 20));
      }
      attacker.thrownOut();
    }
    target.heard("greedy breaks the protocol: it offers part 1 while too many others wait");
  }

  @Test
  void garbageOnThePort() throws Exception {
    for (int seed = 0; seed < 30; seed++) {
      try (var socket = new Socket("127.0.0.1", target.port())) {
        var bytes = new byte[5000];
        new Random(seed).nextBytes(bytes);
        if (seed == 0) {
          bytes = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        } else if (seed == 1) {
          bytes = new byte[] {0x16, 0x03, 0x01, 0x02, 0, 1, 0, 1, (byte) 0xfc, 3, 3, 0, 0, 0, 0};
        } else if (seed < 10) {
          var preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
          System.arraycopy(preface, 0, bytes, 0, preface.length);
        }
        socket.getOutputStream().write(bytes);
      } catch (IOException e) {
        // thrown out already
      }
    }
  }

  @Test
  void connectionsThatSayNothing() throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 500; i++) {
        sockets.add(new Socket("127.0.0.1", target.port()));
      }
      try (var late = attacker()) {
        late.join("late", IdSet.EMPTY);
        late.say(new Message.Beat(1, 0));
        late.next(Message.Beat.class);
      }
      target.endsWell();
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  /** Asks and asks, and never reads an answer: the answers must not pile up. */
  @Test
  void aFloodOfSmallMessages() throws Exception {
    try (var deaf = new Attacker(target.port(), null, false);
        var loud = attacker()) {
      deaf.join("deaf", IdSet.EMPTY);
      loud.join("loud", IdSet.EMPTY);
      long began = System.nanoTime();
      int said = 0;
      while (System.nanoTime() - began < 2_000_000_000L) {
        if (loud.isReady()) {
          loud.say(new Message.Beat(1, 1));
          deaf.say(new Message.Beat(1, 0));
          said++;
        } else {
          Thread.sleep(1);
        }
      }
      assertThat(said).isGreaterThan(1000);
      long asked = System.nanoTime();
      target.node().<Integer>ask(master -> master.finished());
      assertThat(System.nanoTime() - asked).isLessThan(1_000_000_000L);
    }
  }

  @Test
  void aPortOfAMasterNeedsItsCertificate() {
    assertThatThrownBy(
            () ->
                Links.listen(
                    new java.net.InetSocketAddress("127.0.0.1", 0),
                    io.strait.transport.wire.Identity.in(folder, "none"),
                    target.node().loop()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ca.pem");
  }
}

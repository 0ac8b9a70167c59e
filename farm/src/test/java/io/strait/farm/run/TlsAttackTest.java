package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.wire.Attacker;
import io.strait.farm.wire.Links;
import io.strait.model.text.InputException;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Tokens;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attacks on a master that wants certificates and tokens, while an honest worker has both. */
@Tag("real")
@Timeout(60)
class TlsAttackTest {
  @TempDir Path folder;

  private Path ours;
  private Path foreign;
  private byte[] key;
  private Target target;

  @BeforeEach
  void start() throws Exception {
    ours = folder.resolve("ours");
    foreign = folder.resolve("foreign");
    Authority.init(ours);
    Authority.init(foreign);
    Authority.issue(ours, "home", NodeRole.MASTER, 10, ours);
    Authority.issue(ours, "w1", NodeRole.WORKER, 10, ours);
    Authority.issue(foreign, "stranger", NodeRole.WORKER, 10, foreign);
    key = Tokens.key(ours);
    target = new Target(folder, Identity.in(ours, "home"), hello -> guard(hello.token()));
    target.worker(Identity.in(ours, "w1"), Tokens.make(key, Duration.ofMinutes(5)));
    target.heard("honest joined");
  }

  private @Nullable String guard(String token) {
    return switch (Tokens.check(Tokens.publicKey(key), token, Instant.now())) {
      case Tokens.Answer.Good ignored -> null;
      case Tokens.Answer.Expired ignored -> "its token expired";
      case Tokens.Answer.Wrong ignored -> "its token is wrong";
    };
  }

  @AfterEach
  void end() throws Exception {
    target.endsWell();
    target.close();
  }

  private Attacker attacker(@Nullable Identity identity) throws Exception {
    return new Attacker(target.port(), identity, true);
  }

  @Test
  void aCertificateOfAnotherAuthority() throws Exception {
    try (var attacker = attacker(Identity.in(foreign, "stranger"))) {
      assertThat(attacker.thrownOut())
          .isEqualTo("the parent's certificate (home) was not issued by this authority");
    }
    try (var attacker =
        attacker(
            new Identity(
                ours.resolve("ca.pem"),
                foreign.resolve("stranger.pem"),
                foreign.resolve("stranger.key")))) {
      assertThat(attacker.thrownOut()).contains("wants a certificate of its authority");
    }
    target.heard("the child showed no certificate");
  }

  @Test
  void aPortWithTheCertificateOfAWorker() {
    assertThatThrownBy(
            () ->
                Links.listen(
                    new InetSocketAddress("127.0.0.1", 0),
                    Identity.in(ours, "w1"),
                    target.node().loop()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a worker's certificate, expected one of a master or gateway");
  }

  @Test
  void tokensThatAreNone() throws Exception {
    var expired = Tokens.make(key, Duration.ofSeconds(-5));
    var wrong = Tokens.make(Tokens.key(foreign), Duration.ofMinutes(5));
    for (var token : new String[] {"", wrong, "%%%", expired, "a".repeat(1999)}) {
      try (var attacker = attacker(Identity.in(ours, "w1"))) {
        var answer = attacker.hello("thief", token, Message.OLDEST, Message.NEWEST);
        assertThat(answer)
            .isEqualTo(
                new Message.Refused(
                    token.equals(expired) ? "its token expired" : "its token is wrong", true));
        attacker.thrownOut();
      }
    }
    target.heard("refused thief: its token expired");
    target.heard("refused thief: its token is wrong");
    assertThat(target.words).noneMatch(line -> line.contains(wrong) || line.contains(expired));
  }

  @Test
  void aRevokedWorkerIsThrownOutWhileItComputes() throws Exception {
    Authority.issue(ours, "w2", NodeRole.WORKER, 10, ours);
    var token = Tokens.make(key, Duration.ofMinutes(5));
    try (var thief = attacker(Identity.in(ours, "w2"))) {
      assertThat(thief.hello("thief", token, Message.OLDEST, Message.NEWEST))
          .isInstanceOf(Message.Welcome.class);
      thief.say(new Message.Holding(IdSet.EMPTY));
      thief.say(new Message.Want(3));
      assertThat(thief.next(Message.Tasks.class).ids()).hasSize(3);
      assertThat(Authority.revoke(ours, "w2")).containsValue("w2");
      assertThat(thief.next(Message.Refused.class))
          .isEqualTo(new Message.Refused("its certificate (w2) was revoked", true));
      thief.thrownOut();
    }
    target.heard("thief is gone: its certificate (w2) was revoked; 3 tasks are handed out again");
    try (var again = attacker(Identity.in(ours, "w2"))) {
      assertThat(again.thrownOut()).isEqualTo("the parent refused our certificate: it was revoked");
    }
    target.heard("the child's certificate (w2) was revoked");
  }

  @Test
  void plainTextWhereTlsIsSpoken() throws Exception {
    try (var attacker = attacker(null)) {
      assertThat(attacker.thrownOut()).contains("maybe it expects TLS");
    }
    target.heard("the child does not speak TLS");
  }

  @Test
  void garbageWhereTlsIsSpoken() throws Exception {
    try (var socket = new Socket("127.0.0.1", target.port())) {
      socket.getOutputStream().write(new byte[3000]);
      assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(200);
    } catch (java.net.SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    target.heard("the child does not speak TLS");
  }

  @Test
  void handshakesThatNeverEnd() throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 200; i++) {
        var socket = new Socket("127.0.0.1", target.port());
        sockets.add(socket);
        socket.getOutputStream().write(new byte[] {0x16, 3, 1, 1, 0, 1, 0});
      }
      try (var silent = attacker(Identity.in(ours, "w1"));
          var good = attacker(Identity.in(ours, "w1"))) {
        good.hello("good", Tokens.make(key, Duration.ofMinutes(5)), Message.OLDEST, Message.NEWEST);
        good.say(new Message.Holding(IdSet.EMPTY));
        good.say(new Message.Beat(1, 0));
        good.next(Message.Beat.class);
        silent.thrownOut(); // after a while
      }
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }
}

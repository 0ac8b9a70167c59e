package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.wire.Attacker;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gateways and workers on real connections whose troubles people hear of, there and at home. */
@Tag("real")
@Timeout(60)
class RemoteTroubleTest {
  private static final ProtocolSettings SETTINGS =
      Target.SETTINGS.withPatience(Duration.ofMillis(300));

  @TempDir Path folder;
  private Path ours;
  private Path foreign;
  private final List<String> words = new CopyOnWriteArrayList<>();
  private final FarmLog log = FarmLog.people(words::add, false);

  @BeforeEach
  void issue() throws IOException {
    ours = folder.resolve("ours");
    foreign = folder.resolve("foreign");
    Authority.init(ours);
    Authority.init(foreign);
    Authority.issue(ours, "home", NodeRole.MASTER, 10, ours);
    Authority.issue(ours, "w1", NodeRole.WORKER, 10, ours);
    Authority.issue(foreign, "stranger", NodeRole.WORKER, 10, foreign);
  }

  private static Function<Loop, NodeLink> to(Dialler dialler) {
    return loop -> Links.dial(dialler, loop);
  }

  private WorkerNode worker(
      Dialler dialler, ProtocolSettings settings, Function<byte[], TaskRunner> runners) {
    return new WorkerNode("w1", "", 1, settings, log, to(dialler), runners, null);
  }

  /** What a worker says that cannot reach its parent, and how it ends. */
  private String said(String host, int port, @Nullable Identity identity) throws Exception {
    words.clear();
    try (var dialler = new Dialler(InetSocketAddress.createUnresolved(host, port), identity);
        var worker =
            worker(
                dialler,
                SETTINGS,
                spec -> {
                  throw new IllegalStateException();
                })) {
      var end = worker.start().get(30, TimeUnit.SECONDS);
      assertThat(end.refused()).isTrue();
      assertThat(end.reason()).startsWith("the parent could not be reached: ");
      assertThat(words).isNotEmpty().hasSizeLessThan(4);
      var first = words.getFirst();
      var begin = "w1: no connection to the parent at %s:%d: ".formatted(host, port);
      assertThat(first).startsWith(begin).endsWith("; trying again");
      return first.substring(begin.length());
    }
  }

  @Test
  void aWorkerWithoutAParentSaysWhy() throws Exception {
    int unused;
    try (var socket = new ServerSocket(0)) {
      unused = socket.getLocalPort();
    }
    assertThat(said("127.0.0.1", unused, null)).startsWith("nothing listens there");
    assertThat(said("no-such-host.invalid", 7077, null))
        .startsWith("there is no host of that name");
  }

  @Test
  void aWorkerThatIsNotTrustedSaysWhyAndSoDoesTheMaster() throws Exception {
    try (var target = new Target(folder, Identity.in(ours, "home"), hello -> null)) {
      assertThat(said("127.0.0.1", target.port(), Identity.in(foreign, "stranger")))
          .startsWith("the parent's certificate (home) was not issued by this authority");
      assertThat(said("127.0.0.1", target.port(), null)).contains("TLS");
      assertThat(target.heard("the child does not speak TLS"))
          .matches("master: no connection from 127\\.0\\.0\\.1:\\d+: the child does not speak TLS");
    }
    try (var target = new Target(folder, null, hello -> null)) {
      assertThat(said("127.0.0.1", target.port(), Identity.in(ours, "w1")))
          .startsWith("the parent does not speak TLS");
    }
  }

  @Test
  void homeHearsOfTroubleBelowAGateway() throws Exception {
    try (var target = new Target(folder, null, hello -> null);
        var up = new Dialler(new InetSocketAddress("127.0.0.1", target.port()), null);
        var gateway =
            new GatewayNode(
                "spain",
                "",
                Target.SETTINGS,
                log,
                folder.resolve("spool"),
                to(up),
                spec -> Target.Sum::new,
                hello -> hello.name().equals("thief") ? "its token is wrong" : null);
        var port = Links.listen(new InetSocketAddress("127.0.0.1", 0), null, gateway.loop());
        var down = new Dialler(new InetSocketAddress("127.0.0.1", port.port()), null);
        var worker =
            worker(
                down,
                Target.SETTINGS,
                spec -> {
                  throw new IllegalArgumentException("there is no class \u001b[31mMissing");
                })) {
      var unused = gateway.start();
      var end = worker.start().get(30, TimeUnit.SECONDS);
      assertThat(end.reason()).contains("there is no class");
      assertThat(target.heard("spain/w1: ")).contains("there is no class ?[31mMissing");
      gateway.warn("the disk of the spool is full");
      assertThat(target.heard("master: spain: ")).endsWith("the disk of the spool is full");
      try (var thief = new Attacker(port.port(), null, true)) {
        thief.hello("thief", "", Message.OLDEST, Message.NEWEST);
      }
      assertThat(target.heard("spain: refused thief"))
          .matches("master: spain: refused thief: its token is wrong \\(from 127.0.0.1:\\d+\\)");
    }
  }
}

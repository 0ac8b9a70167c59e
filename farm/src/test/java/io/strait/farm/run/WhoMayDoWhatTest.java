package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.wire.Attacker;
import io.strait.farm.wire.Inbox;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Credentials;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Tls;
import io.strait.transport.wire.TokenGuard;
import io.strait.transport.wire.Tokens;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of docs/run.md, each cell tried over real TLS. */
@Tag("real")
@Timeout(60)
class WhoMayDoWhatTest {
  private static final Path DOCS =
      Path.of(System.getProperty("strait.root", ".."), "docs", "run.md");
  private static final String HEAD = "| who | join as worker |";
  private static final String TRUSTED = "trusted";

  @TempDir static Path folder;

  private static Path ours;
  private static Path foreign;
  private static String good;
  private static String expired;
  private static Target target;

  @BeforeAll
  static void start() throws IOException {
    ours = folder.resolve("ours");
    foreign = folder.resolve("foreign");
    Authority.init(ours);
    Authority.init(foreign);
    for (var role : NodeRole.values()) {
      Authority.issue(ours, role.toString(), role, 10, ours);
    }
    Authority.issue(ours, "lost", NodeRole.GATEWAY, 10, ours);
    Authority.issue(foreign, "outsider", NodeRole.MASTER, 10, foreign);
    Authority.revoke(ours, "lost");
    good = Tokens.make(Tokens.key(ours), Duration.ofMinutes(5));
    expired = Tokens.make(Tokens.key(ours), Duration.ofSeconds(-5));
    var guard = TokenGuard.of(ours);
    target = new Target(folder, Identity.in(ours, "master"), hello -> guard.apply(hello.token()));
  }

  @AfterAll
  static void end() throws IOException {
    target.close();
  }

  static Stream<Arguments> cells() throws IOException {
    List<Arguments> all = new ArrayList<>();
    List<String> columns = List.of();
    for (var line : Files.readAllLines(DOCS)) {
      var cells = Stream.of(line.split("\\|", -1)).map(String::strip).toList();
      if (line.startsWith(HEAD)) {
        columns = cells;
      } else if (columns.isEmpty() || line.startsWith("|--")) {
        continue;
      } else if (!line.startsWith("|")) {
        break;
      } else {
        for (int i = 2; i < cells.size() - 1; i++) {
          all.add(Arguments.of(cells.get(1), columns.get(i), cells.get(i)));
        }
      }
    }
    assertThat(all).hasSize(8 * 5);
    return all.stream();
  }

  @ParameterizedTest(name = "{0}: {1}: {2}")
  @MethodSource("cells")
  void itIsAsTheDocumentationSays(String who, String what, String answer) throws Exception {
    assertThat(
            switch (what) {
              case "join as worker" -> joins(who, Message.Role.WORKER);
              case "join as gateway" -> joins(who, Message.Role.GATEWAY);
              case "be a worker's parent" -> isParent(who, Identity.in(ours, "worker"));
              case "be a gateway's parent" -> isParent(who, Identity.in(ours, "gateway"));
              case "be a parent that is named" ->
                  isParent(who, Identity.in(ours, "worker").under(name(who)));
              default -> "no such column";
            })
        .isEqualTo(answer);
  }

  private static @Nullable Identity identity(String who) {
    return switch (who) {
      case "another authority's certificate" ->
          new Identity(
              ours.resolve("ca.pem"),
              foreign.resolve("outsider.pem"),
              foreign.resolve("outsider.key"));
      case "no certificate" -> null;
      default -> Identity.in(ours, name(who));
    };
  }

  private static String name(String who) {
    return switch (who) {
      case "master's certificate" -> "master";
      case "gateway's certificate", "expired token, new", "expired token, joined before" ->
          "gateway";
      case "worker's certificate" -> "worker";
      case "another authority's certificate" -> "outsider";
      case "revoked certificate of a gateway" -> "lost";
      case "no certificate" -> "nobody";
      default -> throw new IllegalArgumentException(who);
    };
  }

  /** Somebody joins the master, and says what came of it. */
  private static String joins(String who, Message.Role role) throws IOException {
    var name = (who + " as " + role).replace(' ', '-');
    if (who.equals("expired token, joined before")) {
      try (var before = new Attacker(target.port(), identity(who), true)) {
        assertThat(before.asks(name, good, role)).isNull();
      }
    }
    try (var child = new Attacker(target.port(), identity(who), true)) {
      var why = child.asks(name, who.startsWith("expired") ? expired : good, role);
      if (why == null) {
        return "yes";
      }
      assertThat(why)
          .contains(
              switch (who) {
                case "worker's certificate" -> "is a worker's, expected a gateway's";
                case "another authority's certificate" -> "wants a certificate of its authority";
                case "revoked certificate of a gateway" -> "revoked";
                case "no certificate" -> "maybe it expects TLS";
                default -> "its token expired";
              });
      return "no";
    }
  }

  /** Somebody opens a port, a child dials it, and says what came of it. */
  private static String isParent(String who, Identity child) throws Exception {
    if (who.startsWith("expired")) {
      return "–"; // parents show no tokens
    }
    var builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0));
    @Nullable Identity shown = identity(who);
    if (shown != null) {
      builder.sslContext(Tls.server(Credentials.read(shown)));
    }
    var server = builder.build().start();
    try (var dialler = new Dialler(new InetSocketAddress("127.0.0.1", server.getPort()), child)) {
      var outcome = new CompletableFuture<String>();
      var link = Links.dial(dialler, new Outcome(outcome));
      var why = outcome.get(60, TimeUnit.SECONDS);
      link.close();
      if (why.equals(TRUSTED)) {
        return "yes";
      }
      assertThat(why)
          .contains(
              switch (who) {
                case "gateway's certificate" ->
                    "is a gateway's, expected a master's; if this gateway is meant, name it with"
                        + " --parent-name gateway";
                case "worker's certificate" -> "is a worker's, expected one of a master or gateway";
                case "another authority's certificate" -> "was not issued by this authority";
                case "revoked certificate of a gateway" -> "(lost) was revoked";
                default -> "does not speak TLS";
              });
      return "no";
    } finally {
      server.shutdownNow();
    }
  }

  /** What became of a dial. */
  private record Outcome(CompletableFuture<String> heard) implements Inbox {
    @Override
    public void connected(NodeLink link) {
      heard.complete(TRUSTED);
    }

    @Override
    public void closed(NodeLink link, String why) {
      heard.complete(why);
    }

    @Override
    public void accepted(NodeLink link) {}

    @Override
    public void received(NodeLink link, Envelope envelope, Runnable handled) {}

    @Override
    public void ready(NodeLink link) {}
  }
}

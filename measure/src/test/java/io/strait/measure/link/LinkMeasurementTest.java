package io.strait.measure.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.InputException;
import io.strait.transport.emulate.DuplexPath;
import io.strait.transport.emulate.EmulatedPath;
import io.strait.transport.emulate.Relay;
import io.strait.transport.emulate.Server;
import io.strait.transport.time.Timer;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Probes over real sockets on this machine; figures of time are asserted of an emulated way. */
@Timeout(120)
class LinkMeasurementTest {
  private static final Budget TINY = new Budget(1, 50_000_000, 0.5);
  private static final List<Integer> SIZES = List.of(64, 1024, 1025, 65536);
  private static final Budget SMALL = new Budget(3, 50_000_000, 0.05);
  private static final List<Integer> LONGER = List.of(64, 1024, 65536, 262_144, 1_048_576);
  private static final InetSocketAddress HERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir private Path folder;

  /** What the ends of a line do. */
  private interface End<T> {
    T run(Line line) throws IOException;
  }

  private static <T> CompletableFuture<T> listening(LinkDoor door, End<T> end) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (var line = door.accept()) {
            return end.run(line);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        task -> Thread.ofPlatform().start(task));
  }

  private static Line dial(LinkDoor door, @Nullable Identity identity) throws IOException {
    var address = new InetSocketAddress(HERE.getAddress(), door.port());
    return LinkDoor.dial(address, identity, Duration.ofSeconds(10));
  }

  private static LinkSeries measured(@Nullable Identity parent, @Nullable Identity child)
      throws IOException {
    try (var door = new LinkDoor(HERE, parent)) {
      var probe = listening(door, line -> new Probe(line).serve());
      LinkSeries series;
      try (var line = dial(door, child)) {
        series = LinkMeasurement.run(line, Ladder.of(SIZES), TINY, "TCP", () -> {});
      }
      assertThat(probe.join()).isEqualTo(Objects.requireNonNull(series.cost()).bytes());
      return series;
    }
  }

  private static void check(LinkSeries series) throws IOException {
    assertThat(series.points().stream().map(SizePoint::bytes)).containsExactlyElementsOf(SIZES);
    assertThat(series.points())
        .allSatisfy(
            point -> {
              assertThat(point.seconds().value()).isPositive();
              assertThat(point.seconds().low()).isLessThanOrEqualTo(point.seconds().value());
              assertThat(point.seconds().high()).isGreaterThanOrEqualTo(point.seconds().value());
              assertThat(point.cpuHere()).isBetween(0.0, 1.0);
              assertThat(point.cpuThere()).isBetween(0.0, 1.0);
            });
    var fit = LinkFit.of(series.points());
    assertThat(fit.bandwidth().value()).isPositive();
    assertThat(fit.latency().value()).isNotNegative();
    var report = new LinkReport(series, fit);
    assertThat(report.verdict()).startsWith("A small message arrives after ");
  }

  @Test
  void overTcp() throws IOException {
    check(measured(null, null));
  }

  @Test
  void overTls() throws IOException {
    check(measured(identity("home", NodeRole.MASTER), identity("far", NodeRole.WORKER)));
  }

  /** An emulated way of 10 ms and 20 MB/s, to 10 %. */
  @Test
  void anEmulatedWay() throws IOException {
    var fit =
        QuietMachine.measured(
            LinkMeasurementTest::emulatedWay,
            f ->
                f.latency().value() > 9e-3
                    && f.latency().value() < 11e-3
                    && f.bandwidth().value() > 18e6);
    assertThat(fit.latency().value()).isBetween(9e-3, 11e-3);
    assertThat(fit.bandwidth().value()).isBetween(18e6, 22e6);
  }

  private static FittedLink emulatedWay() throws IOException {
    var gap = new Server(10_000_000, 50);
    try (var timer = Timer.precise("emulated-time");
        var door = new LinkDoor(HERE, null);
        var relay = new Relay(door.port(), path(timer, gap))) {
      var probe = listening(door, line -> new Probe(line).serve());
      var address = new InetSocketAddress(HERE.getAddress(), relay.port());
      try (var line = LinkDoor.dial(address, null, Duration.ofSeconds(10))) {
        var series = LinkMeasurement.run(line, Ladder.of(LONGER), SMALL, "TCP", () -> {});
        return LinkFit.of(series.points());
      } finally {
        assertThat(probe.join()).isPositive();
      }
    }
  }

  private static DuplexPath path(Timer timer, Server gap) {
    return new DuplexPath(
        new EmulatedPath(timer, List.of(gap)), new EmulatedPath(timer, List.of(gap)));
  }

  private Identity identity(String name, NodeRole role) throws IOException {
    var authority = folder.resolve("ca");
    if (!authority.toFile().exists()) {
      Authority.init(authority);
    }
    Authority.issue(authority, name, role, 1, authority);
    return Identity.in(authority, name);
  }

  @Test
  void strangersAreRefused() throws IOException {
    var home = identity("home", NodeRole.MASTER);
    var elsewhere = folder.resolve("other");
    Authority.init(elsewhere);
    Authority.issue(elsewhere, "far", NodeRole.WORKER, 1, elsewhere);
    assertThatThrownBy(() -> measured(home, Identity.in(elsewhere, "far")))
        .isInstanceOf(LinkException.class)
        .hasMessageContaining("was not issued by this authority");
    assertThatThrownBy(() -> measured(home, null))
        .isInstanceOf(LinkException.class)
        .hasMessageContaining("maybe only one of both expects TLS");
    var worker = identity("worker", NodeRole.WORKER);
    assertThatThrownBy(() -> new LinkDoor(HERE, worker))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("this is a worker's certificate");
  }

  @Test
  void aProbeThatIsLostIsSaid() throws IOException {
    try (var door = new LinkDoor(HERE, null)) {
      var probe =
          listening(
              door,
              line -> {
                Protocol.greet(line, Protocol.Role.PROBE);
                line.hear();
                return true;
              });
      try (var line = dial(door, null)) {
        assertThatThrownBy(() -> LinkMeasurement.run(line, null, TINY, "TCP", () -> {}))
            .isInstanceOf(LinkException.class)
            .hasMessageStartingWith("the probe is lost");
      }
      assertThat(probe.join()).isTrue();
    }
  }

  @Test
  void theOtherEndMustBeTheOtherRole() throws IOException {
    try (var door = new LinkDoor(HERE, null)) {
      var other = listening(door, line -> new Probe(line).serve());
      try (var line = dial(door, null)) {
        assertThatThrownBy(() -> new Probe(line).serve())
            .isInstanceOf(LinkException.class)
            .hasMessage("the other end is a probe too, expected strait measure link there");
      }
      assertThatThrownBy(other::join).hasRootCauseInstanceOf(LinkException.class);
    }
  }

  /** An order of gigabytes would make a probe run out of memory. */
  @Test
  void hugeMessagesAreRefused() throws IOException {
    try (var door = new LinkDoor(HERE, null)) {
      var probe = listening(door, line -> new Probe(line).serve());
      try (var line = dial(door, null)) {
        Protocol.greet(line, Protocol.Role.MEASURING);
        line.tell(new Line.Notice(Protocol.STREAM, 1L << 31, 1));
        assertThatThrownBy(probe::join)
            .hasRootCauseMessage(
                "an order to do 1 with 1 messages of 2147483648 bytes, expected messages of 1 to"
                    + " 67108864 bytes");
      }
    }
  }
}

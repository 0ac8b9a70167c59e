package io.strait.measure.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.transport.emulate.DuplexPath;
import io.strait.transport.emulate.EmulatedPath;
import io.strait.transport.emulate.Relay;
import io.strait.transport.emulate.Server;
import io.strait.transport.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at links over real sockets on this machine. */
@Timeout(60)
class LinkSamplerTest {
  private static final InetSocketAddress HERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static CompletableFuture<Long> probe(LinkDoor door) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (var line = door.accept()) {
            return new Probe(line).serve();
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        task -> Thread.ofPlatform().start(task));
  }

  private static LinkSampler.Sample sample(LinkDoor door, int port, long most) throws IOException {
    var probe = probe(door);
    var address = new InetSocketAddress(HERE.getAddress(), port);
    try (var line = LinkDoor.dial(address, null, Duration.ofSeconds(10))) {
      var sample = LinkSampler.take(line, most);
      assertThat(probe.join()).isEqualTo(sample.bytes());
      return sample;
    }
  }

  @Test
  void aLookKeepsToItsBytes() throws IOException {
    try (var door = new LinkDoor(HERE, null)) {
      for (long most : new long[] {10_000, 100_000, 2_000_000}) {
        var sample = sample(door, door.port(), most);
        assertThat(sample.bytes()).isLessThanOrEqualTo(most);
        assertThat(sample.roundTrip()).isPositive();
        assertThat(sample.bytesPerSecond()).isPositive();
      }
    }
  }

  /** An emulated way of 5 ms and 4 MB/s, to 15 %. */
  @Test
  void anEmulatedWay() throws IOException {
    var gap = new Server(5_000_000, 250);
    try (var timer = Timer.precise("emulated-time");
        var door = new LinkDoor(HERE, null);
        var relay =
            new Relay(
                door.port(),
                new DuplexPath(
                    new EmulatedPath(timer, List.of(gap)),
                    new EmulatedPath(timer, List.of(gap))))) {
      var sample =
          QuietMachine.measured(
              () -> sample(door, relay.port(), 4_000_000),
              s -> s.roundTrip() < 13e-3 && s.bytesPerSecond() > 3.4e6);
      assertThat(sample.roundTrip()).isBetween(9e-3, 13e-3);
      assertThat(sample.bytesPerSecond()).isBetween(3.4e6, 4.6e6);
    }
  }

  @Test
  void aProbeThatIsLost() throws IOException {
    try (var door = new LinkDoor(HERE, null)) {
      var gone =
          CompletableFuture.runAsync(
              () -> {
                try (var line = door.accept()) {
                  Protocol.greet(line, Protocol.Role.PROBE);
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              },
              task -> Thread.ofPlatform().start(task));
      var address = new InetSocketAddress(HERE.getAddress(), door.port());
      try (var line = LinkDoor.dial(address, null, Duration.ofSeconds(10))) {
        assertThatThrownBy(() -> LinkSampler.take(line, 1_000_000))
            .isInstanceOf(LinkException.class)
            .hasMessageContaining("the probe is lost");
      }
      gone.join();
    }
  }
}

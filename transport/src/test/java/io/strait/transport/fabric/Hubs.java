package io.strait.transport.fabric;

import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Tokens;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Hubs and the ranks that dial them, with the certificates of a folder. */
final class Hubs {
  /** For cuts of seconds. */
  static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(20), Duration.ofMillis(500), Duration.ofMillis(100));

  /**
   * Where nothing is cut. A machine that stalls for a second is not taken for a cut, after which a
   * process that dies would be waited for.
   */
  private static final Patience STEADY =
      new Patience(Duration.ofSeconds(20), Duration.ofMillis(500), Duration.ofSeconds(3));

  private Hubs() {}

  static Hub open(Path folder, int size, Delays delays, Consumer<String> heard) throws IOException {
    return open(folder, size, delays, STEADY, heard);
  }

  static Hub open(Path folder, int size, Delays delays, Patience patience, Consumer<String> heard)
      throws IOException {
    byte[] key = Tokens.key(folder);
    return new Hub(
        new Hub.Options(
            new InetSocketAddress("127.0.0.1", 0),
            Identity.in(folder, "home"),
            "test",
            size,
            token -> GapFabricTest.worth(key, token),
            delays,
            patience),
        new HubListener() {
          @Override
          public void joined(int rank) {
            heard.accept("joined " + rank);
          }

          @Override
          public void refused(String peer, String why) {
            heard.accept("refused %s: %s".formatted(peer.replaceAll(":\\d+", ""), why));
          }

          @Override
          public void received(int rank, byte kind, byte[] payload) {
            heard.accept(
                "%d says %d: %s"
                    .formatted(rank, kind, new String(payload, StandardCharsets.UTF_8)));
          }

          @Override
          public void ended(int rank) {
            heard.accept("ended " + rank);
          }

          @Override
          public void cutOff(int rank) {
            heard.accept("cut off " + rank);
          }

          @Override
          public void back(int rank) {
            heard.accept("back " + rank);
          }

          @Override
          public void lost(int rank, String why) {
            heard.accept("lost %d: %s".formatted(rank, why));
          }
        });
  }

  static GapFabric join(Path folder, int port, int rank) throws IOException {
    return new GapFabric(
        new GapFabric.Options(
            new InetSocketAddress("127.0.0.1", port),
            Identity.in(folder, "w"),
            "test",
            rank,
            Tokens.make(Tokens.key(folder), Duration.ofHours(1)),
            Duration.ofSeconds(60),
            line -> {}));
  }

  /** A process that joins, sends a byte to rank 0, and then does nothing. */
  static Process process(Path folder, int port, int rank, Path output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Idle.class.getName(),
            folder.toString(),
            Integer.toString(port),
            Integer.toString(rank))
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** See {@link #process}. */
  static final class Idle {
    private Idle() {}

    public static void main(String[] args) throws Exception {
      var given = List.of(args);
      var fabric =
          join(
              Path.of(given.get(0)),
              Integer.parseInt(given.get(1)),
              Integer.parseInt(given.get(2)));
      fabric.open(0, 8, 1);
      fabric.begin(0);
      fabric.send(0, 1);
      new CountDownLatch(1).await();
    }
  }
}

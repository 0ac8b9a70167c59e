package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.message.Message;
import io.strait.farm.protocol.Observer;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.Reducer;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.HandshakeWatch;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A master on a real port with an honest worker, whose tasks end when the attack is over. */
final class Target implements AutoCloseable {
  static final int TASKS = 60;
  private static final long MILLI = 1_000_000;
  static final ProtocolSettings SETTINGS =
      ProtocolSettings.DEFAULT.withLease(Duration.ofSeconds(8));

  final List<String> words = new CopyOnWriteArrayList<>();
  final FarmLog log = FarmLog.people(words::add, true);
  final CountDownLatch over = new CountDownLatch(1);
  private final MasterNode node;
  private final Listener listener;
  private final HandshakeWatch watch;
  private final CompletableFuture<@Nullable Void> ended;
  private final List<WorkerNode> workers = new ArrayList<>();

  Target(Path folder, @Nullable Identity identity, Function<Message.Hello, @Nullable String> guard)
      throws IOException {
    this(folder, identity, guard, TASKS);
  }

  Target(
      Path folder,
      @Nullable Identity identity,
      Function<Message.Hello, @Nullable String> guard,
      int tasks)
      throws IOException {
    var work =
        new FarmWork(
            "attacked",
            tasks,
            new byte[] {1},
            task -> new byte[] {(byte) task},
            Sum::new,
            2,
            false,
            0,
            name -> Delivery.UNKNOWN,
            name -> Map.of(),
            0,
            name -> 4,
            name -> 0);
    watch =
        HandshakeWatch.start(
            why -> log.note(io.strait.farm.protocol.Host.Level.WARNING, "master", why));
    node = new MasterNode(SETTINGS, work, log, folder.resolve("journal"), guard, Observer.NOBODY);
    ended = node.start();
    listener = Links.listen(new InetSocketAddress("127.0.0.1", 0), identity, node.loop());
  }

  int port() {
    return listener.port();
  }

  MasterNode node() {
    return node;
  }

  /** An honest worker joins. */
  Target worker(@Nullable Identity identity, String token) {
    return worker(identity, token, "honest", task -> value(1L << task));
  }

  Target worker(
      @Nullable Identity identity,
      String token,
      String name,
      java.util.function.IntFunction<byte[]> results) {
    var runner =
        new TaskRunner() {
          @Override
          public byte[] run(int task, int attempt, byte[] input) throws InterruptedException {
            over.await();
            return results.apply(task);
          }

          @Override
          public void close() {}
        };
    var worker =
        new WorkerNode(
            name,
            token,
            2,
            SETTINGS,
            log,
            loop -> {
              try {
                return Links.dial(
                    new Dialler(new InetSocketAddress("127.0.0.1", port()), identity), loop);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            spec -> runner,
            null);
    workers.add(worker);
    var unused = worker.start();
    return this;
  }

  /** Waits until somebody has said this. */
  String heard(String part) throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      for (var line : words) {
        if (line.contains(part)) {
          assertThat(line).doesNotContain("\n").hasSizeLessThan(400);
          return line;
        }
      }
      Thread.sleep(10);
    }
    throw new AssertionError("nobody said '%s', but: %s".formatted(part, words));
  }

  /** The attack is over; now the run must end with the right sum. */
  void endsWell() throws Exception {
    heard("honest joined");
    over.countDown();
    ended.get(60, TimeUnit.SECONDS);
    assertThat(node.<byte[]>ask(master -> master.total())).isEqualTo(value((1L << TASKS) - 1));
    assertThat(node.<Integer>ask(master -> master.failed().size())).isZero();
    for (var line : words) {
      assertThat(line).doesNotContain("\n").doesNotContain("Exception");
    }
  }

  CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  static byte[] value(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  @Override
  public void close() throws IOException {
    over.countDown();
    workers.forEach(WorkerNode::close);
    listener.close();
    watch.close();
    node.close();
  }

  /** Adds up longs. */
  static final class Sum implements Reducer {
    private long sum;

    @Override
    public void add(byte[] result) {
      if (result.length != 8) {
        throw new IllegalArgumentException(
            "a result of %d bytes, expected 8".formatted(result.length));
      }
      sum += ByteBuffer.wrap(result).getLong();
    }

    @Override
    public void merge(byte[] partial) {
      add(partial);
    }

    @Override
    public byte[] partial() {
      return value(sum);
    }

    @Override
    public byte[] result() {
      return value(sum);
    }

    @Override
    public void clear() {
      sum = 0;
    }
  }
}

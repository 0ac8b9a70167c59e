package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.message.Message;
import io.strait.farm.protocol.Observer;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Listener;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A master, a gateway and a worker over TLS that are started again when all tokens have expired.
 */
@Tag("real")
@Timeout(60)
class ExpiredTokenTest {
  private static final int TASKS = 20;
  private static final String EXPIRED = "its token expired";

  @TempDir Path folder;

  private final List<String> words = new CopyOnWriteArrayList<>();
  private final FarmLog log = FarmLog.people(words::add, true);
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<AutoCloseable> open = new ArrayList<>();
  private volatile boolean expired;
  private Path ca;
  private int homePort;
  private int spainPort;
  private MasterNode master;
  private Listener masterPort;
  private GatewayNode gateway;
  private Listener gatewayPort;

  @BeforeEach
  void issue() throws IOException {
    ca = folder.resolve("ca");
    Authority.init(ca);
    Authority.issue(ca, "home", NodeRole.MASTER, 10, ca);
    Authority.issue(ca, "spain", NodeRole.GATEWAY, 10, ca);
    Authority.issue(ca, "es", NodeRole.WORKER, 10, ca);
  }

  @AfterEach
  void end() throws Exception {
    over.countDown();
    for (var each : open.reversed()) {
      each.close();
    }
  }

  private @Nullable String guard(Message.Hello hello) {
    return expired ? EXPIRED : null;
  }

  private CompletableFuture<@Nullable Void> startMaster() throws IOException {
    var work =
        new FarmWork(
            "long",
            TASKS,
            new byte[] {1},
            task -> new byte[] {(byte) task},
            Target.Sum::new,
            2,
            false,
            0,
            name -> Delivery.UNKNOWN,
            name -> Map.of(),
            0,
            name -> 4,
            name -> 0);
    master =
        new MasterNode(
            Target.SETTINGS, work, log, folder.resolve("journal"), this::guard, Observer.NOBODY);
    open.add(master);
    var ended = master.start();
    masterPort = Links.listen(local(homePort), Identity.in(ca, "home"), master.loop());
    open.add(masterPort);
    homePort = masterPort.port();
    return ended;
  }

  private void startGateway() throws IOException {
    gateway =
        new GatewayNode(
            "spain",
            "t",
            Target.SETTINGS,
            log,
            folder.resolve("spool"),
            loop -> Links.dial(dialler(homePort, Identity.in(ca, "spain")), loop),
            spec -> Target.Sum::new,
            this::guard);
    open.add(gateway);
    gatewayPort = Links.listen(local(spainPort), Identity.in(ca, "spain"), gateway.loop());
    open.add(gatewayPort);
    spainPort = gatewayPort.port();
    var unused = gateway.start();
  }

  private CompletableFuture<NodeEnd> startWorker(String name, String parent, int port) {
    var runner =
        new TaskRunner() {
          @Override
          public byte[] run(int task, int attempt, byte[] input) throws InterruptedException {
            over.await();
            return Target.value(1L << task);
          }

          @Override
          public void close() {}
        };
    var worker =
        new WorkerNode(
            name,
            "t",
            2,
            Target.SETTINGS,
            log,
            loop -> Links.dial(dialler(port, Identity.in(ca, "es").under(parent)), loop),
            spec -> runner,
            null);
    open.add(worker);
    return worker.start();
  }

  private static InetSocketAddress local(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  private static Dialler dialler(int port, Identity identity) {
    try {
      return new Dialler(local(port), identity);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until something has been said so often. */
  private void heard(String part, int times) throws InterruptedException {
    for (int i = 0; i < 2000; i++) {
      if (words.stream().filter(line -> line.contains(part)).count() >= times) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("not said %d times: '%s', but: %s".formatted(times, part, words));
  }

  @Test
  void whoIsInStaysInWhenParentsAreStartedAgain() throws Exception {
    var unused = startMaster();
    startGateway();
    var worker = startWorker("es1", "spain", spainPort);
    heard("spain joined", 1);
    heard("es1 joined", 1);
    expired = true;

    masterPort.close();
    master.close();
    var ended = startMaster();
    heard("spain joined", 2);

    gatewayPort.close();
    gateway.close();
    startGateway();
    heard("spain joined", 3);
    heard("es1 joined", 2);

    for (int port : new int[] {homePort, spainPort}) {
      var late = startWorker("late" + port, port == homePort ? "home" : "spain", port);
      assertThat(late.get(60, TimeUnit.SECONDS)).isEqualTo(new NodeEnd(EXPIRED, true, 0));
      heard("refused late%d: %s".formatted(port, EXPIRED), 1);
    }
    assertThat(words).noneMatch(line -> line.contains("refused es1"));
    assertThat(words).noneMatch(line -> line.contains("refused spain"));
    assertThat(worker).isNotDone();

    over.countDown();
    ended.get(30, TimeUnit.SECONDS);
    assertThat(master.<byte[]>ask(m -> m.total())).isEqualTo(Target.value((1L << TASKS) - 1));
  }
}

package io.strait.bench.farm;

import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.WorkerNode;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Many workers in one process, each with a connection of its own: {@code CERTIFICATES PORT N ROLE},
 * where ROLE is the parent's.
 */
final class OurCrowd {
  /** Milliseconds between two that begin. */
  private static final long PAUSE = 10;

  private static final int WARM_SECONDS = 12;

  private OurCrowd() {}

  /** Seconds after which all of them are there and warm. */
  static int seconds(int workers) {
    return (int) (workers * (2 * PAUSE) / 1_000) + WARM_SECONDS;
  }

  public static void main(String[] args) throws IOException {
    var identity = Identity.in(Path.of(args[0]), "worker").under(args[3]);
    var parent = InetSocketAddress.createUnresolved("localhost", Integer.parseInt(args[1]));
    var dialler = new Dialler(parent, identity);
    System.out.println("answer 0");
    var all = new ArrayList<WorkerNode>();
    try (var log = FarmLog.people(line -> System.err.println(line), false)) {
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        var node =
            new WorkerNode(
                "worker" + i,
                "",
                1,
                ProtocolSettings.DEFAULT,
                log,
                inbox -> Links.dial(dialler, inbox),
                spec -> EmbeddedNodes.runner(spec, 1, Path.of("scratch"), null),
                null);
        all.add(node);
        var _ = node.start();
        Thread.sleep(PAUSE);
      }
      while (!all.isEmpty()) {
        Thread.sleep(1_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

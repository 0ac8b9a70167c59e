package io.strait.bench.serve;

import io.strait.bench.farm.OurTasks;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.GatewayNode;
import io.strait.farm.run.NodeEnd;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Dialler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;

/**
 * All gateways and workers of {@link MillionTasks} in one process, with a connection to the master
 * for each gateway: {@code PORT SPOOLS}. It ends with the run.
 */
final class Crowd {
  /** What the tasks of the run are. */
  static final String TASKS = OurTasks.Noop.class.getName();

  private Crowd() {}

  public static void main(String[] args) throws IOException {
    var master = InetSocketAddress.createUnresolved("127.0.0.1", Integer.parseInt(args[0]));
    var ends = new ArrayList<CompletableFuture<NodeEnd>>();
    try (var log = FarmLog.people(line -> System.err.println(line), false)) {
      for (int c = 0; c < MillionTasks.CLUSTERS; c++) {
        var name = MillionTasks.cluster(c);
        var dialler = new Dialler(master, null);
        @SuppressWarnings("PMD.CloseResource") // with the process
        var gateway =
            new GatewayNode(
                name,
                "",
                ProtocolSettings.DEFAULT,
                log,
                Path.of(args[1]),
                loop -> Links.dial(dialler, loop),
                spec -> EmbeddedNodes.reducers(spec, null),
                hello -> null);
        ends.add(gateway.start());
        var herd = new Herd(name, MillionTasks.WORKERS / MillionTasks.CLUSTERS, gateway.loop());
        Thread.ofPlatform().daemon().name("herd-" + name).start(herd);
      }
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).join();
    }
    System.exit(0);
  }
}

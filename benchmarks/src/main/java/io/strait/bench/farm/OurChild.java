package io.strait.bench.farm;

import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.GatewayNode;
import io.strait.farm.run.Loop;
import io.strait.farm.run.WorkerNode;
import io.strait.farm.wire.Links;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A gateway's or worker's process, for run after run: {@code gateway CERTIFICATES PARENT PORT
 * SPOOL} or {@code worker CERTIFICATES PARENT SCRATCH CORES ROLE}, where ROLE is the parent's.
 */
final class OurChild {
  private OurChild() {}

  public static void main(String[] args) throws IOException {
    var certificates = Path.of(args[1]);
    var identity = Identity.in(certificates, args[0]).under(args.length > 5 ? args[5] : "master");
    var parent = InetSocketAddress.createUnresolved("localhost", Integer.parseInt(args[2]));
    var dialler = new Dialler(parent, identity);
    Function<Loop, NodeLink> dial = inbox -> Links.dial(dialler, inbox);
    System.out.println("answer 0");
    try (var log = FarmLog.people(line -> System.err.println(line), false)) {
      while (true) {
        if (args[0].equals("gateway")) {
          gateway(args, identity, dial, log);
        } else {
          worker(args, dial, log);
        }
      }
    }
  }

  private static void gateway(
      String[] args, Identity identity, Function<Loop, NodeLink> dial, FarmLog log)
      throws IOException {
    var address = new InetSocketAddress("localhost", Integer.parseInt(args[3]));
    try (var node =
            new GatewayNode(
                "gateway",
                "",
                ProtocolSettings.DEFAULT,
                log,
                Path.of(args[4]),
                dial,
                spec -> EmbeddedNodes.reducers(spec, null),
                hello -> null);
        var _ = Links.listen(address, identity, node.loop())) {
      node.start().join();
    }
  }

  private static void worker(String[] args, Function<Loop, NodeLink> dial, FarmLog log) {
    int cores = Integer.parseInt(args[4]);
    try (var node =
        new WorkerNode(
            "worker-" + ProcessHandle.current().pid(),
            "",
            cores,
            ProtocolSettings.DEFAULT,
            log,
            dial,
            spec -> EmbeddedNodes.runner(spec, cores, Path.of(args[3]), null),
            null)) {
      node.start().join();
    }
  }
}

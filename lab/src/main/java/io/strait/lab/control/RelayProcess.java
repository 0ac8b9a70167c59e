package io.strait.lab.control;

import io.strait.lab.fault.Injector;
import io.strait.lab.host.HostProcesses;
import io.strait.lab.host.Namespaces;
import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Tun;
import io.strait.lab.relay.Wires;
import io.strait.model.Grid;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** The process that is a lab's network, from opening its devices to its end. */
public final class RelayProcess {
  private RelayProcess() {}

  /**
   * Carries packets until something ends it.
   *
   * @param socket where it takes orders; it is there when the lab is up
   * @param log is told what happens
   * @param isWanted whether to go on, asked now and then
   */
  public static void run(
      Grid grid,
      Namespaces namespaces,
      Path socket,
      double scale,
      long seed,
      Consumer<String> log,
      java.util.function.BooleanSupplier isWanted)
      throws IOException {
    var wires = new Wires(grid, scale, seed);
    wires.attach(host -> Tun.open(namespaces.file(host), Namespaces.DEVICE));
    for (var host : wires.hosts().all()) {
      namespaces.configure(host);
    }
    try (var relay = new Relay(wires);
        var later =
            Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("faults").factory())) {
      var injector =
          new Injector(wires, relay, new HostProcesses(namespaces), later, log);
      try (var server = new LabServer(socket, wires, relay, injector, scale, log)) {
        Thread.ofPlatform().daemon().name("orders").start(server::run);
        Thread.ofPlatform().daemon().name("watch").start(() -> watch(relay, isWanted));
        relay.run();
      }
      later.shutdownNow();
    }
  }

  private static void watch(Relay relay, java.util.function.BooleanSupplier isWanted) {
    try {
      while (isWanted.getAsBoolean()) {
        Thread.sleep(Duration.ofMillis(200));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    relay.close();
  }
}

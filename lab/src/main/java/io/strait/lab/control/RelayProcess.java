package io.strait.lab.control;

import io.strait.lab.fault.Injector;
import io.strait.lab.host.HostProcesses;
import io.strait.lab.host.Namespaces;
import io.strait.lab.relay.CongestionControl;
import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Tun;
import io.strait.lab.relay.Wires;
import io.strait.model.Grid;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The process that is a lab's network, from opening its devices to its end. */
public final class RelayProcess {
  private RelayProcess() {}

  /**
   * Carries packets until something ends it.
   *
   * @param control of TCP in the hosts
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
      CongestionControl control,
      Consumer<String> log,
      BooleanSupplier isWanted)
      throws IOException {
    var wires = new Wires(grid, scale, seed);
    wires.attach(host -> Tun.open(namespaces.file(host), Namespaces.DEVICE, control));
    for (var host : wires.hosts().all()) {
      namespaces.configure(host);
    }
    try (var relay = new Relay(wires);
        var later =
            Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("faults").factory())) {
      var injector =
          new Injector(
              wires,
              relay,
              new HostProcesses(namespaces),
              later,
              log,
              new History(socket.resolveSibling(History.NAME)));
      Thread.ofPlatform()
          .daemon()
          .name("orders")
          .start(() -> serve(socket, wires, relay, injector, scale, log));
      Thread.ofPlatform().daemon().name("watch").start(() -> watch(relay, isWanted));
      relay.run();
      later.shutdownNow();
    }
  }

  /** Takes orders as soon as the relay knows its own delays; from then on the lab is up. */
  private static void serve(
      Path socket,
      Wires wires,
      Relay relay,
      Injector injector,
      double scale,
      Consumer<String> log) {
    try {
      log.accept(relay.measureWakeups());
      try (var server = new LabServer(socket, wires, relay, injector, scale, log)) {
        server.run();
      }
    } catch (IOException e) {
      log.accept("orders cannot be taken: " + e.getMessage());
      relay.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void watch(Relay relay, BooleanSupplier isWanted) {
    try {
      while (isWanted.getAsBoolean()) {
        Thread.sleep(Duration.ofMillis(200));
        relay.measureWakeup();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    relay.close();
  }
}

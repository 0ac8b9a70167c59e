package io.strait.farm.run;

import io.strait.farm.plan.Rehearsal;
import io.strait.farm.simulate.FarmModel;
import io.strait.transport.emulate.DuplexPath;
import io.strait.transport.emulate.EmulatedPath;
import io.strait.transport.emulate.HostPace;
import io.strait.transport.emulate.Server;
import io.strait.transport.time.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hosts and networks of a phase of a plan, emulated on this machine. */
public final class FarmEmulation implements AutoCloseable {
  /** A network's servers, which are one unless it is full-duplex. */
  private record Network(Server up, Server down) {
    static Network of(double bandwidth, double latency, boolean full, double scale) {
      var one = server(bandwidth, latency, scale);
      return new Network(one, full ? server(bandwidth, latency, scale) : one);
    }

    private static Server server(double bandwidth, double latency, double scale) {
      return new Server(
          Math.round(latency * 1e9 / scale),
          Double.isFinite(bandwidth) ? 1e9 / bandwidth / scale : 0);
    }
  }

  private final double scale;
  private final Timer timer = Timer.coarse("emulated-time");
  private final Map<String, HostPace> paces = new HashMap<>();
  private final Map<String, Integer> cores = new HashMap<>();
  private final Map<String, DuplexPath> toParent = new HashMap<>();
  private final Map<String, DuplexPath> toMaster = new HashMap<>();
  private final @Nullable Server master;
  private final long masterNanos;

  /**
   * @param scale how many times faster than life
   */
  public FarmEmulation(Rehearsal rehearsal, double scale) {
    this.scale = scale;
    FarmModel model = rehearsal.model();
    var lans = new ArrayList<Network>();
    for (int c = 0; c < model.clusters(); c++) {
      lans.add(Network.of(model.lanBandwidth(c), model.lanLatency(c), model.lanFull(c), scale));
    }
    var gaps = new ArrayList<Network>();
    for (int g = 0; g < model.gaps(); g++) {
      double up = model.gapUp(g);
      double down = model.gapDown(g);
      double latency = model.gapLatency(g);
      gaps.add(
          up == down
              ? Network.of(up, latency, model.gapFull(g), scale)
              : new Network(
                  Network.server(up, latency, scale), Network.server(down, latency, scale)));
    }
    for (int c = 0; c < model.clusters(); c++) {
      var name = rehearsal.clusters().get(c);
      var passed = new ArrayList<Network>();
      if (model.crossesHomeLan()) {
        passed.add(lans.get(model.home()));
      }
      for (int gap : model.route(c)) {
        passed.add(gaps.get(gap));
      }
      toMaster.put(name, ways(passed));
    }
    for (int w = 0; w < rehearsal.workers().size(); w++) {
      var name = rehearsal.workers().get(w);
      paces.put(name, new HostPace(Math.round(model.taskSeconds(w) * 1e9 / scale)));
      cores.put(name, model.cores(w));
      toParent.put(name, ways(List.of(lans.get(rehearsal.clusterOf(w)))));
    }
    masterNanos = Math.round(model.masterSeconds() * 1e9 / scale);
    master = masterNanos > 0 ? new Server(0, 0) : null;
  }

  private DuplexPath ways(List<Network> fromMaster) {
    return new DuplexPath(
        new EmulatedPath(timer, fromMaster.reversed().stream().map(Network::up).toList()),
        new EmulatedPath(timer, fromMaster.stream().map(Network::down).toList()));
  }

  /** How many times faster than life. */
  public double scale() {
    return scale;
  }

  public Timer timer() {
    return timer;
  }

  /** The pace of a worker; null if it is not emulated. */
  public @Nullable HostPace pace(String worker) {
    return paces.get(worker);
  }

  /** How many tasks a worker computes at a time. */
  public int cores(String worker) {
    return cores.getOrDefault(worker, 1);
  }

  /** Between a worker and its parent: the LAN of its cluster. */
  public DuplexPath ofWorker(String worker) {
    return need(toParent.get(worker), worker);
  }

  /** Between the gateway of a cluster and the master. */
  public DuplexPath ofGateway(String cluster) {
    return need(toMaster.get(cluster), cluster);
  }

  private static DuplexPath need(@Nullable DuplexPath ways, String name) {
    if (ways == null) {
      throw new IllegalArgumentException(
          "'%s' is not in the plan, expected one of its workers or clusters".formatted(name));
    }
    return ways;
  }

  /** Where results queue for the master's attention; null if it takes none. */
  public @Nullable Server master() {
    return master;
  }

  /** How long the master takes for the result of a task. */
  public long masterNanos() {
    return masterNanos;
  }

  @Override
  public void close() {
    timer.close();
  }
}

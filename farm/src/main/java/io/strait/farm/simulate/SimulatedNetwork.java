package io.strait.farm.simulate;

import io.strait.simulate.Timeline;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The networks of a simulated farm: FIFO servers, whose end of service is known when a message
 * joins them, and the ways from the master to the clusters.
 */
final class SimulatedNetwork {
  private final FarmModel model;
  private final @Nullable Timings timings;

  /** Numbered as {@link FarmOutcome} says. */
  private final Server[] servers;

  /** The way from the master to a cluster's gateway, or to its workers, without gateways. */
  private final Hop[][] ways;

  /** From a gateway to its workers. */
  private final Hop[] lans;

  SimulatedNetwork(FarmModel model, @Nullable Timings timings) {
    this.model = model;
    this.timings = timings;
    servers = new Server[2 * model.clusters + 2 * model.gapDown.length];
    for (int i = 0; i < servers.length; i++) {
      int gap = i / 2 - model.clusters;
      servers[i] = new Server(i, gap < 0 ? null : model.gapSpeed[gap]);
    }
    ways = new Hop[model.clusters][];
    lans = new Hop[model.clusters];
    for (int c = 0; c < model.clusters; c++) {
      lans[c] = lan(c);
      ways[c] = way(c);
    }
  }

  private static double seconds(double bytes, double bandwidth) {
    return bytes == 0 ? 0 : bytes / bandwidth;
  }

  private Hop lan(int c) {
    return new Hop(
        servers[FarmOutcome.lan(c, 0)],
        servers[FarmOutcome.lan(c, model.lanFull[c] ? 1 : 0)],
        model.lanLatency[c],
        seconds(model.input, model.lanBandwidth[c]),
        seconds(model.output, model.lanBandwidth[c]));
  }

  /**
   * @param most bytes per second, whatever the gap has
   */
  private Hop gap(int g, double most, double latency) {
    return new Hop(
        servers[FarmOutcome.gap(model.clusters, g, 0)],
        servers[FarmOutcome.gap(model.clusters, g, model.gapFull[g] ? 1 : 0)],
        latency,
        seconds(model.input, Math.min(model.gapDown[g], most)),
        seconds(model.output, Math.min(model.gapUp[g], most)));
  }

  private Hop[] way(int c) {
    int first = c == model.home || model.crossHomeLan ? 1 : 0;
    var gaps = model.route[c];
    var way = new Hop[first + gaps.length];
    if (first == 1) {
      way[0] = lan(model.home);
    }
    for (int i = 0; i < gaps.length; i++) {
      double latency = model.gapLatency[gaps[i]];
      boolean last = i == gaps.length - 1 && !model.gateways;
      way[first + i] =
          last
              ? gap(gaps[i], model.lanBandwidth[c], latency + model.lanLatency[c])
              : gap(gaps[i], Double.POSITIVE_INFINITY, latency);
    }
    return way;
  }

  /** Networks between the master and a cluster. */
  int hops(int c) {
    return ways[c].length;
  }

  /** Seconds from the master to a cluster for a message without bytes. */
  double latency(int c) {
    double latency = 0;
    for (var hop : ways[c]) {
      latency += hop.latency;
    }
    return latency;
  }

  /**
   * Seconds that a task and its result take on the way to a cluster's workers, on free networks.
   */
  double transit(int c) {
    double seconds = 0;
    for (var hop : ways[c]) {
      seconds += hop.transit();
    }
    return model.gateways && c != model.home ? seconds + lans[c].transit() : seconds;
  }

  /** When a message without bytes that leaves a cluster now is with the master. */
  double passes(int c, double now) {
    double at = now;
    for (var hop : ways[c]) {
      at += hop.latency;
      at = hop.up.speed == null ? at : hop.up.speed.finish(at, 0);
    }
    return at;
  }

  /** When a worker's parent hears what it says now without any bytes. */
  double heard(SimulatedWorker worker, double now) {
    int c = worker.cluster;
    return worker.hasGateway ? now + model.lanLatency[c] : passes(c, now);
  }

  /** Whether few messages wait on a way. */
  boolean isFree(int c, double now) {
    for (var hop : ways[c]) {
      double busyUntil = Math.max(hop.down.freeAt, hop.up.freeAt);
      if (busyUntil - now - hop.latency > SimulatedDemand.QUEUE) {
        return false;
      }
    }
    return true;
  }

  /** Sends a task over a network of the way to a cluster; gives the time at which it has passed. */
  double sendDown(int c, int hop, double now) {
    return sendDown(ways[c][hop], now);
  }

  /** Sends a result over a network of the way to a cluster. */
  double sendUp(int c, int hop, double now) {
    return sendUp(ways[c][hop], now);
  }

  /** Sends a task from a gateway to a worker. */
  double sendDownLan(int c, double now) {
    return sendDown(lans[c], now);
  }

  /** Sends a result from a worker to its gateway. */
  double sendUpLan(int c, double now) {
    return sendUp(lans[c], now);
  }

  private double sendDown(Hop hop, double now) {
    return serve(hop.down, now + hop.latency, hop.inputSeconds, false);
  }

  private double sendUp(Hop hop, double now) {
    return serve(hop.up, now + hop.latency, hop.outputSeconds, true);
  }

  /** Puts a message into a server's queue and gives the end of its service. */
  private double serve(Server server, double ready, double seconds, boolean result) {
    double start = Math.max(ready, server.freeAt);
    double end = server.speed == null ? start + seconds : server.speed.finish(start, seconds);
    server.freeAt = end;
    server.serves(ready, start, end);
    if (timings != null) {
      timings.transferred(server.number, start, end, result);
    }
    return end;
  }

  /**
   * @param until when the run was over
   */
  FarmOutcome.Use[] uses(double until) {
    return Arrays.stream(servers).map(s -> s.use(until)).toArray(FarmOutcome.Use[]::new);
  }

  /** A network in one direction or both. */
  private static final class Server {
    final int number;
    final @Nullable Timeline speed;
    double freeAt;
    private double busy;
    private double waited;
    private long messages;

    /** Messages that may outlast the run, where a network may be down: ready, start and end. */
    private double[] last = {};

    /** The first of these and how many there are, in numbers. */
    private int first;

    private int size;

    Server(int number, @Nullable Timeline speed) {
      this.number = number;
      this.speed = speed;
    }

    void serves(double ready, double start, double end) {
      messages++;
      if (speed == null) {
        busy += end - start;
        waited += start - ready;
        return;
      }
      // What ended before this message was ready ended before the run was over.
      while (size > 0 && last[first + 2] <= ready) {
        addFirst(ready);
      }
      if (size == last.length) {
        grow();
      }
      int at = (first + size) % last.length;
      last[at] = ready;
      last[at + 1] = start;
      last[at + 2] = end;
      size += 3;
    }

    private void grow() {
      var larger = new double[Math.max(3 * 64, 2 * last.length)];
      System.arraycopy(last, first, larger, 0, last.length - first);
      System.arraycopy(last, 0, larger, last.length - first, first);
      last = larger;
      first = 0;
    }

    /** Adds the first message, as far as it happened by then. */
    private void addFirst(double until) {
      double start = Math.min(last[first + 1], until);
      busy += Math.min(last[first + 2], until) - start;
      waited += start - Math.min(last[first], until);
      first = (first + 3) % last.length;
      size -= 3;
    }

    FarmOutcome.Use use(double until) {
      while (size > 0) {
        addFirst(until);
      }
      return new FarmOutcome.Use(busy, waited, messages);
    }
  }

  /**
   * A network on a way.
   *
   * @param down its server towards the workers
   * @param up its server towards the master
   */
  private record Hop(
      Server down, Server up, double latency, double inputSeconds, double outputSeconds) {
    double transit() {
      return 2 * latency + inputSeconds + outputSeconds;
    }
  }
}

package io.strait.realign.simulate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step as the package comment has it, without haste: looks at everything whenever time moves. */
final class NaiveStep {
  private record Chunk(int from, int to, long bytes) {}

  /** A chunk on its way to a place, or a place in its queue. */
  private record Flight(Chunk chunk, double at, boolean far) {}

  private final StepModel model;
  private final List<List<Chunk>> own = new ArrayList<>();
  private final List<List<Chunk>> passed = new ArrayList<>();
  private final List<List<Chunk>> crossing = new ArrayList<>();
  private final List<Flight> flights = new ArrayList<>();
  private final double[] portFree;
  private final double[] channelFree;
  private double now;
  private double end;

  NaiveStep(StepModel model) {
    this.model = model;
    int clusters = model.clusters();
    portFree = new double[model.ranks()];
    channelFree = new double[clusters * clusters];
    for (int i = 0; i < clusters * clusters; i++) {
      crossing.add(new ArrayList<>());
    }
    for (int r = 0; r < model.ranks(); r++) {
      var chunks = new ArrayList<Chunk>();
      for (int m = model.firstMessage()[r]; m < model.firstMessage()[r + 1]; m++) {
        for (long left = model.bytes()[m]; left > 0; left -= model.chunk()) {
          chunks.add(new Chunk(r, model.to()[m], Math.min(left, model.chunk())));
        }
      }
      own.add(chunks);
      passed.add(new ArrayList<>());
    }
  }

  private int cluster(int rank) {
    int c = 0;
    while (model.firstRank()[c + 1] <= rank) {
      c++;
    }
    return c;
  }

  private boolean isGateway(int rank) {
    return model.firstRank()[cluster(rank)] == rank;
  }

  double seconds() {
    for (int r = 0; r < model.ranks(); r++) {
      int rank = r;
      if (isGateway(r)) {
        own.get(r).stream().filter(c -> cluster(c.to) != cluster(rank)).forEach(this::queue);
        own.get(r).removeIf(c -> cluster(c.to) != cluster(rank));
      }
    }
    while (true) {
      for (int r = 0; r < model.ranks(); r++) {
        port(r);
      }
      for (int pair = 0; pair < channelFree.length; pair++) {
        channel(pair);
      }
      double next = Double.POSITIVE_INFINITY;
      for (double free : portFree) {
        next = free > now ? Math.min(next, free) : next;
      }
      for (double free : channelFree) {
        next = free > now ? Math.min(next, free) : next;
      }
      for (var flight : flights) {
        next = Math.min(next, flight.at);
      }
      if (Double.isInfinite(next)) {
        return end;
      }
      now = next;
      for (@Nullable Flight flight = landing(); flight != null; flight = landing()) {
        flights.remove(flight);
        if (!flight.far) {
          queue(flight.chunk);
        } else if (isGateway(flight.chunk.to)) {
          end = Math.max(end, now);
        } else {
          passed.get(model.firstRank()[cluster(flight.chunk.to)]).add(flight.chunk);
        }
      }
    }
  }

  private @Nullable Flight landing() {
    return flights.stream().filter(f -> f.at <= now).findFirst().orElse(null);
  }

  private void queue(Chunk chunk) {
    crossing.get(cluster(chunk.from) * model.clusters() + cluster(chunk.to)).add(chunk);
  }

  private void port(int rank) {
    int cluster = cluster(rank);
    var queue = passed.get(rank).isEmpty() ? own.get(rank) : passed.get(rank);
    if (portFree[rank] > now || queue.isEmpty()) {
      return;
    }
    var chunk = queue.removeFirst();
    portFree[rank] = now + chunk.bytes / model.lanBandwidth()[cluster];
    double arrives = portFree[rank] + model.lanLatency()[cluster];
    if (cluster(chunk.to) == cluster) {
      end = Math.max(end, arrives);
    } else {
      flights.add(new Flight(chunk, arrives, false));
    }
  }

  private void channel(int pair) {
    if (channelFree[pair] > now || crossing.get(pair).isEmpty()) {
      return;
    }
    var chunk = crossing.get(pair).removeFirst();
    channelFree[pair] = now + chunk.bytes / model.gapBandwidth()[pair];
    flights.add(new Flight(chunk, channelFree[pair] + model.gapLatency()[pair], true));
  }
}

package io.strait.stencil.plan;

import io.strait.kind.file.Span;
import io.strait.kind.rank.RankLeader;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a real network adds to an iteration that an emulated one does not. Every message over a gap
 * has the headers of TCP, TLS and HTTP/2 around it, and a packet that acknowledges it; a line's
 * bandwidth is that of full packets, so they count where messages are short and a line is slow. And
 * ranks of two clusters meet at home, even if a shorter line joins them.
 */
final class RealNetwork {
  /**
   * Bytes around a message that is one packet, and of the answer to it: 52 of TCP and IP in each
   * direction, 22 of TLS, the rest of HTTP/2 and gRPC. By reckoning, not measured.
   */
  private static final double HEADERS = 170;

  /** A share of an iteration that is worth a sentence. */
  private static final double WORTH_SAYING = 0.05;

  private record Pair(int from, int to) {}

  private final StencilTiming timing;
  private final Grid grid;
  private final Routes routes;
  private final int home;
  private final Map<Link.Gap, Double> bytes = new HashMap<>();

  /** Messages by the ranks between which they go. */
  private final Map<Pair, List<Link.Gap>> ways = new LinkedHashMap<>();

  private boolean hasDetour;

  private RealNetwork(StencilTiming timing) {
    this.timing = timing;
    this.grid = timing.grid();
    this.routes = new Routes(grid);
    this.home = RankLeader.index(grid);
    int each = timing.decomposition().app().type().bytes();
    for (var edge : timing.edges()) {
      if (edge.isFar()) {
        boolean isFirst = !ways.containsKey(new Pair(edge.from(), edge.to()));
        var way = ways.computeIfAbsent(new Pair(edge.from(), edge.to()), this::way);
        double message =
            RankLayout.entry(edge.cells(), each) + (isFirst ? RankLayout.HEAD + HEADERS : 0);
        way.forEach(gap -> bytes.merge(gap, message, Double::sum));
      }
    }
  }

  private int cluster(int rank) {
    return timing.decomposition().blocks().get(rank).rank().cluster();
  }

  private List<Link.Gap> way(Pair pair) {
    var way = new ArrayList<>(routes.between(cluster(pair.from), home));
    way.addAll(routes.between(home, cluster(pair.to)));
    return way;
  }

  /** What an iteration takes there at most, if it takes so long where all is as the grid says. */
  static double slower(StencilTiming timing, double seconds) {
    return new RealNetwork(timing).slower(seconds);
  }

  private double slower(double seconds) {
    double full = seconds;
    double later = 0;
    double farther = 0;
    for (var edge : timing.edges()) {
      if (edge.isFar()) {
        var way = ways.getOrDefault(new Pair(edge.from(), edge.to()), List.of());
        double latency =
            way.stream().mapToDouble(gap -> Durations.seconds(gap.network().latency())).sum();
        double carried = way.stream().mapToDouble(this::seconds).max().orElse(0);
        hasDetour |= latency > edge.latency();
        full = Math.max(full, carried);
        farther = Math.max(farther, latency - edge.latency());
        later = Math.max(later, latency + carried - edge.latency() - edge.transfer());
      }
    }
    // A band hides how long the way of a message is, but not that a line is full.
    return switch (timing.strategy()) {
      case SYNC, LH -> seconds + later;
      case LHRP, WAVEFRONT -> full + farther / (1 + timing.band());
      case DEEP_HALO -> seconds + later / Math.max(1, timing.band());
    };
  }

  /** Seconds that a gap needs for all messages of an iteration. */
  private double seconds(Link.Gap gap) {
    double all = bytes.getOrDefault(gap, 0.0);
    return (gap.network().duplex() == Duplex.HALF ? all : all / 2)
        / gap.network().bandwidth().bytesPerSecond();
  }

  /**
   * A sentence about it where it counts.
   *
   * @param iteration what is promised
   */
  static Optional<String> note(StencilTiming timing, Span iteration) {
    var network = new RealNetwork(timing);
    if (network.slower(iteration.usual()) < (1 + WORTH_SAYING) * iteration.usual()) {
      return Optional.empty();
    }
    return Optional.of(
        "On a real network an iteration takes up to %s: %s."
            .formatted(
                Show.seconds(iteration.most()),
                network.hasDetour
                    ? "messages between other clusters pass home, and have headers"
                    : "messages over gaps are so short that their headers count"));
  }
}

package io.strait.stencil.plan;

import io.strait.model.Duplex;
import io.strait.model.Link;
import io.strait.view.page.Show;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the headers of a real network cost an iteration: those of TCP, TLS and HTTP/2 around every
 * message over a gap, and the packet that acknowledges it. A line's bandwidth is that of full
 * packets, so they count only where messages are short and a line is slow. Emulated gaps have none
 * of them.
 */
final class WireHeaders {
  /** Bytes around a message that is one packet, and of the answer to it. */
  private static final double BYTES = 170;

  /** A share of an iteration that is worth a sentence. */
  private static final double WORTH_SAYING = 0.05;

  private WireHeaders() {}

  /** What an iteration takes with them at most, if it takes so long without. */
  static double slower(StencilTiming timing, double seconds) {
    var messages = new HashMap<Link.Gap, Set<Long>>();
    var carried = new HashMap<Link.Gap, Double>();
    for (var edge : timing.edges()) {
      for (var gap : edge.route()) {
        long pair = (long) edge.from() << 32 | edge.to();
        messages.computeIfAbsent(gap, g -> new HashSet<>()).add(pair);
        carried.merge(gap, edge.transfer(), Math::max);
      }
    }
    double most = seconds;
    for (var gap : messages.keySet()) {
      int count = messages.get(gap).size();
      double each = gap.network().duplex() == Duplex.HALF ? count : count / 2.0;
      double headers = each * BYTES / gap.network().bandwidth().bytesPerSecond();
      most = Math.max(most, slower(timing, seconds, carried.get(gap), headers));
    }
    return most;
  }

  /** A band hides the way of a message, but not that the line is full. */
  private static double slower(
      StencilTiming timing, double seconds, double carried, double headers) {
    return switch (timing.strategy()) {
      case SYNC, LH -> seconds + headers;
      case LHRP, WAVEFRONT -> carried + headers;
      case DEEP_HALO -> seconds + headers / Math.max(1, timing.band());
    };
  }

  /** A sentence about an iteration that takes so long without them, where they count. */
  static Optional<String> note(StencilTiming timing, double iteration) {
    double most = slower(timing, iteration);
    return most < (1 + WORTH_SAYING) * iteration
        ? Optional.empty()
        : Optional.of(
            "Messages over gaps are so short that the headers of a real network count: an iteration takes up to %s there."
                .formatted(Show.seconds(most)));
  }
}

package io.strait.stencil.plan;

import io.strait.stencil.file.Strategy;
import io.strait.view.page.Show;
import java.util.Optional;

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

  /** Seconds that they add to an iteration at most, if nothing hides them. */
  static double seconds(StencilTiming timing) {
    int each = timing.decomposition().app().type().bytes();
    double most = 0;
    for (var edge : timing.edges()) {
      if (edge.isFar()) {
        double message = RankLayout.HEAD + RankLayout.entry(edge.cells(), each);
        most = Math.max(most, edge.transfer() * BYTES / message);
      }
    }
    int every = timing.strategy() == Strategy.DEEP_HALO ? Math.max(1, timing.band()) : 1;
    return most / every;
  }

  /** A sentence about an iteration that takes so long without them, where they count. */
  static Optional<String> note(StencilTiming timing, double iteration) {
    double seconds = seconds(timing);
    return seconds < WORTH_SAYING * iteration
        ? Optional.empty()
        : Optional.of(
            "Messages over gaps are so short that the headers of a real network count: an iteration takes up to %s there."
                .formatted(Show.seconds(iteration + seconds)));
  }
}

package io.strait.stencil.plan;

import io.strait.model.Duplex;
import io.strait.model.law.TcpLaw;
import io.strait.stencil.file.Strategy;

/**
 * What an iteration may be shorter by where short messages share a half-duplex LAN. Long ones share
 * it packet by packet, so that all take as long as all together. One of a single packet passes
 * whole, and only the last has waited for all the others.
 */
final class TakingTurns {
  private TakingTurns() {}

  /** Seconds that an iteration takes less at most. */
  static double seconds(StencilTiming timing) {
    int each = timing.decomposition().app().type().bytes();
    double most = 0;
    for (var edge : timing.edges()) {
      int cluster = timing.decomposition().blocks().get(edge.to()).rank().cluster();
      var lan = timing.grid().clusters().get(cluster).lan();
      double message = RankLayout.HEAD + RankLayout.entry(edge.cells(), each);
      if (!edge.isFar() && lan.duplex() == Duplex.HALF && message <= TcpLaw.SEGMENT) {
        most = Math.max(most, edge.transfer() - message / lan.bandwidth().bytesPerSecond());
      }
    }
    int every = timing.strategy() == Strategy.DEEP_HALO ? Math.max(1, timing.band()) : 1;
    return most / every;
  }
}

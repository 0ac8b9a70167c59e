package io.strait.stencil.plan;

import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.law.TcpLaw;
import io.strait.stencil.file.Strategy;
import io.strait.view.page.Show;
import java.util.Optional;

/**
 * What lost packets cost an iteration beyond the bandwidth that they leave. A border whose packet
 * was lost comes late, by the mean time until TCP sends it again. How much of that a band hides
 * depends on chance, so the mean lies between nothing and a whole wait for every loss.
 */
final class Resends {
  private Resends() {}

  /** A sentence, where a gap loses packets. */
  static Optional<String> note(StencilTiming timing, double iteration) {
    double none = 1;
    double wait = 0;
    int bytes = timing.decomposition().app().type().bytes();
    for (var edge : timing.edges()) {
      var way = edge.route().stream().map(Link.Gap::network).toList();
      double arriving = Network.arriving(way);
      if (arriving < 1) {
        none *= Math.pow(arriving, Math.ceil(edge.cells() * bytes / TcpLaw.SEGMENT));
        wait = Math.max(wait, TcpLaw.resending(Network.roundTrip(way)));
      }
    }
    if (wait == 0) {
      return Optional.empty();
    }
    int every = timing.strategy() == Strategy.DEEP_HALO ? Math.max(1, timing.band()) : 1;
    return Optional.of(
        "TCP sends lost packets again after about %s: on average an iteration takes %s to %s, by how much of that is hidden."
            .formatted(
                Show.seconds(wait),
                Show.seconds(iteration),
                Show.seconds(iteration + (1 - none) * wait / every)));
  }
}

package io.strait.stencil.plan;

import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.law.TcpLaw;
import io.strait.stencil.file.Strategy;
import io.strait.view.page.Show;
import java.util.List;
import java.util.Optional;

/**
 * What lost packets cost an iteration beyond the bandwidth that they leave. A border whose packet
 * was lost comes late, by the mean time until TCP sends it again. How much of that a band hides
 * depends on chance, so the mean lies between nothing and a whole wait for every loss.
 */
final class Resends {
  private Resends() {}

  /**
   * @param pause seconds until TCP sends a lost packet again; 0 where none is lost
   * @param most seconds that this adds to an iteration on average, if nothing hides it
   */
  record Cost(double pause, double most) {
    /** A sentence about an iteration that takes so long without losses, where there are any. */
    Optional<String> note(double iteration) {
      return pause == 0
          ? Optional.empty()
          : Optional.of(
              "TCP sends lost packets again after about %s: on average an iteration takes %s to %s, by how much of that is hidden."
                  .formatted(
                      Show.seconds(pause),
                      Show.seconds(iteration),
                      Show.seconds(iteration + most)));
    }
  }

  static Cost of(StencilTiming timing) {
    double none = 1;
    double wait = 0;
    int bytes = timing.decomposition().app().type().bytes();
    for (var edge : timing.edges()) {
      var way = way(timing, edge);
      double arriving = Network.arriving(way);
      if (arriving < 1) {
        none *= Math.pow(arriving, Math.ceil(edge.cells() * bytes / TcpLaw.SEGMENT));
        wait = Math.max(wait, TcpLaw.resending(Network.roundTrip(way)));
      }
    }
    int every = timing.strategy() == Strategy.DEEP_HALO ? Math.max(1, timing.band()) : 1;
    return new Cost(wait, (1 - none) * wait / every);
  }

  private static List<Network> way(StencilTiming timing, Edges.Edge edge) {
    int cluster = timing.decomposition().blocks().get(edge.to()).rank().cluster();
    return edge.isFar()
        ? edge.route().stream().map(Link.Gap::network).toList()
        : List.of(timing.grid().clusters().get(cluster).lan());
  }
}

package io.strait.realign.timing;

import io.strait.kind.rank.RankLeader;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.realign.plan.Ranks;
import io.strait.view.page.Show;
import java.util.List;
import java.util.Optional;

/**
 * What real networks may add to a repetition. A prediction gives every host a port of its own, as
 * behind a switch, and clusters the shortest way; but the hosts of a half-duplex LAN may share it
 * as a hub, where every byte that leaves, comes or is passed on by the gateway takes its turn, and
 * ranks of different clusters meet at home.
 */
final class RealNetworks {
  /** A share of what is predicted that is worth telling. */
  private static final double WORTH_TELLING = 0.05;

  private final Ranks ranks;

  /** Seconds of all steps that the laws give where clusters meet at home. */
  private double overHome;

  /** Seconds of all steps that hosts take turns on the hub that takes longest. */
  private double turns;

  private int slowestHub;
  private boolean hasGaps;

  RealNetworks(Grid grid, Ranks ranks, List<StepLoads> steps) {
    this.ranks = ranks;
    var channels =
        Channels.over(
            RankLeader.index(grid), grid, steps.stream().map(loads -> loads.traffic).toList());
    double longest = 0;
    for (var loads : steps) {
      hasGaps |= loads.traffic.externalBytes() > 0;
      overHome += new StepLaw(grid, ranks, loads, channels).seconds();
      double most = 0;
      for (int c = 0; c < ranks.clusters(); c++) {
        var lan = grid.clusters().get(c).lan();
        double hub =
            lan.duplex() == Duplex.HALF && ranks.size(c) > 1
                ? bytes(loads, c) / lan.ofConnections(1).bytesPerSecond()
                : 0;
        if (hub > longest) {
          longest = hub;
          slowestHub = c;
        }
        most = Math.max(most, hub);
      }
      turns += most;
    }
  }

  /** What passes a LAN: twice if it comes from a rank or goes to one that is not the gateway. */
  private double bytes(StepLoads loads, int cluster) {
    double bytes = 0;
    for (int r = ranks.first(cluster); r < ranks.first(cluster + 1); r++) {
      bytes += loads.interior(r) + (ranks.isGateway(r) ? 1 : 2) * (double) loads.external(r);
    }
    for (int other = 0; other < ranks.clusters(); other++) {
      if (other != cluster) {
        bytes += loads.traffic.bytes(other, cluster);
        bytes += loads.forwarded[other * ranks.clusters() + cluster];
      }
    }
    return bytes;
  }

  /**
   * The most that a repetition may take.
   *
   * @param predicted without all that; the answer, too, if that adds little
   */
  double mostSeconds(double predicted) {
    double elsewhere = Math.max(predicted, overHome);
    double most = hasGaps ? elsewhere + turns : Math.max(elsewhere, turns);
    return most > (1 + WORTH_TELLING) * predicted ? most : predicted;
  }

  /** A sentence on it if it may add much. */
  Optional<String> note(Grid grid, double predicted) {
    if (!(predicted > 0) || mostSeconds(predicted) <= predicted) {
      return Optional.empty();
    }
    var hub =
        turns > WORTH_TELLING * predicted
            ? "the hosts of %s may share their half-duplex LAN as a hub"
                .formatted(grid.clusters().get(slowestHub).name())
            : "";
    var home =
        overHome > (1 + WORTH_TELLING) * predicted
            ? "clusters meet at %s".formatted(RankLeader.cluster(grid))
            : "";
    return Optional.of(
        "On real networks it may take up to %s: %s."
            .formatted(
                Show.seconds(mostSeconds(predicted)),
                hub.isEmpty() || home.isEmpty() ? hub + home : hub + ", and " + home));
  }
}

package io.strait.kind.plan;

import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What readers of a plan should know of gaps that lose packets. */
public final class LossNotes {
  private static final int MOST_GAPS = 4;

  private LossNotes() {}

  /** All gaps of a grid that carry less over one TCP connection than their bandwidth. */
  public static Optional<String> of(Grid grid) {
    var texts = new ArrayList<String>();
    for (var link : grid.links()) {
      for (var gap : link.gaps()) {
        left(gap).ifPresent(texts::add);
      }
    }
    return sentence(texts);
  }

  /** What loss leaves of a gap, if it takes anything. */
  private static Optional<String> left(Link.Gap gap) {
    double roundTrip = Network.roundTrip(List.of(gap.network(), gap.back())) / 2;
    double there = gap.network().ofConnections(1, roundTrip).bytesPerSecond();
    var left = left(gap, gap.network(), there);
    double back = gap.back().ofConnections(1, roundTrip).bytesPerSecond();
    return left.isPresent() ? left : left(gap, gap.back(), back);
  }

  /**
   * What loss leaves of a gap in one direction, if it takes anything.
   *
   * @param network the direction
   */
  public static Optional<String> left(Link.Gap gap, Network network, double bytesPerSecond) {
    return bytesPerSecond < network.bandwidth().bytesPerSecond()
        ? Optional.of(
            "a loss of %s at %s leaves gap %s %s%s"
                .formatted(
                    network.loss(),
                    Durations.rounded(Durations.seconds(network.latency())),
                    gap.name(),
                    Bandwidth.rounded(bytesPerSecond),
                    network.bandwidth().isLimited() ? " of " + network.bandwidth() : ""))
        : Optional.empty();
  }

  /** The gaps in one sentence. */
  public static Optional<String> sentence(List<String> gaps) {
    if (gaps.isEmpty()) {
      return Optional.empty();
    }
    int more = gaps.size() - MOST_GAPS;
    return Optional.of(
        "TCP is slower than the network: %s%s."
            .formatted(
                String.join(", ", gaps.subList(0, Math.min(MOST_GAPS, gaps.size()))),
                more > 0 ? " and %d more".formatted(more) : ""));
  }
}

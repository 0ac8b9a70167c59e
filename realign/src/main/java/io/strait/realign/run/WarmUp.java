package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.plan.Ranks;
import java.util.List;
import java.util.Map;

/**
 * Moves a small array to and fro, so that the code is compiled before anything is measured: what is
 * run first would look slower than what is run next.
 */
public final class WarmUp {
  private static final int REPETITIONS = 60;

  private WarmUp() {}

  /** Takes a fraction of a second. */
  public static void run() {
    var ranks =
        Ranks.of(
            new Grid(
                "warm-up",
                null,
                List.of(cluster("a"), cluster("b")),
                List.of(new Link(List.of("a", "b"), Network.IDEAL))));
    var shape = List.of(4096L);
    var block = ArrayDistribution.of(shape, List.of(AxisSpread.BLOCK), List.of(4));
    var cyclic = ArrayDistribution.of(shape, List.of(AxisSpread.cyclic(16)), List.of(4));
    var moves =
        new Moves(
            ranks, 8, REPETITIONS, List.of(block, cyclic, block), Moves.natural(3, ranks.size()));
    var outcome =
        new RealignRun(moves, new Buffers(512, 2, 2, 4, 0), EmulatedNetwork.none(ranks), null)
            .run();
    if (!outcome.isVerified()) {
      throw new RunFailure("this machine does not move bytes as it should");
    }
  }

  private static Cluster cluster(String name) {
    return new Cluster(
        name,
        Network.IDEAL,
        List.of(
            new HostGroup(name, 2, Role.ANY, Map.of(), null, 1, new Fraction(1), null, Map.of())));
  }
}

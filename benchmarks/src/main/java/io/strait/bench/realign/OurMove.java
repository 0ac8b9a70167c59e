package io.strait.bench.realign;

import io.strait.realign.run.Buffers;
import io.strait.realign.run.EmulatedNetwork;
import io.strait.realign.run.Moves;
import io.strait.realign.run.RealignRun;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Our realignment of one {@link DataCase}, in a process of its own that can be kept on one core.
 * Arguments: the name of the case, how often. Prints as {@code redistribute.c} does.
 */
public final class OurMove {
  private static final int WARM_UP = 3;

  private OurMove() {}

  public static void main(String[] args) {
    var each = DataCase.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    var app = each.app();
    var ranks = each.ranks();
    var moves = new Moves(ranks, app, Moves.natural(2, ranks.size()));
    var buffers = Buffers.of(moves, true, OptionalLong.empty(), 0);
    var seconds = new double[rounds];
    for (int i = -WARM_UP; i < rounds; i++) {
      var outcome = new RealignRun(moves, buffers, EmulatedNetwork.none(ranks), null).run();
      if (!outcome.isVerified()) {
        throw new IllegalStateException("elements are not where they belong");
      }
      if (i >= 0) {
        seconds[i] = outcome.moveSeconds();
      }
    }
    Arrays.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "best=%.6f median=%.6f gib=%.4f%n",
        seconds[0],
        seconds[rounds / 2],
        moves.bytes() / seconds[0] / (1 << 30));
  }
}

package io.strait.realign.plan;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Brings clusters to their exact sizes by the moves of single blocks that lose least. */
final class SizeRepair {
  private record Move(int block, int target, double gain) {}

  private SizeRepair() {}

  /** For blocks alone, not for groups of them. */
  static void repair(Placing placing, int[] sizes) {
    var moves = new PriorityQueue<Move>(Comparator.comparingDouble(m -> -m.gain));
    for (int i = 0; i < placing.graph.nodes(); i++) {
      if (isOver(placing, sizes, placing.cluster[i])) {
        propose(placing, sizes, i, moves);
      }
    }
    while (true) {
      var move = moves.poll();
      if (move == null) {
        return;
      }
      if (!isOver(placing, sizes, placing.cluster[move.block])) {
        continue;
      }
      boolean stale =
          placing.filled[move.target] >= sizes[move.target]
              || placing.gain(move.block, move.target) < move.gain;
      if (stale) {
        propose(placing, sizes, move.block, moves);
      } else {
        placing.move(move.block, move.target);
      }
    }
  }

  private static boolean isOver(Placing placing, int[] sizes, int cluster) {
    return placing.filled[cluster] > sizes[cluster];
  }

  private static void propose(Placing placing, int[] sizes, int block, PriorityQueue<Move> moves) {
    int best = -1;
    for (int c = 0; c < sizes.length; c++) {
      if (placing.filled[c] < sizes[c]
          && (best < 0 || placing.gain(block, c) > placing.gain(block, best))) {
        best = c;
      }
    }
    if (best >= 0) {
      moves.add(new Move(block, best, placing.gain(block, best)));
    }
  }
}

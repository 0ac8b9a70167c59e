package io.strait.realign.run;

import io.strait.realign.plan.MessagePattern;

/**
 * How many chunks the busiest lanes carry in a step: with room for all of them, nobody waits for
 * somebody else's network.
 *
 * @param lan from a rank to another one of its cluster
 * @param gate between a rank and its gateway
 * @param gap between two gateways
 * @param largest bytes of the largest message
 */
record LaneLoads(long lan, long gate, long gap, long largest) {
  /** With more messages, nobody has room for all. */
  private static final long MOST_MESSAGES = 1 << 20;

  private static final LaneLoads MANY =
      new LaneLoads(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  static LaneLoads of(Moves moves, int payload) {
    var most = new LaneLoads(1, 1, 1, 1);
    for (int step = 0; step < moves.steps(); step++) {
      var pattern = new MessagePattern(moves.phase(step), moves.phase(step + 1));
      if (pattern.messages() > MOST_MESSAGES) {
        return MANY;
      }
      most = most.or(of(moves, payload, step, pattern));
    }
    return most;
  }

  private LaneLoads or(LaneLoads other) {
    return new LaneLoads(
        Math.max(lan, other.lan),
        Math.max(gate, other.gate),
        Math.max(gap, other.gap),
        Math.max(largest, other.largest));
  }

  private static LaneLoads of(Moves moves, int payload, int step, MessagePattern pattern) {
    var ranks = moves.ranks();
    var up = new long[ranks.size()];
    var down = new long[ranks.size()];
    var across = new long[ranks.clusters() * ranks.clusters()];
    long lan = 1;
    long largest = 1;
    for (int block = 0; block < pattern.blocks(); block++) {
      pattern.row(block);
      int from = moves.rank(step, block);
      for (int i = 0; i < pattern.size(); i++) {
        int to = moves.rank(step + 1, pattern.to(i));
        if (from == to) {
          continue;
        }
        long bytes = pattern.elements(i) * moves.elementBytes();
        long chunks = Math.ceilDiv(bytes, payload);
        largest = Math.max(largest, bytes);
        int a = ranks.clusterOf(from);
        int b = ranks.clusterOf(to);
        if (a == b) {
          lan = Math.max(lan, chunks);
        } else {
          up[from] += chunks;
          down[to] += chunks;
          across[a * ranks.clusters() + b] += chunks;
        }
      }
    }
    return new LaneLoads(lan, Math.max(most(up), most(down)), most(across), largest);
  }

  private static long most(long[] counts) {
    long most = 1;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    return most;
  }
}

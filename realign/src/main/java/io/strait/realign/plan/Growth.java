package io.strait.realign.plan;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * A first placement of source and target together: one cluster after the other is filled, in turns
 * with the source block and the target block that share most with what is already there.
 */
final class Growth {
  /** A block that may be taken next, as it was when it was entered. */
  private record Candidate(long shared, int block) implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      int order = Long.compare(other.shared, shared);
      return order != 0 ? order : Integer.compare(block, other.block);
    }
  }

  /** One of both sides. */
  private static final class Side {
    final MessagePattern pattern;
    final int[] place;
    final long[] shared;
    final PriorityQueue<Candidate> queue = new PriorityQueue<>();
    int next;

    Side(MessagePattern pattern) {
      this.pattern = pattern;
      place = new int[pattern.blocks()];
      Arrays.fill(place, -1);
      shared = new long[place.length];
    }

    /** The block that shares most; one that shares nothing if there is no other. */
    int take() {
      while (!queue.isEmpty()) {
        var candidate = queue.remove();
        if (place[candidate.block] < 0 && shared[candidate.block] == candidate.shared) {
          return candidate.block;
        }
      }
      while (place[next] >= 0) {
        next++;
      }
      return next;
    }

    void add(int block, long elements) {
      if (place[block] < 0) {
        shared[block] += elements;
        queue.add(new Candidate(shared[block], block));
      }
    }

    void forget() {
      queue.clear();
      Arrays.fill(shared, 0);
    }
  }

  private Growth() {}

  /** Places of the blocks before and after a step. */
  static int[][] of(Problem problem, int step) {
    var source = new Side(problem.out(step));
    var target = new Side(problem.in(step));
    var sizes = problem.sizes();
    for (int c = 0; c < sizes.length; c++) {
      for (int i = 0; i < sizes[c]; i++) {
        take(source, target, c);
        take(target, source, c);
      }
      source.forget();
      target.forget();
    }
    return new int[][] {source.place, target.place};
  }

  private static void take(Side side, Side other, int cluster) {
    int block = side.take();
    side.place[block] = cluster;
    side.pattern.row(block);
    for (int i = 0; i < side.pattern.size(); i++) {
      other.add(side.pattern.to(i), side.pattern.elements(i));
    }
  }
}

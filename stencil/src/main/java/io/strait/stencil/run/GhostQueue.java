package io.strait.stencil.run;

import io.strait.stencil.plan.RankLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cells of ghosts that came before this rank could take them. That happens where several clusters
 * compute the same cells: the sender did not have to wait for this rank.
 */
final class GhostQueue {
  private final Arena arena;
  private final RankLayout layout;
  private final int bytes;
  private final List<@Nullable ArrayDeque<MemorySegment>> kept = new ArrayList<>();
  private final List<@Nullable ArrayDeque<MemorySegment>> free = new ArrayList<>();
  private int count;

  GhostQueue(Arena arena, RankLayout layout, int bytes) {
    this.arena = arena;
    this.layout = layout;
    this.bytes = bytes;
    for (int i = 0; i < layout.ghosts().size(); i++) {
      kept.add(null);
      free.add(null);
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether something waits for this ghost, behind which others must wait. */
  boolean has(int ghost) {
    var queue = kept.get(ghost);
    return queue != null && !queue.isEmpty();
  }

  /** Keeps the cells of a ghost. */
  void keep(int ghost, MemorySegment from, long at) {
    var queue = kept.get(ghost);
    if (queue == null) {
      queue = new ArrayDeque<>();
      kept.set(ghost, queue);
      free.set(ghost, new ArrayDeque<>());
    }
    var unused = free.get(ghost);
    long length = layout.ghosts().get(ghost).rect().cells() * bytes;
    var to = unused == null || unused.isEmpty() ? arena.allocate(length, 8) : unused.poll();
    MemorySegment.copy(from, at, to, 0, length);
    queue.add(to);
    count++;
  }

  /** The cells that have waited longest for a ghost; they are free again after the call. */
  MemorySegment take(int ghost) {
    var queue = kept.get(ghost);
    var unused = free.get(ghost);
    if (queue == null || unused == null) {
      throw new IllegalStateException("nothing waits for ghost " + ghost);
    }
    var cells = queue.remove();
    unused.add(cells);
    count--;
    return cells;
  }
}

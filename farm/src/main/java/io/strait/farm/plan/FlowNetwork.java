package io.strait.farm.plan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A network of nodes and arcs with capacities, and a flow in it that can be grown step by step.
 *
 * <p>Arcs lie in flat arrays, arc {@code a} beside its reverse {@code a ^ 1}; an edge is a pair of
 * arcs with capacities of their own. A half-duplex link has the same in both, and so have the two
 * directions of a full-duplex one with one bandwidth, as long as all flow has one sink. {@link
 * #augment} is Dinic's algorithm (level graph by breadth-first search, blocking flow by depth-first
 * search with current arcs) from the present flow on, O(V^2 E) at worst and close to linear on
 * sparse graphs of clusters. Every operation costs only the part of the network that it visits, so
 * many small flows in a large network are cheap, and nothing is allocated after construction.
 * Capacities are doubles and may be infinite; what is left below {@code 1e-12} of the largest
 * finite capacity counts as full.
 */
final class FlowNetwork {
  /** Shares of a flow that make an arc wide. */
  private static final double[] WIDE = {1.0 / 8, 1.0 / 512};

  private int arcs;
  private final int[] first;
  private int[] next;
  private int[] head;
  private double[] residual;
  private double[] capacity;

  /** Edges that flow has been sent over since the last {@link #clear}. */
  private int[] used;

  private boolean[] isUsed;
  private int usedCount;

  /** Distance in the present search, counted from {@code base}; less where it has not been. */
  private final int[] level;

  private int base = 1;
  private final int[] current;
  private final int[] queue;
  private final int[] path;
  private double largest;

  FlowNetwork(int nodes, int expectedEdges) {
    first = new int[nodes];
    Arrays.fill(first, -1);
    next = new int[2 * expectedEdges];
    head = new int[2 * expectedEdges];
    residual = new double[2 * expectedEdges];
    capacity = new double[2 * expectedEdges];
    used = new int[expectedEdges];
    isUsed = new boolean[expectedEdges];
    level = new int[nodes];
    current = new int[nodes];
    queue = new int[nodes];
    path = new int[nodes];
  }

  /** Adds an arc and gives its number: 0, 2, 4 and so on. */
  int addArc(int from, int to, double limit) {
    return addEdge(from, to, limit, 0);
  }

  /**
   * Adds an edge that carries flow either way and gives the number of its arc {@code a} to {@code
   * b}.
   */
  int addEdge(int a, int b, double limit) {
    return addEdge(a, b, limit, limit);
  }

  /** The same with another limit from {@code to} to {@code from}. */
  int addEdge(int from, int to, double there, double back) {
    if (arcs == head.length) {
      int larger = Math.max(4, 2 * arcs);
      next = Arrays.copyOf(next, larger);
      head = Arrays.copyOf(head, larger);
      residual = Arrays.copyOf(residual, larger);
      capacity = Arrays.copyOf(capacity, larger);
      used = Arrays.copyOf(used, larger / 2);
      isUsed = Arrays.copyOf(isUsed, larger / 2);
    }
    int arc = arcs;
    put(arc, from, to, there);
    put(arc + 1, to, from, back);
    arcs += 2;
    return arc;
  }

  private void put(int arc, int from, int to, double limit) {
    head[arc] = to;
    next[arc] = first[from];
    first[from] = arc;
    capacity[arc] = limit;
    residual[arc] = limit;
    noteSize(limit);
  }

  private void noteSize(double limit) {
    if (limit > largest && limit < Double.POSITIVE_INFINITY) {
      largest = limit;
    }
  }

  /** Gives an arc another capacity, not below its flow. */
  void setCapacity(int arc, double limit) {
    double flow = capacity[arc] - residual[arc];
    if (Double.isNaN(flow)) {
      throw new IllegalStateException("an unlimited arc keeps its capacity");
    }
    capacity[arc] = limit;
    residual[arc] = limit - flow;
    noteSize(limit);
  }

  /** Takes all flow away. */
  void clear() {
    for (int i = 0; i < usedCount; i++) {
      int arc = 2 * used[i];
      residual[arc] = capacity[arc];
      residual[arc + 1] = capacity[arc + 1];
      isUsed[used[i]] = false;
    }
    usedCount = 0;
  }

  /** Flow over an arc, net of the flow the other way. */
  double flow(int arc) {
    // The reverse residual grows by what flows; it is finite except on unlimited edges, whose flow
    // is not asked for.
    double back = residual[arc ^ 1] - capacity[arc ^ 1];
    return Double.isNaN(back) ? capacity[arc] - residual[arc] : back;
  }

  double capacity(int arc) {
    return capacity[arc];
  }

  /** How many arcs there are, reverse ones included. */
  int arcCount() {
    return arcs;
  }

  /** The node that an arc leads to. */
  int head(int arc) {
    return head[arc];
  }

  /** The first arc that leaves a node, or -1. */
  int firstArc(int node) {
    return first[node];
  }

  /** The arc after this one that leaves the same node, or -1. */
  int nextArc(int arc) {
    return next[arc];
  }

  private double tolerance() {
    return largest * 1e-12;
  }

  /**
   * Grows the flow from source to sink by as much as fits and the limit allows; gives by how much.
   */
  double augment(int source, int sink, double limit) {
    return augment(source, sink, limit, null);
  }

  /**
   * As {@link #augment(int, int, double)}, but flow may also end in every node whose {@code floor}
   * is at least the limit.
   */
  double augment(int source, int sink, double limit, double @Nullable [] floor) {
    double added = 0;
    if (floor != null) {
      // Wide arcs first: they are few, and carry most.
      for (double share : WIDE) {
        added = grow(source, sink, limit, floor, added, Math.max(share * limit, tolerance()));
      }
    }
    return grow(source, sink, limit, floor, added, tolerance());
  }

  /** Goes on from what was added already, over arcs with more room than the tolerance. */
  private double grow(
      int source,
      int sink,
      double limit,
      double @Nullable [] floor,
      double already,
      double tolerance) {
    double added = already;
    while (added < limit && levels(source, sink, limit, floor, tolerance)) {
      for (double pushed;
          (pushed = push(source, sink, limit, floor, limit - added, tolerance)) > 0; ) {
        added += pushed;
        if (added >= limit) {
          break;
        }
      }
    }
    return added;
  }

  private static boolean isEnd(int node, int sink, double limit, double @Nullable [] floor) {
    return node == sink || (floor != null && floor[node] >= limit);
  }

  /**
   * Marks the distance of every node from the source over arcs with room, up to that of the nearest
   * end; says whether there is one.
   */
  private boolean levels(
      int source, int sink, double limit, double @Nullable [] floor, double tolerance) {
    startSearch(source);
    current[source] = first[source];
    int endLevel = Integer.MAX_VALUE;
    for (int read = 0, written = 1; read < written; read++) {
      int node = queue[read];
      int further = level[node] + 1;
      if (further > endLevel) {
        break;
      }
      for (int arc = first[node]; arc >= 0; arc = next[arc]) {
        int to = head[arc];
        if (level[to] < base && residual[arc] > tolerance) {
          level[to] = further;
          if (to == sink) {
            return true;
          }
          if (isEnd(to, sink, limit, floor)) {
            endLevel = further;
          } else {
            current[to] = first[to];
            queue[written++] = to;
          }
        }
      }
    }
    return endLevel < Integer.MAX_VALUE;
  }

  private void startSearch(int from) {
    base += queue.length + 1;
    if (base >= Integer.MAX_VALUE - queue.length - 1) {
      Arrays.fill(level, 0);
      base = 1;
    }
    level[from] = base;
    queue[0] = from;
  }

  /** Finds one path in the level graph and fills it; 0 when there is none left. */
  private double push(
      int source,
      int sink,
      double limit,
      double @Nullable [] floor,
      double most,
      double tolerance) {
    int depth = 0;
    int node = source;
    while (true) {
      if (depth > 0 && isEnd(node, sink, limit, floor)) {
        return fill(depth, most);
      }
      int arc = current[node];
      while (arc >= 0 && (residual[arc] <= tolerance || level[head[arc]] != level[node] + 1)) {
        arc = next[arc];
      }
      current[node] = arc;
      if (arc >= 0) {
        path[depth++] = arc;
        node = head[arc];
      } else if (depth == 0) {
        return 0;
      } else {
        level[node] = -1;
        node = head[path[--depth] ^ 1];
      }
    }
  }

  private double fill(int depth, double most) {
    double room = most;
    for (int i = 0; i < depth; i++) {
      room = Math.min(room, residual[path[i]]);
    }
    for (int i = 0; i < depth; i++) {
      int arc = path[i];
      residual[arc] -= room;
      residual[arc ^ 1] += room;
      if (!isUsed[arc >> 1]) {
        isUsed[arc >> 1] = true;
        used[usedCount++] = arc >> 1;
      }
    }
    return room;
  }

  /**
   * Finds the nodes that can still be reached from a node over arcs with room, without passing
   * {@code barred}, and gives how many; after {@link #augment} ended below its limit, the arcs that
   * leave the set of the source are a minimum cut. {@link #reachedNode} and {@link #isReached} tell
   * which, until the next operation.
   */
  int reach(int from, int barred) {
    double tolerance = tolerance();
    startSearch(from);
    int written = 1;
    for (int read = 0; read < written; read++) {
      for (int arc = first[queue[read]]; arc >= 0; arc = next[arc]) {
        int to = head[arc];
        if (level[to] < base && to != barred && residual[arc] > tolerance) {
          level[to] = base;
          queue[written++] = to;
        }
      }
    }
    return written;
  }

  int reachedNode(int i) {
    return queue[i];
  }

  boolean isReached(int node) {
    return level[node] >= base;
  }

  /**
   * Of the nodes last reached, keeps those from which the start can be reached in turn: together
   * with the start they all reach the same nodes. Gives how many.
   */
  int keepMutual() {
    double tolerance = tolerance();
    int start = queue[0];
    int written = 1;
    level[start] = base + 1;
    for (int read = 0; read < written; read++) {
      for (int arc = first[queue[read]]; arc >= 0; arc = next[arc]) {
        int to = head[arc];
        if (level[to] == base && residual[arc ^ 1] > tolerance) {
          level[to] = base + 1;
          queue[written++] = to;
        }
      }
    }
    return written;
  }
}

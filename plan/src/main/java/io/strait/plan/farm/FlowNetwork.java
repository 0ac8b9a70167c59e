package io.strait.plan.farm;

import java.util.Arrays;

/**
 * A network of nodes and arcs with capacities, and a flow in it that can be grown step by step.
 *
 * <p>Arcs lie in flat arrays, arc {@code a} beside its reverse {@code a ^ 1}; an undirected edge is
 * a pair of arcs with the same capacity, which a half-duplex link and the two directions of a
 * full-duplex one both are as long as all flow has one sink. {@link #augment} is Dinic's algorithm
 * (level graph by breadth-first search, blocking flow by depth-first search with current arcs) from
 * the present flow on, O(V^2 E) at worst and close to linear on sparse graphs of clusters. Nothing
 * is allocated after construction. Capacities are doubles and may be infinite; what is left below
 * {@code 1e-12} of the largest finite capacity counts as full.
 */
final class FlowNetwork {
  private final int nodes;
  private int arcs;
  private final int[] first;
  private int[] next;
  private int[] head;
  private double[] residual;
  private double[] capacity;
  private final int[] level;
  private final int[] current;
  private final int[] queue;
  private final int[] path;
  private double largest;

  FlowNetwork(int nodes, int expectedEdges) {
    this.nodes = nodes;
    first = new int[nodes];
    Arrays.fill(first, -1);
    next = new int[2 * expectedEdges];
    head = new int[2 * expectedEdges];
    residual = new double[2 * expectedEdges];
    capacity = new double[2 * expectedEdges];
    level = new int[nodes];
    current = new int[nodes];
    queue = new int[nodes];
    path = new int[nodes];
  }

  /** Adds an arc and gives its number. */
  int addArc(int from, int to, double limit) {
    return add(from, to, limit, 0);
  }

  /**
   * Adds an edge that carries flow either way and gives the number of its arc {@code a} to {@code
   * b}.
   */
  int addEdge(int a, int b, double limit) {
    return add(a, b, limit, limit);
  }

  private int add(int from, int to, double there, double back) {
    if (arcs == head.length) {
      int larger = Math.max(4, 2 * arcs);
      next = Arrays.copyOf(next, larger);
      head = Arrays.copyOf(head, larger);
      residual = Arrays.copyOf(residual, larger);
      capacity = Arrays.copyOf(capacity, larger);
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
    System.arraycopy(capacity, 0, residual, 0, arcs);
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

  boolean isFull(int arc) {
    return residual[arc] <= tolerance();
  }

  private double tolerance() {
    return largest * 1e-12;
  }

  /**
   * Grows the flow from source to sink by as much as fits and the limit allows; gives by how much.
   */
  double augment(int source, int sink, double limit) {
    double added = 0;
    double tolerance = tolerance();
    while (added < limit && levels(source, sink, tolerance)) {
      System.arraycopy(first, 0, current, 0, nodes);
      for (double pushed; (pushed = push(source, sink, limit - added, tolerance)) > 0; ) {
        added += pushed;
        if (added >= limit) {
          break;
        }
      }
    }
    return added;
  }

  /**
   * Marks the distance of every node from the source over arcs with room; says whether the sink has
   * one.
   */
  private boolean levels(int source, int sink, double tolerance) {
    Arrays.fill(level, -1);
    level[source] = 0;
    queue[0] = source;
    for (int read = 0, written = 1; read < written; read++) {
      int node = queue[read];
      for (int arc = first[node]; arc >= 0; arc = next[arc]) {
        int to = head[arc];
        if (level[to] < 0 && residual[arc] > tolerance) {
          level[to] = level[node] + 1;
          if (to == sink) {
            return true;
          }
          queue[written++] = to;
        }
      }
    }
    return false;
  }

  /** Finds one path in the level graph and fills it; 0 when there is none left. */
  private double push(int source, int sink, double limit, double tolerance) {
    int depth = 0;
    int node = source;
    while (true) {
      if (node == sink) {
        double room = limit;
        for (int i = 0; i < depth; i++) {
          room = Math.min(room, residual[path[i]]);
        }
        for (int i = 0; i < depth; i++) {
          residual[path[i]] -= room;
          residual[path[i] ^ 1] += room;
        }
        return room;
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

  /**
   * Marks the nodes that can still be reached from a node over arcs with room, without passing
   * {@code barred}; after {@link #augment} ended below its limit, the arcs that leave the set of
   * the source are a minimum cut.
   */
  void reach(int from, int barred, boolean[] reached) {
    Arrays.fill(reached, false);
    double tolerance = tolerance();
    reached[from] = true;
    queue[0] = from;
    for (int read = 0, written = 1; read < written; read++) {
      for (int arc = first[queue[read]]; arc >= 0; arc = next[arc]) {
        int to = head[arc];
        if (!reached[to] && to != barred && residual[arc] > tolerance) {
          reached[to] = true;
          queue[written++] = to;
        }
      }
    }
  }
}

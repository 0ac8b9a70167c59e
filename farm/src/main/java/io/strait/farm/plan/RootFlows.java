package io.strait.farm.plan;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * The maximum flow from each node of a network to one root, one node at a time. Edges may carry
 * more one way than the other.
 *
 * <p><b>Bounds.</b> Write f(v) for the maximum flow from v to the root. From below, f(v) is at
 * least the widest way to the root. From above, what leaves v over an edge must be able to go on
 * behind it: {@code out(v, w) <= min(capacity, sum over u != v of out(w, u))}, with nothing to
 * limit it at the root; a few sweeps through the network, outwards and inwards by turns, make these
 * bounds narrow, and exact on trees.
 *
 * <p><b>Short flows.</b> Where the bounds differ a flow from v decides. To know f(v), which is at
 * most x, the flow need not get to the root: it may end in any node u with {@code f(u) >= x}. For a
 * cut of less than x around v leaves all such u on the side of the root, so it cuts v off from them
 * too. Most flows thus end after a few steps at nodes known before. A flow that does not fill its
 * bound yields a minimum cut, which bounds all nodes on the side of v at once (as in a Gomory-Hu
 * tree). Worst case one maximum flow per node; memory O(nodes + edges).
 */
final class RootFlows {
  private static final double SLACK = 1e-12;
  private static final int SWEEPS = 6;

  private final int nodes;
  private final int root;
  private final FlowNetwork flow;
  private final double[] lower;
  private final double[] upper;
  private int flows;

  /**
   * @param flow a network of edges without flow, used from now on by this object alone; no edge is
   *     unlimited
   * @param centre where sweeps start: the root itself, or a node from which the network without the
   *     root is best seen as a tree
   */
  RootFlows(FlowNetwork flow, int nodes, int root, int centre) {
    this.flow = flow;
    this.nodes = nodes;
    this.root = root;
    lower = new double[nodes];
    upper = new double[nodes];
    widestWays();
    narrow(order(centre));
    upper[root] = Double.POSITIVE_INFINITY;
  }

  /** How many flows were computed. */
  int flows() {
    return flows;
  }

  /** A bound on the flow from this node to the root. */
  double atMost(int node) {
    return upper[node];
  }

  /** The maximum flow from this node to the root. */
  double value(int node) {
    if (lower[node] < upper[node] * (1 - SLACK)) {
      flows++;
      double bound = upper[node];
      double value = flow.augment(node, root, bound, lower);
      if (value < bound) {
        int side = flow.reach(node, root);
        for (int i = 0; i < side; i++) {
          int other = flow.reachedNode(i);
          upper[other] = Math.min(upper[other], value);
        }
      }
      lower[node] = upper[node];
      flow.clear();
    }
    return upper[node];
  }

  /**
   * Finds the values of all nodes, the largest first: then each flow finds as many nodes as can be
   * to end in, and all flows together cost little more than a few through the whole network.
   */
  void findAll() {
    var order = new Integer[nodes];
    Arrays.setAll(order, node -> node);
    Arrays.sort(order, (a, b) -> Double.compare(upper[b], upper[a]));
    for (int node : order) {
      if (node != root) {
        value(node);
      }
    }
  }

  /** Sets the lower bounds: Dijkstra's algorithm for the widest way instead of the shortest. */
  private void widestWays() {
    record Way(int node, double width) {}
    var open = new PriorityQueue<Way>((a, b) -> Double.compare(b.width, a.width));
    lower[root] = Double.POSITIVE_INFINITY;
    open.add(new Way(root, lower[root]));
    while (!open.isEmpty()) {
      var way = open.remove();
      if (way.width < lower[way.node]) {
        continue; // a wider one was found since
      }
      for (int arc = flow.firstArc(way.node); arc >= 0; arc = flow.nextArc(arc)) {
        int to = flow.head(arc);
        double width = Math.min(way.width, flow.capacity(arc ^ 1));
        if (width > lower[to]) {
          lower[to] = width;
          open.add(new Way(to, width));
        }
      }
    }
  }

  /** All nodes but the root by their distance from the centre, those cut off from it last. */
  private int[] order(int centre) {
    var order = new int[nodes];
    var seen = new boolean[nodes];
    seen[root] = true;
    int written = 0;
    if (centre == root) {
      order[written++] = root;
    }
    for (int start = -1, read = 0; start < nodes; start++) {
      int from = start < 0 ? centre : start;
      if (!seen[from]) {
        seen[from] = true;
        order[written++] = from;
      }
      for (; read < written; read++) {
        for (int arc = flow.firstArc(order[read]); arc >= 0; arc = flow.nextArc(arc)) {
          int to = flow.head(arc);
          if (!seen[to]) {
            seen[to] = true;
            order[written++] = to;
          }
        }
      }
    }
    return Arrays.copyOfRange(order, centre == root ? 1 : 0, written);
  }

  /** Sets the upper bounds. */
  private void narrow(int[] order) {
    var out = new double[flow.arcCount()];
    int most = 0;
    for (int node = 0; node < nodes; node++) {
      int count = 0;
      for (int arc = flow.firstArc(node); arc >= 0; arc = flow.nextArc(arc)) {
        out[arc] = flow.capacity(arc);
        count++;
      }
      most = Math.max(most, count);
    }
    var arcs = new int[most];
    var before = new double[most];
    boolean changed = true;
    for (int sweep = 0; sweep < SWEEPS && changed; sweep++) {
      changed = false;
      for (int i = 0; i < order.length; i++) {
        changed |= narrow(order[sweep % 2 == 0 ? order.length - 1 - i : i], out, arcs, before);
      }
    }
    for (int node = 0; node < nodes; node++) {
      for (int arc = flow.firstArc(node); arc >= 0; arc = flow.nextArc(arc)) {
        upper[node] += out[arc];
      }
    }
  }

  /** Bounds what others send to this node by what it can send on, except back to them. */
  private boolean narrow(int node, double[] out, int[] arcs, double[] before) {
    // Each sum of the others in two parts: subtracting from the sum of all would cost precision.
    int count = 0;
    double sum = 0;
    for (int arc = flow.firstArc(node); arc >= 0; arc = flow.nextArc(arc)) {
      before[count] = sum;
      arcs[count++] = arc;
      sum += out[arc];
    }
    boolean changed = false;
    double after = 0;
    for (int i = count - 1; i >= 0; i--) {
      int arc = arcs[i];
      double others = before[i] + after;
      after += out[arc];
      if (others < out[arc ^ 1]) {
        out[arc ^ 1] = others;
        changed = true;
      }
    }
    return changed;
  }
}

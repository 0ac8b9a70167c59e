package io.strait.stencil.plan;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Decomposition.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Who sends borders to whom in an iteration, and what that takes. Networks are shared, and a
 * message counts as there when all are that share one with it: on a gap all that cross it, in both
 * directions where it is half duplex; on a LAN all in it where it is half duplex, else all that
 * leave the same rank or come to the same. Under loss it has at most a TCP connection's rate.
 */
final class Edges {
  private static final int[] DX = {-1, 1, 0, 0, -1, 1, -1, 1};
  private static final int[] DY = {0, 0, -1, 1, -1, 1, 1, -1};

  /**
   * One rank's border on its way to another.
   *
   * @param to the rank that receives
   * @param direction where the sender lies, seen from there: 0 left, 1 right, 2 above, 3 below,
   *     then the corners; {@code direction ^ 1} is the opposite
   * @param cells of the border
   * @param route the gaps on the way; empty inside a cluster
   */
  record Edge(
      int to,
      int from,
      int direction,
      long cells,
      double latency,
      double jitter,
      double transfer,
      List<Link.Gap> route) {
    boolean isFar() {
      return !route.isEmpty();
    }

    boolean isAcross() {
      return direction < 2;
    }

    Edge with(double seconds) {
      return new Edge(to, from, direction, cells, latency, jitter, seconds, route);
    }

    /** Its name where it bounds an iteration. */
    String name(Grid grid, Decomposition decomposition) {
      if (!isFar()) {
        int cluster = decomposition.blocks().get(to).rank().cluster();
        return "lan of " + grid.clusters().get(cluster).name();
      }
      return "gap " + String.join(" + ", route.stream().map(Link.Gap::name).toList());
    }
  }

  private final Grid grid;
  private final Decomposition decomposition;
  private final StencilApp app;
  private final int thickness;
  private final boolean corners;
  private final boolean repeats;
  private final Routes routes;
  private final List<Edge> edges = new ArrayList<>();

  /** Bytes of what a rank gets from another, by both. */
  private final Map<Long, Double> messages = new HashMap<>();

  private Edges(
      Grid grid, Decomposition decomposition, int thickness, boolean corners, boolean repeats) {
    this.grid = grid;
    this.decomposition = decomposition;
    this.app = decomposition.app();
    this.thickness = thickness;
    this.corners = corners;
    this.repeats = repeats;
    this.routes = new Routes(grid);
  }

  /**
   * @param thickness cells of a border, from its inner to its outer edge
   * @param corners whether diagonal neighbours talk to each other
   * @param repeats whether borders bring along what an edge of the domain repeats
   * @return by receiving rank, each in the order of directions
   */
  static List<Edge> of(
      Grid grid, Decomposition decomposition, int thickness, boolean corners, boolean repeats) {
    var edges = new Edges(grid, decomposition, thickness, corners, repeats);
    for (var block : decomposition.blocks()) {
      for (int d = 0; d < (corners ? 8 : 4); d++) {
        edges.add(block, d);
      }
    }
    return edges.shared();
  }

  private void add(Block block, int d) {
    var matrix = decomposition.matrix();
    int row = block.rank().row() + DY[d];
    int column = block.rank().column() + DX[d];
    if (app.boundary() == Boundary.PERIODIC) {
      row = Math.floorMod(row, matrix.rows());
      column = Math.floorMod(column, matrix.columns());
    }
    if (row < 0 || column < 0 || row >= matrix.rows() || column >= matrix.columns()) {
      return;
    }
    var from = matrix.at(row, column);
    boolean flat = matrix.rows() == 1 || matrix.columns() == 1;
    if (from.rank() == block.rank().rank() || (d >= 4 && flat)) {
      return; // round the end, the rank itself or a neighbour that has an edge already
    }
    var sender = decomposition.blocks().get(from.rank()).computes();
    long cells =
        (DX[d] == 0 ? sender.width() + around(matrix.columns()) : (long) thickness)
            * (DY[d] == 0 ? sender.height() + around(matrix.rows()) : thickness);
    var route =
        from.cluster() == block.rank().cluster()
            ? List.<Link.Gap>of()
            : routes.between(from.cluster(), block.rank().cluster());
    double latency = 0;
    double jitter = 0;
    if (route.isEmpty()) {
      var lan = grid.clusters().get(from.cluster()).lan();
      latency = Durations.seconds(lan.latency());
      jitter = Durations.seconds(lan.jitter());
    }
    for (var gap : route) {
      latency += Durations.seconds(gap.network().latency());
      jitter += Durations.seconds(gap.network().jitter());
    }
    edges.add(new Edge(block.rank().rank(), from.rank(), d, cells, latency, jitter, 0, route));
    int repeated = thickness * repeats(from, d);
    double entries =
        RankLayout.entry(cells, app.type().bytes())
            + repeated * (double) RankLayout.entry(thickness, app.type().bytes());
    messages.merge(key(block.rank().rank(), from.rank()), entries, Double::sum);
  }

  /**
   * Cells by which a border is longer than the block where one rank fills a ring: the corners,
   * which have no message of their own.
   */
  private int around(int ranks) {
    return corners && ranks == 1 && app.boundary() == Boundary.PERIODIC ? 2 * thickness : 0;
  }

  /**
   * Lines of corner cells beyond the edges of the domain that a border brings along: where those
   * mirror what is inside, they repeat the neighbour's cells, row by row.
   */
  private int repeats(RankMatrix.Rank from, int d) {
    if (!repeats || app.boundary() != Boundary.MIRROR || !app.corners() || d >= 4) {
      return 0;
    }
    int place = d < 2 ? from.row() : from.column();
    int last = (d < 2 ? decomposition.matrix().rows() : decomposition.matrix().columns()) - 1;
    return (place == 0 ? 1 : 0) + (place == last ? 1 : 0);
  }

  private long key(int to, int from) {
    return (long) to * decomposition.blocks().size() + from;
  }

  /**
   * The edges with the time that their messages take on a LAN, or all that cross it on a gap. All
   * that one rank has for another goes in one message.
   */
  private List<Edge> shared() {
    messages.replaceAll((pair, entries) -> entries + RankLayout.HEAD);
    Map<Link.Gap, Double> bytes = new HashMap<>();
    var lans = new LanShares(grid);
    var counted = new HashSet<Long>();
    for (var edge : edges) {
      long pair = key(edge.to, edge.from);
      if (counted.add(pair)) {
        double message = messages.getOrDefault(pair, 0.0);
        if (edge.isFar()) {
          edge.route.forEach(gap -> bytes.merge(gap, message, Double::sum));
        } else {
          lans.add(cluster(edge), edge.from, edge.to, message);
        }
      }
    }
    return edges.stream().map(edge -> edge.with(transfer(edge, bytes, lans))).toList();
  }

  private int cluster(Edge edge) {
    return decomposition.blocks().get(edge.from).rank().cluster();
  }

  private double transfer(Edge edge, Map<Link.Gap, Double> bytes, LanShares lans) {
    double message = messages.getOrDefault(key(edge.to, edge.from), 0.0);
    if (!edge.isFar()) {
      return message / lans.bandwidth(cluster(edge), edge.from, edge.to, message);
    }
    double transfer =
        message / Network.connection(edge.route.stream().map(Link.Gap::network).toList());
    for (var gap : edge.route) {
      double all = bytes.getOrDefault(gap, 0.0);
      double crossing = gap.network().duplex() == Duplex.HALF ? all : all / 2;
      // What crosses several gaps crosses them at the pace of the slowest.
      transfer = Math.max(transfer, crossing / gap.network().bandwidth().bytesPerSecond());
    }
    return transfer;
  }
}

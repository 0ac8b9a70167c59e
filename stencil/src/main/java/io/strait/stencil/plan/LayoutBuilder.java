package io.strait.stencil.plan;

import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition.Block;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Cuts the blocks of all ranks into tiles, and finds for every cell of a halo the rank that
 * computes it first: one in the same cluster, or else the one in whose band it lies least deep.
 * Every rank comes to the same answer by itself.
 */
public final class LayoutBuilder {
  /** Tiles between bands where nothing may take long. */
  static final int CORE_PIECES = 8;

  /** Bytes that messages to a far peer may take beyond what they need to make headway. */
  private static final long ROOM = 1 << 20;

  private final Decomposition decomposition;
  private final StencilApp app;
  private final Strategy strategy;
  private final int halo;
  private final List<List<Rect>> tiles = new ArrayList<>();
  private final List<List<RankLayout.Ghost>> ghosts = new ArrayList<>();
  private final List<List<RankLayout.Route>> routes = new ArrayList<>();
  private final int[] early;

  private LayoutBuilder(Decomposition decomposition, Strategy strategy, int depth) {
    this.decomposition = decomposition;
    this.app = decomposition.app();
    this.strategy = strategy;
    this.halo = strategy == Strategy.DEEP_HALO ? depth * app.radius() : app.radius();
    this.early = new int[decomposition.blocks().size()];
  }

  /**
   * @param depth iterations between exchanges of a deep halo
   * @return the layouts by rank
   */
  public static List<RankLayout> of(Decomposition decomposition, Strategy strategy, int depth) {
    return new LayoutBuilder(decomposition, strategy, depth).build();
  }

  private List<RankLayout> build() {
    for (var block : decomposition.blocks()) {
      routes.add(new ArrayList<>());
      tiles.add(tiles(block));
    }
    for (var block : decomposition.blocks()) {
      ghosts.add(ghosts(block));
    }
    if (strategy == Strategy.LHRP) {
      for (int rank = 0; rank < early.length; rank++) {
        sendFirst(rank);
      }
    }
    var layouts = new ArrayList<RankLayout>();
    for (var block : decomposition.blocks()) {
      int rank = block.rank().rank();
      layouts.add(
          new RankLayout(
              rank,
              block.computes(),
              block.owns(),
              halo,
              List.copyOf(tiles.get(rank)),
              tiles.get(rank).stream().map(tile -> behind(block, tile)).toList(),
              early[rank],
              List.copyOf(ghosts.get(rank)),
              List.copyOf(routes.get(rank)),
              peers(block),
              period(),
              isHurried(block)));
    }
    return layouts;
  }

  /**
   * Where ranks wait for each other at every step through a band, that takes about half of the time
   * that there is: tiles are due the earlier, the deeper they lie.
   */
  private int behind(Block block, Rect tile) {
    int deep = Math.ceilDiv(depth(block, tile), app.radius());
    return isHurried(block) ? deep / 2 : deep;
  }

  /** A band of B tiles is used up in B + 1 iterations; then all wait for the gap again. */
  private int period() {
    return switch (strategy) {
      case LHRP, WAVEFRONT -> Math.ceilDiv(decomposition.band(), app.radius()) + 1;
      case DEEP_HALO -> halo / app.radius();
      case SYNC, LH -> 1;
    };
  }

  // ---- tiles

  private List<Rect> tiles(Block block) {
    var inner = block.computes();
    if (strategy == Strategy.SYNC || strategy == Strategy.DEEP_HALO) {
      return List.of(inner);
    }
    int r = app.radius();
    var across = new TreeSet<>(List.of(inner.x0(), inner.x1()));
    if (hasNeighbour(block, -1, 0)) {
      cut(across, inner.x0(), 1, block.left(), r);
    }
    if (hasNeighbour(block, 1, 0)) {
      cut(across, inner.x1(), -1, block.right(), r);
    }
    var along = new TreeSet<>(List.of(inner.y0(), inner.y1()));
    if (hasNeighbour(block, 0, -1)) {
      cut(along, inner.y0(), 1, block.top(), r);
    }
    if (hasNeighbour(block, 0, 1)) {
      cut(along, inner.y1(), -1, block.bottom(), r);
    }
    if (isHurried(block)) {
      cutCore(isFlat(block) ? across : along);
    }
    boolean flat = isFlat(block);
    var made = new ArrayList<Rect>();
    int x0 = inner.x0();
    for (int x1 : across.tailSet(x0, false)) {
      // A column of the band is a tile of its own: its ends need no tiles of theirs.
      boolean whole = flat && block.depth(x0, inner.y0()) > 0;
      int y0 = inner.y0();
      for (int y1 : whole ? List.of(inner.y1()) : List.copyOf(along.tailSet(y0, false))) {
        made.add(new Rect(x0, y0, x1, y1));
        y0 = y1;
      }
      x0 = x1;
    }
    made.sort(
        Comparator.<Rect>comparingInt(tile -> -depth(block, tile))
            .thenComparing(tile -> isCore(block, tile)));
    int rank = block.rank().rank();
    early[rank] =
        (int) made.stream().filter(tile -> depth(block, tile) > 0 || !isCore(block, tile)).count();
    return made;
  }

  /** Whether there is no band above or below. */
  private static boolean isFlat(Block block) {
    return block.top() == 0 && block.bottom() == 0;
  }

  /**
   * Whether ranks wait for each other with every step of a border through their bands, because
   * cells of a band depend on the neighbours' cells beside them: what is computed meanwhile must
   * not take long.
   */
  private boolean isHurried(Block block) {
    boolean beside = block.left() > 0 || block.right() > 0;
    return strategy == Strategy.WAVEFRONT
        && app.corners()
        && beside == isFlat(block)
        && (beside
            ? hasNeighbour(block, 0, -1) || hasNeighbour(block, 0, 1)
            : hasNeighbour(block, -1, 0) || hasNeighbour(block, 1, 0));
  }

  /** Cuts the widest piece into several. */
  private void cutCore(SortedSet<Integer> cuts) {
    int widest = 0;
    int at = 0;
    int before = cuts.first();
    for (int cut : cuts) {
      if (cut - before > widest) {
        widest = cut - before;
        at = before;
      }
      before = cut;
    }
    int width = Math.max(app.radius(), Math.ceilDiv(widest, CORE_PIECES));
    for (int x = at + width; x < at + widest; x += width) {
      cuts.add(x);
    }
  }

  /** In a cycle the order of tiles does not matter: what others wait for comes first. */
  private void sendFirst(int rank) {
    var all = tiles.get(rank);
    var index = new TileIndex(all);
    var found = new BitSet(all.size());
    routes.get(rank).forEach(route -> index.under(route.rect(), found));
    var sent = new ArrayList<Rect>();
    var kept = new ArrayList<Rect>();
    for (int i = 0; i < all.size(); i++) {
      (found.get(i) ? sent : kept).add(all.get(i));
    }
    early[rank] = sent.size();
    sent.addAll(kept);
    tiles.set(rank, sent);
  }

  /** Cuts off the columns of a band one by one, and the border that others need. */
  private static void cut(SortedSet<Integer> cuts, int edge, int direction, int band, int r) {
    int first = cuts.first();
    int last = cuts.last();
    for (int i = r; i < band + 2 * r; i += r) {
      int at = edge + direction * (i - r < band ? Math.min(i, band) : band + r);
      if (at > first && at < last) {
        cuts.add(at);
      }
    }
  }

  private static int depth(Block block, Rect tile) {
    return Math.max(
        Math.max(block.depth(tile.x0(), tile.y0()), block.depth(tile.x1() - 1, tile.y0())),
        Math.max(block.depth(tile.x0(), tile.y1() - 1), block.depth(tile.x1() - 1, tile.y1() - 1)));
  }

  /**
   * Whether no cell of the tile is at the edge of the rank or beside a band: nobody waits for it.
   */
  private boolean isCore(Block block, Rect tile) {
    var inner = block.computes();
    return (!hasNeighbour(block, -1, 0) || tile.x0() > inner.x0() + block.left())
        && (!hasNeighbour(block, 1, 0) || tile.x1() < inner.x1() - block.right())
        && (!hasNeighbour(block, 0, -1) || tile.y0() > inner.y0() + block.top())
        && (!hasNeighbour(block, 0, 1) || tile.y1() < inner.y1() - block.bottom());
  }

  /** Whether another rank lies in a direction: only then is a border sent that way. */
  private boolean hasNeighbour(Block block, int right, int further) {
    var matrix = decomposition.matrix();
    int column = block.rank().column() + right;
    int row = block.rank().row() + further;
    return app.boundary() == Boundary.PERIODIC
        ? (right != 0 ? matrix.columns() : matrix.rows()) > 1
        : column >= 0 && row >= 0 && column < matrix.columns() && row < matrix.rows();
  }

  // ---- ghosts

  /** A stretch of one axis, and how far away the cells are that it stands for. */
  private record Stretch(int from, int to, int shift) {}

  private List<Stretch> stretches(int from, int to, int cells, boolean mirrors) {
    var found = new ArrayList<Stretch>();
    if (app.boundary() == Boundary.PERIODIC) {
      for (int at = from; at < to; ) {
        int turn = Math.floorDiv(at, cells);
        int end = Math.min(to, (turn + 1) * cells);
        found.add(new Stretch(at, end, -turn * cells));
        at = end;
      }
      return found;
    }
    boolean outside = app.boundary() == Boundary.MIRROR && mirrors;
    for (int at = from; outside && at < Math.min(to, 0); at++) {
      found.add(new Stretch(at, at + 1, CellMath.reflect(at, cells) - at));
    }
    if (Math.max(from, 0) < Math.min(to, cells)) {
      found.add(new Stretch(Math.max(from, 0), Math.min(to, cells), 0));
    }
    for (int at = Math.max(from, cells); outside && at < to; at++) {
      found.add(new Stretch(at, at + 1, CellMath.reflect(at, cells) - at));
    }
    return found;
  }

  private List<RankLayout.Ghost> ghosts(Block block) {
    var inner = block.computes();
    var all = inner.grow(halo, halo);
    boolean corners = app.corners() || strategy == Strategy.DEEP_HALO;
    // A deep halo mirrors by itself, after every iteration.
    boolean mirrors = strategy != Strategy.DEEP_HALO;
    var found = new ArrayList<RankLayout.Ghost>();
    int[] xs = {all.x0(), inner.x0(), inner.x1(), all.x1()};
    int[] ys = {all.y0(), inner.y0(), inner.y1(), all.y1()};
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        boolean corner = i != 1 && j != 1;
        if ((i == 1 && j == 1) || (corner && !corners)) {
          continue;
        }
        for (var x : stretches(xs[i], xs[i + 1], app.columns(), mirrors)) {
          for (var y : stretches(ys[j], ys[j + 1], app.rows(), mirrors)) {
            var rect = new Rect(x.from, y.from, x.to, y.to);
            add(found, block, rect, x.shift, y.shift);
          }
        }
      }
    }
    return found;
  }

  /** Finds the sources of cells that stand for others in the domain. */
  private void add(List<RankLayout.Ghost> found, Block block, Rect rect, int dx, int dy) {
    var wanted = rect.shift(dx, dy);
    var candidates = new ArrayList<Candidate>();
    // On a ring, blocks may go on beyond the end of the domain.
    int turns = app.boundary() == Boundary.PERIODIC ? 1 : 0;
    for (var other : decomposition.blocks()) {
      for (int kx = 0; kx <= turns; kx++) {
        for (int ky = 0; ky <= turns; ky++) {
          int sx = -kx * app.columns();
          int sy = -ky * app.rows();
          var part = other.computes().shift(sx, sy).meet(wanted);
          if (!part.isEmpty()) {
            candidates.add(new Candidate(other, part, sx, sy));
          }
        }
      }
    }
    boolean near = candidates.stream().anyMatch(c -> isNear(block, c.block));
    if (near
        && candidates.stream().filter(c -> isNear(block, c.block)).count() < candidates.size()) {
      var covered =
          candidates.stream()
              .filter(c -> isNear(block, c.block))
              .mapToLong(c -> c.part.cells())
              .sum();
      if (covered == wanted.cells()) {
        candidates.removeIf(c -> !isNear(block, c.block));
      }
    }
    var across = new TreeSet<>(List.of(wanted.x0(), wanted.x1()));
    var along = new TreeSet<>(List.of(wanted.y0(), wanted.y1()));
    for (var candidate : candidates) {
      cutAround(candidate.part, across, along);
    }
    var apart = new TreeSet<Integer>();
    for (var candidate : candidates) {
      cutAtBands(candidate, across, apart);
    }
    along.addAll(apart);
    for (int i = 0; i < candidates.size(); i++) {
      for (int j = i + 1; j < candidates.size(); j++) {
        cutCells(wanted, candidates.get(i).part.meet(candidates.get(j).part), across, along);
      }
    }
    int x0 = wanted.x0();
    for (int x1 : across.tailSet(x0, false)) {
      int y0 = wanted.y0();
      for (int y1 : along.tailSet(y0, false)) {
        var piece = new Rect(x0, y0, x1, y1);
        var source = best(block, candidates, piece);
        add(found, block, piece.shift(-dx, -dy), source, piece, !apart.contains(y0));
        y0 = y1;
      }
      x0 = x1;
    }
  }

  private record Candidate(Block block, Rect part, int sx, int sy) {}

  private static void cutAround(Rect part, SortedSet<Integer> xs, SortedSet<Integer> ys) {
    xs.addAll(List.of(part.x0(), part.x1()));
    ys.addAll(List.of(part.y0(), part.y1()));
  }

  /**
   * Where two have the same cells there is a choice, which may differ from cell to cell. Elsewhere
   * a border stays in one piece, however long it is.
   */
  private void cutCells(Rect wanted, Rect both, SortedSet<Integer> xs, SortedSet<Integer> ys) {
    for (int x = both.x0(); x < both.x1() && !both.isEmpty() && isLong(wanted.width()); x++) {
      xs.add(x);
    }
    for (int y = both.y0(); y < both.y1() && !both.isEmpty() && isLong(wanted.height()); y++) {
      ys.add(y);
    }
  }

  private boolean isLong(int cells) {
    return cells > app.radius();
  }

  /**
   * Tiles of a band have different versions at the same time. What lies beside several of them is
   * cut as they are: in one piece it would be as late as the latest of them.
   */
  private void cutAtBands(Candidate candidate, SortedSet<Integer> xs, SortedSet<Integer> ys) {
    var part = candidate.part;
    for (var tile : tiles.get(candidate.block.rank().rank())) {
      var beside = tile.shift(candidate.sx, candidate.sy).meet(part);
      if (!beside.isEmpty() && depth(candidate.block, tile) > 0) {
        xs.addAll(List.of(beside.x0(), beside.x1()));
        ys.addAll(List.of(beside.y0(), beside.y1()));
      }
    }
  }

  private static boolean isNear(Block one, Block other) {
    return one.rank().cluster() == other.rank().cluster();
  }

  /**
   * Where four clusters meet, those on either side and the one across the corner compute the same
   * cells. Without diagonal neighbours a cell in the corner may be as many versions behind as it is
   * away in both directions together, and what comes from beside is never later than that. What
   * comes from across the corner may be: there it lies deeper in the band, and its way may lead
   * over two gaps. With diagonal neighbours only the longer direction counts, and neither is always
   * the earlier one: the one in whose band it lies less deep.
   */
  private Candidate best(Block block, List<Candidate> candidates, Rect piece) {
    return candidates.stream()
        .filter(c -> c.part.meet(piece).equals(piece))
        .min(
            Comparator.<Candidate>comparingInt(c -> isNear(block, c.block) ? 0 : 1)
                .thenComparingInt(c -> app.corners() || isBeside(block, c.block) ? 0 : 1)
                .thenComparingInt(c -> c.block.depth(piece.x0() - c.sx, piece.y0() - c.sy))
                .thenComparingInt(c -> c.block.rank().rank()))
        .orElseThrow(() -> new IllegalStateException("nobody computes " + piece));
  }

  private static boolean isBeside(Block one, Block other) {
    return one.rank().row() == other.rank().row() || one.rank().column() == other.rank().column();
  }

  /**
   * @param mayFollow whether the piece may be one with the piece before it
   */
  private void add(
      List<RankLayout.Ghost> found,
      Block block,
      Rect rect,
      Candidate source,
      Rect piece,
      boolean mayFollow) {
    int rank = block.rank().rank();
    int from = source.block.rank().rank();
    var there = piece.shift(-source.sx, -source.sy);
    if (mayFollow && !found.isEmpty()) {
      var last = found.getLast();
      boolean follows =
          last.source() == from
              && last.rect().x0() == rect.x0()
              && last.rect().x1() == rect.x1()
              && last.rect().y1() == rect.y0()
              && last.from().x0() == there.x0()
              && last.from().y1() == there.y0();
      if (follows) {
        rect = new Rect(rect.x0(), last.rect().y0(), rect.x1(), rect.y1());
        there = new Rect(there.x0(), last.from().y0(), there.x1(), there.y1());
        found.removeLast();
        if (from != rank) {
          routes.get(from).removeLast();
        }
      }
    }
    int route = -1;
    if (from != rank) {
      route = routes.get(from).size();
      routes.get(from).add(new RankLayout.Route(there, rank, found.size()));
    }
    found.add(new RankLayout.Ghost(rect, from, there, route));
  }

  // ---- peers

  private List<RankLayout.Peer> peers(Block block) {
    int rank = block.rank().rank();
    var out = new TreeMap<Integer, long[]>(); // peer: bytes out, bytes in, pieces
    for (var route : routes.get(rank)) {
      var sums = out.computeIfAbsent(route.to(), key -> new long[3]);
      sums[0] += entry(route.rect());
      sums[2]++;
    }
    for (var ghost : ghosts.get(rank)) {
      if (ghost.source() != rank) {
        var sums = out.computeIfAbsent(ghost.source(), key -> new long[3]);
        sums[1] += entry(ghost.rect());
        sums[2]++;
      }
    }
    var peers = new ArrayList<RankLayout.Peer>();
    out.forEach(
        (peer, sums) -> {
          boolean far = decomposition.blocks().get(peer).rank().cluster() != block.rank().cluster();
          long bytes = RankLayout.HEAD + Math.max(sums[0], sums[1]);
          long lag = 2L * decomposition.band() / app.radius();
          long ahead = 8 + 2 * sums[2] + lag;
          if (far) { // where bands cross, each piece may travel on its own
            ahead += Math.min(lag * sums[2], ROOM / bytes);
          }
          peers.add(new RankLayout.Peer(peer, far, bytes, (int) ahead));
        });
    return peers;
  }

  private long entry(Rect rect) {
    return RankLayout.entry(rect.cells(), app.type().bytes());
  }
}

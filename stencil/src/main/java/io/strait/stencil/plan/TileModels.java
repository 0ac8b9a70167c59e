package io.strait.stencil.plan;

import io.strait.stencil.file.Strategy;
import io.strait.stencil.simulate.TileModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Turns the tiles, ghosts and routes of all ranks into what a simulation moves: every tile waits
 * for what the engine of its rank waits for.
 */
final class TileModels {
  /** A ghost of one rank that another one sends. */
  private record Piece(int from, int to, RankLayout.Ghost ghost) {}

  private final StencilTiming timing;
  private final List<RankLayout> layouts;
  private final List<TileVersions> parts = new ArrayList<>();
  private final RankRoutes ways;
  private final int[] firstTile;
  private final List<int[]> needs = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  private TileModels(StencilTiming timing, List<RankLayout> layouts) {
    var decomposition = timing.decomposition();
    this.timing = timing;
    this.layouts = layouts;
    this.ways = new RankRoutes(timing.grid(), decomposition, layouts);
    this.firstTile = new int[layouts.size() + 1];
    for (int r = 0; r < layouts.size(); r++) {
      parts.add(TileVersions.of(layouts.get(r), decomposition.app(), timing.strategy()));
      firstTile[r + 1] = firstTile[r] + layouts.get(r).tiles().size();
    }
  }

  /** Not for a deep halo, which has no tiles. */
  static List<RankLayout> layouts(StencilTiming timing) {
    if (timing.strategy() == Strategy.DEEP_HALO) {
      throw new IllegalArgumentException("a deep halo has no tiles");
    }
    return LayoutBuilder.of(timing.decomposition(), timing.strategy(), 1);
  }

  static TileModel of(StencilTiming timing, List<RankLayout> layouts) {
    return new TileModels(timing, layouts).build();
  }

  private TileModel build() {
    var blocks = timing.decomposition().blocks();
    var cost = new double[firstTile[layouts.size()]];
    for (int r = 0; r < layouts.size(); r++) {
      var tiles = layouts.get(r).tiles();
      for (int i = 0; i < tiles.size(); i++) {
        cost[firstTile[r] + i] = tiles.get(i).cells() * blocks.get(r).rank().secondsPerCell();
      }
      addNeeds(r);
    }
    var lines = new HashMap<Long, Integer>();
    var under = pieces.stream().map(this::under).toList();
    return new TileModel(
        firstTile,
        layouts.stream().mapToInt(RankLayout::early).toArray(),
        layouts.stream().mapToDouble(RankLayout::lingerSeconds).toArray(),
        flat(layouts.stream().map(RankLayout::behind).map(TileModels::array).toList()),
        cost,
        first(needs),
        flat(needs),
        first(under),
        flat(under),
        pieces.stream().mapToInt(Piece::to).toArray(),
        pieces.stream().mapToInt(piece -> line(piece, lines)).toArray(),
        far(),
        each(this::transfer),
        each(piece -> RankLayout.HEAD / ways.bandwidth(piece.from, piece.to)),
        each(piece -> ways.latency(piece.from, piece.to)),
        each(piece -> ways.jitter(piece.from, piece.to)),
        timing.tiles() + 1);
  }

  private static int[] first(List<int[]> lists) {
    var first = new int[lists.size() + 1];
    for (int i = 0; i < lists.size(); i++) {
      first[i + 1] = first[i] + lists.get(i).length;
    }
    return first;
  }

  private static int[] array(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] flat(List<int[]> lists) {
    return lists.stream().flatMapToInt(Arrays::stream).toArray();
  }

  private double[] each(ToDoubleFunction<Piece> what) {
    return pieces.stream().mapToDouble(what).toArray();
  }

  private boolean[] far() {
    var far = new boolean[pieces.size()];
    for (int i = 0; i < far.length; i++) {
      far[i] = ways.isFar(pieces.get(i).from, pieces.get(i).to);
    }
    return far;
  }

  private int line(Piece piece, Map<Long, Integer> lines) {
    return lines.computeIfAbsent(
        (long) piece.from * layouts.size() + piece.to, key -> lines.size());
  }

  private double transfer(Piece piece) {
    int each = timing.decomposition().app().type().bytes();
    return (double) RankLayout.entry(piece.ghost.rect().cells(), each)
        / ways.bandwidth(piece.from, piece.to);
  }

  private int[] under(Piece piece) {
    var tiles = parts.get(piece.from).underRoute(piece.ghost.route());
    return Arrays.stream(tiles).map(tile -> firstTile[piece.from] + tile).toArray();
  }

  private void addNeeds(int r) {
    var layout = layouts.get(r);
    int tiles = layout.tiles().size();
    var sources = new ArrayList<int[]>();
    for (int i = 0; i < layout.ghosts().size(); i++) {
      var ghost = layout.ghosts().get(i);
      if (ghost.source() == r) {
        var repeated = parts.get(r).underRepeat(i);
        sources.add(Arrays.stream(repeated).map(tile -> firstTile[r] + tile).toArray());
      } else {
        sources.add(new int[] {-1 - pieces.size()});
        pieces.add(new Piece(ghost.source(), r, ghost));
      }
    }
    for (int i = 0; i < layout.routes().size(); i++) { // a route is as far as its tiles are
      var sent = parts.get(r).underRoute(i);
      sources.add(Arrays.stream(sent).map(tile -> firstTile[r] + tile).toArray());
    }
    for (int i = 0; i < tiles; i++) {
      int self = firstTile[r] + i;
      needs.add(
          Arrays.stream(parts.get(r).needs(i))
              .flatMap(
                  need ->
                      need < tiles
                          ? Arrays.stream(new int[] {firstTile[r] + need})
                          : Arrays.stream(sources.get(need - tiles)))
              .filter(need -> need != self)
              .distinct()
              .toArray());
    }
  }
}
